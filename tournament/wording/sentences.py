"""From a message to its sentence in the language of whoever reads: every code, and every way a parameter is said."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

from django.utils.translation import gettext

from scoring.wording.phrases import and_list, comma_list, or_list, signed, within_sentence
from scoring.wording.sentence import Counted, Wording
from tournament.engine.message import Message
from tournament.engine.pairing.arrangement import NoSuchSeat
from tournament.engine.pairing.event_plan import CannotPropose, NoSuchSource
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.wording import files, pairing, people, prizes, rosters, rules, typed_results
from tournament.wording.typed_words import prize_example
from tournament.wording.ways import WAYS, Rendering

TABLES = tuple(
    subject.SENTENCES for subject in (files, pairing, people, prizes, rosters, rules, typed_results)
)
"""The sentences of each subject; a code stands in one of them only."""
SENTENCES: Mapping[str, Wording] = {
    code: wording for table in TABLES for code, wording in table.items()
}


def _sentences_of(messages: Any, rendering: Rendering) -> list[str]:
    return [rendering.sentence(message) for message in messages]


SAYING: Mapping[str, Callable[[Any, Rendering], str]] = {
    **{name: way.say for name, way in WAYS.items()},
    "and": lambda items, _: and_list(items),
    "or": lambda items, _: or_list(items),
    "commas": lambda items, _: comma_list(items),
    "prize_examples": lambda words, _: comma_list(map(prize_example, words)),
    "semicolons": lambda messages, rendering: "; ".join(_sentences_of(messages, rendering)),
    "one_after_another": lambda messages, rendering: " ".join(_sentences_of(messages, rendering)),
    "clause": lambda message, rendering: rendering.sentence(message).removesuffix("."),
    "signed": lambda number, _: signed(number),
    "label": lambda text, _: gettext(text),
    "lower_label": lambda text, _: within_sentence(gettext(text)),
    "lower_labels": lambda texts, _: and_list(within_sentence(gettext(text)) for text in texts),
}
"""How a parameter is said, by the word behind its colon. Those that are not among `WAYS` are never read back."""


NO_NAMES: Mapping[int, str] = {}


def sentence(message: Message, names: Mapping[int, str] = NO_NAMES) -> str:
    """The sentence of a message, with the entries' `names` by number.

    Raises `KeyError` for a code nobody knows or a parameter that is not there.
    """
    return "".join(_parts(message, rendering_with(names)))


def sentences(messages: Iterable[Message], names: Mapping[int, str] = NO_NAMES) -> tuple[str, ...]:
    """The sentence of each message."""
    return tuple(sentence(message, names) for message in messages)


def refusal(reason: CannotPair | CannotPropose | NoSuchSeat | NoSuchSource) -> str:
    """What the director reads where something cannot be done with a round or a plan, and why."""
    names = reason.names if isinstance(reason, CannotPair) else {}
    return " ".join(sentences(reason.messages, names))


def rendering_with(names: Mapping[int, str]) -> Rendering:
    """How parameters are said with these names; who is not among them is called by number."""

    def name(number: int) -> str:
        return names.get(number) or gettext("number {number}").format(number=number)

    rendering = Rendering(name, lambda message: "".join(_parts(message, rendering)))
    return rendering


def fields_of(code: str) -> dict[str, str]:
    """The parameters that the sentences of a code need, each with the way it is said."""
    wording = _wording_of(code)
    counted = {wording.by: ""} if isinstance(wording, Counted) else {}
    return counted | {
        field: way for text in variants(code) for _, field, way in split(text) if field is not None
    }


def variants(code: str) -> tuple[str, ...]:
    """The sentence of a code as it is written in the table, or the one and the many of it."""
    wording = _wording_of(code)
    return (wording.say(1), wording.say(2)) if isinstance(wording, Counted) else (wording,)


def _wording_of(code: str) -> Wording:
    """The sentence of a code: from the table, or from the pairing method that brings it."""
    if code in SENTENCES:
        return SENTENCES[code]
    for method in all_methods().values():
        if code in method.sentences:
            return method.sentences[code]
    raise KeyError(code)


def _parts(message: Message, rendering: Rendering) -> Iterator[str]:
    wording = _wording_of(message.code)
    params = message.params
    if isinstance(wording, Counted):
        text = wording.say(params[wording.by])
    else:
        text = gettext(wording)
    for words, field, way in split(text):
        yield words
        if field is not None:
            yield SAYING[way](params[field], rendering)


@cache
def split(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The words of a sentence, each followed by a parameter and the way it is said; None at the end."""
    return tuple((words, field, way or "") for words, field, way, _ in Formatter().parse(text))
