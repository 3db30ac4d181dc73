"""From a message to its sentence in the language of whoever reads: every code, and every way a parameter is said."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

from django.utils.translation import gettext

from scoring.wording.sentence import Counted, Wording
from tournament.engine.message import Message, Messages, NotAMessage, read
from tournament.engine.pairing.arrangement import NoSuchSeat
from tournament.engine.pairing.event_plan import CannotPropose, NoSuchSource
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.wording import files, pairing, people, prizes, rosters, rules, typed_results
from tournament.wording.parameter_formats import WAYS, Rendering

TABLES = tuple(
    subject.SENTENCES for subject in (files, pairing, people, prizes, rosters, rules, typed_results)
)
"""The sentences of each subject; a code stands in one of them only."""
SENTENCES: Mapping[str, Wording] = {
    code: wording for table in TABLES for code, wording in table.items()
}


UNSAYABLE = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)
"""What saying a message raises whose code or parameters are not those of this program."""
NO_NAMES: Mapping[int, str] = {}


def sentence(message: Message, names: Mapping[int, str] = NO_NAMES) -> str:
    """The sentence of a message, with the entries' `names` by number.

    Raises `KeyError` for a code nobody knows or a parameter that is not there.
    """
    return "".join(_parts(message, rendering_with(names)))


def sentences(messages: Iterable[Message], names: Mapping[int, str] = NO_NAMES) -> tuple[str, ...]:
    """The sentence of each message."""
    return tuple(sentence(message, names) for message in messages)


def stored_messages(stored: Any, names: Mapping[int, str]) -> Messages:
    """Return the messages that are stored of something; a sentence, as the first archives have them, is kept as text.

    Raises `NotAMessage` for anything else, and for a message of which nothing can be said.
    """
    if isinstance(stored, list) and all(isinstance(text, str) for text in stored):
        return tuple(Message("text", text=text) for text in stored)
    try:
        messages = read(stored)
        sentences(messages, names)
    except UNSAYABLE as wrong:
        raise NotAMessage("What is stored cannot be said.") from wrong
    return messages


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
            yield WAYS[way](params[field], rendering)


@cache
def split(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The words of a sentence, each followed by a parameter and the way it is said; None at the end."""
    return tuple((words, field, way or "") for words, field, way, _ in Formatter().parse(text))
