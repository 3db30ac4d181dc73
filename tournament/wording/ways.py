"""How a parameter is said in a sentence, by the word behind its colon: `{rounds:rounds}`, `{one:name}`.

Each way is there and back: the sentences that earlier versions stored are read by it again.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import and_list, comma_list, ordinal
from tournament.engine.message import Message
from tournament.engine.standings.metric import halves


@dataclass(frozen=True, slots=True)
class Rendering:
    """What saying a parameter may need: the name of an entry, the sentence of a message."""

    name: Callable[[int], str]
    sentence: Callable[[Message], str]


@dataclass(frozen=True, slots=True)
class Parsing:
    """The way back: the number of a name, the message of a sentence; `LookupError` where there is none."""

    number: Callable[[str], int]
    message: Callable[[str], Message]


@dataclass(frozen=True, slots=True)
class Way:
    """One way: what is said of a value, how that looks (a regular expression), what value it was.

    `read` raises `LookupError` for what only looks like it.
    """

    say: Callable[[Any, Rendering], str]
    pattern: str
    read: Callable[[str, Parsing], Any]


def wins(half_wins: int) -> str:
    """`½ win`, `1 win`, `3½ wins`, `0 wins`."""
    upwards = -(-half_wins // 2)
    return ngettext("{count} win", "{count} wins", upwards).format(count=halves(half_wins))


def rounds(numbers: Sequence[int]) -> str:
    """`round 2`, `rounds 2 and 5`, `rounds 1, 2 and 5`."""
    text = ngettext("round {numbers}", "rounds {numbers}", len(numbers))
    return text.format(numbers=and_list(numbers))


def times(count: int) -> str:
    """`once`, `twice`, `3 times`."""
    known = {1: _("once"), 2: _("twice")}
    return known.get(count) or ngettext("{count} time", "{count} times", count).format(count=count)


def starts(counts: Sequence[int]) -> str:
    """Firsts and seconds of one entry: `3 firsts, 2 seconds`."""
    return _("{firsts} firsts, {seconds} seconds").format(firsts=counts[0], seconds=counts[1])


def share(counts: Sequence[int]) -> str:
    """So many of so many: `12.5 %`."""
    return f"{100 * counts[0] / counts[1]:.1f} %"


def some_names(numbers: Sequence[int], rendering: Rendering) -> str:
    """`Ana, Ben and the bye`; a long list is cut and counted."""
    shown = numbers if len(numbers) <= NAMED else numbers[:NAMED]
    names = [rendering.name(number) if number else _("the bye") for number in shown]
    if len(numbers) <= NAMED:
        return and_list(names)
    more = len(numbers) - NAMED
    return _("{names} and {count} more").format(names=comma_list(names), count=more)


def first_few(messages: Sequence[Message], rendering: Rendering) -> str:
    """The first of them with commas between, and how many more there are."""
    shown = comma_list(map(rendering.sentence, messages[:FEW]))
    if len(messages) <= FEW:
        return shown
    more = len(messages) - FEW
    return _("{items} and {count} more").format(items=shown, count=more)


def alternatives(messages: Sequence[Message], rendering: Rendering) -> str:
    """`this or that or another`, where each may itself hold an “and”."""
    text, *others = map(rendering.sentence, messages)
    for other in others:
        text = _("{this} or {other}").format(this=text, other=other)
    return text


def _not_read(text: str, _: Parsing) -> Any:
    raise LookupError(text)


def _never_stored(say: Callable[[Any, Rendering], str]) -> Way:
    """A way in sentences that are never stored, and so never read back."""
    return Way(say, r".+?", _not_read)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(figure) for figure in re.findall(r"\d+", text))


def _half_wins(text: str) -> int:
    whole = re.sub(r"\D", "", text.partition("½")[0])
    return 2 * int(whole or 0) + ("½" in text)


def _place(text: str) -> int:
    return _numbers(text)[0]


def _one_begun(text: str, parsing: Parsing) -> Message:
    """The message whose sentence was begun with a capital, which may have been one before."""
    try:
        return parsing.message(text[:1].lower() + text[1:])
    except LookupError:
        return parsing.message(text)


NAMED = 8
FEW = 5
"""So many are named where there may be many more."""

FIGURE = r"[\d,]+"
LIST = r"\d+(?:, \d+)*(?: and \d+)?"

WAYS: Mapping[str, Way] = {
    "": Way(lambda value, _: str(value), r"-?\d+", lambda text, _: int(text)),
    "text": Way(lambda value, _: str(value), r".+?", lambda text, _: text),
    "name": Way(
        lambda value, rendering: rendering.name(value),
        r".+?",
        lambda text, parsing: parsing.number(text),
    ),
    "message": Way(
        lambda value, rendering: rendering.sentence(value),
        r".+?",
        lambda text, parsing: parsing.message(text),
    ),
    "begun": Way(lambda value, rendering: _begun(rendering.sentence(value)), r".+?", _one_begun),
    "all": Way(
        lambda value, rendering: and_list(map(rendering.sentence, value)),
        r".+?",
        lambda text, parsing: tuple(parsing.message(part) for part in text.split(" and ")),
    ),
    "rounds": Way(
        lambda value, _: rounds(value), rf"rounds? {LIST}", lambda text, _: _numbers(text)
    ),
    "wins": Way(lambda value, _: wins(value), r"\d*½? wins?", lambda text, _: _half_wins(text)),
    "halves": Way(lambda value, _: halves(value), r"\d*½?", lambda text, _: _half_wins(text)),
    "ordinal": Way(lambda value, _: ordinal(value), r"\d+[a-z]{2}", lambda text, _: _place(text)),
    "times": Way(
        lambda value, _: times(value),
        r"once|twice|\d+ times",
        lambda text, _: {"once": 1, "twice": 2}.get(text) or _place(text),
    ),
    "starts": Way(
        lambda value, _: starts(value), r"\d+ firsts, \d+ seconds", lambda text, _: _numbers(text)
    ),
    "share": Way(
        lambda value, _: share(value),
        r"\d+\.\d %",
        lambda text, _: (int(re.sub(r"\D", "", text)), 1000),
    ),
    "thousands": Way(
        lambda value, _: f"{value:,}", FIGURE, lambda text, _: int(text.replace(",", ""))
    ),
    "names": _never_stored(lambda value, rendering: and_list(map(rendering.name, value))),
    "comma_names": _never_stored(lambda value, rendering: comma_list(map(rendering.name, value))),
    "some_names": _never_stored(some_names),
    "numbers": _never_stored(lambda value, _: and_list(value)),
    "commas": _never_stored(lambda value, _: comma_list(value)),
    "first_few": _never_stored(first_few),
    "alternatives": _never_stored(alternatives),
    "semicolons": _never_stored(lambda value, rendering: "; ".join(map(rendering.sentence, value))),
    "sentences": _never_stored(lambda value, rendering: " ".join(map(rendering.sentence, value))),
    "label": _never_stored(lambda value, _rendering: _(value)),
}
