"""Formats of parameters in sentences, by the word after the colon: `{rounds:rounds}`, `{one:name}`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wording.phrases import (
    and_list,
    comma_list,
    format_signed,
    label_within_sentence,
    or_list,
    ordinal,
)
from tournament.engine.message import Message
from tournament.engine.standings.metric import format_half_points
from tournament.wording.typed_words import prize_example


@dataclass(frozen=True, slots=True)
class Rendering:
    """The functions that a format may need: one returns an entry's name, the other a message's sentence."""

    name: Callable[[int], str]
    sentence: Callable[[Message], str]


def format_wins(half_wins: int) -> str:
    """Return `½ win`, `1 win`, `3½ wins` or `0 wins`."""
    upwards = -(-half_wins // 2)
    return ngettext("{count} win", "{count} wins", upwards).format(
        count=format_half_points(half_wins)
    )


def format_rounds(numbers: Sequence[int]) -> str:
    """Return `round 2`, `rounds 2 and 5` or `rounds 1, 2 and 5`."""
    text = ngettext("round {numbers}", "rounds {numbers}", len(numbers))
    return text.format(numbers=and_list(numbers))


def format_times(count: int) -> str:
    """Return `once`, `twice` or `3 times`."""
    known = {1: _("once"), 2: _("twice")}
    return known.get(count) or ngettext("{count} time", "{count} times", count).format(count=count)


def format_starts(counts: Sequence[int]) -> str:
    """Return the numbers of firsts and seconds: `3 firsts, 2 seconds`."""
    return _("{firsts} firsts, {seconds} seconds").format(firsts=counts[0], seconds=counts[1])


def format_share(counts: Sequence[int]) -> str:
    """Return the first count as a percentage of the second: `12.5 %`."""
    return f"{100 * counts[0] / counts[1]:.1f} %"


def format_names(numbers: Sequence[int], rendering: Rendering) -> str:
    """Return `Ana, Ben and the bye`; for more than `MAX_NAMES` names, the first ones and how many more there are."""
    shown = numbers if len(numbers) <= MAX_NAMES else numbers[:MAX_NAMES]
    names = [rendering.name(number) if number else _("the bye") for number in shown]
    if len(numbers) <= MAX_NAMES:
        return and_list(names)
    more = len(numbers) - MAX_NAMES
    return _("{names} and {count} more").format(names=comma_list(names), count=more)


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def format_first_messages(messages: Sequence[Message], rendering: Rendering) -> str:
    """Return the first `MAX_MESSAGES` messages separated by commas, and how many more there are."""
    shown = comma_list(map(rendering.sentence, messages[:MAX_MESSAGES]))
    if len(messages) <= MAX_MESSAGES:
        return shown
    more = len(messages) - MAX_MESSAGES
    return _("{items} and {count} more").format(items=shown, count=more)


def format_alternatives(messages: Sequence[Message], rendering: Rendering) -> str:
    """Return `this or that or another`, for parts that may contain “and”."""
    text, *others = map(rendering.sentence, messages)
    for other in others:
        text = _("{this} or {other}").format(this=text, other=other)
    return text


MAX_NAMES = 8
MAX_MESSAGES = 5
"""The maximum number of messages that are listed; any others are only counted."""

FORMATTERS: Mapping[str, Callable[[Any, Rendering], str]] = {
    "": lambda value, _rendering: str(value),
    "text": lambda value, _rendering: str(value),
    "name": lambda value, rendering: rendering.name(value),
    "message": lambda value, rendering: rendering.sentence(value),
    "begun": lambda value, rendering: _capitalized(rendering.sentence(value)),
    "all": lambda value, rendering: and_list(map(rendering.sentence, value)),
    "and": lambda items, _rendering: and_list(items),
    "or": lambda items, _rendering: or_list(items),
    "rounds": lambda value, _rendering: format_rounds(value),
    "wins": lambda value, _rendering: format_wins(value),
    "halves": lambda value, _rendering: format_half_points(value),
    "ordinal": lambda value, _rendering: ordinal(value),
    "times": lambda value, _rendering: format_times(value),
    "starts": lambda value, _rendering: format_starts(value),
    "share": lambda value, _rendering: format_share(value),
    "signed": lambda number, _rendering: format_signed(number),
    "thousands": lambda value, _rendering: f"{value:,}",
    "names": lambda value, rendering: and_list(map(rendering.name, value)),
    "comma_names": lambda value, rendering: comma_list(map(rendering.name, value)),
    "some_names": format_names,
    "numbers": lambda value, _rendering: and_list(value),
    "commas": lambda value, _rendering: comma_list(value),
    "prize_examples": lambda words, _rendering: comma_list(map(prize_example, words)),
    "first_few": format_first_messages,
    "alternatives": format_alternatives,
    "semicolons": lambda value, rendering: "; ".join(map(rendering.sentence, value)),
    "sentences": lambda value, rendering: " ".join(map(rendering.sentence, value)),
    "clause": lambda message, rendering: rendering.sentence(message).removesuffix("."),
    "label": lambda text, _rendering: _(text),
    "lower_label": lambda text, _rendering: label_within_sentence(_(text)),
    "lower_labels": lambda texts, _rendering: and_list(
        label_within_sentence(_(text)) for text in texts
    ),
}
