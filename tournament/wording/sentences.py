"""Turn messages into sentences in the reader's language.

The tables have the wording of every code, and each parameter names its format.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

from django.utils.translation import gettext

from scoring.wording.sentence import PluralSentence, Wording
from tournament.engine.message import Message, Messages, NotAMessage, messages_from_json
from tournament.engine.pairing.arrangement import InvalidRearrangement
from tournament.engine.pairing.event_plan import CannotPropose, NoSuchSource
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.wording import files, pairing, people, prizes, rosters, rules, typed_results
from tournament.wording.parameter_formats import FORMATTERS, Rendering

TABLES = tuple(
    subject.SENTENCES for subject in (files, pairing, people, prizes, rosters, rules, typed_results)
)
"""The sentences of each subject by code; each code is in only one of the tables."""
SENTENCES: Mapping[str, Wording] = {
    code: wording for table in TABLES for code, wording in table.items()
}


RENDERING_ERRORS = (
    LookupError,
    TypeError,
    ValueError,
    ArithmeticError,
    AttributeError,
    RecursionError,
)
"""Exceptions raised for a message with a code or parameters unknown to this program."""
NO_NAMES: Mapping[int, str] = {}


def sentence(message: Message, names: Mapping[int, str] = NO_NAMES) -> str:
    """Return the sentence for a message; `names` are the names of its entries by number.

    Raise `KeyError` for an unknown code or a missing parameter.
    """
    return "".join(_parts(message, rendering_for(names)))


def sentences(messages: Iterable[Message], names: Mapping[int, str] = NO_NAMES) -> tuple[str, ...]:
    """Return the sentence for each message."""
    return tuple(sentence(message, names) for message in messages)


def known_sentences(
    stored: Iterable[Message], names: Mapping[int, str] = NO_NAMES
) -> tuple[str, ...]:
    """Return the sentence for each stored message, or its code if another version or method wrote it."""
    shown = []
    for message in stored:
        try:
            shown.append(sentence(message, names))
        except RENDERING_ERRORS:
            shown.append(message.code)
    return tuple(shown)


def stored_messages(stored: Any, names: Mapping[int, str]) -> Messages:
    """Return the messages in a stored value; stored sentences, as in the first archives, become such messages.

    Raise `NotAMessage` for any other value, and for a message without a sentence.
    """
    if isinstance(stored, list) and all(isinstance(text, str) for text in stored):
        return tuple(Message("text", text=text) for text in stored)
    try:
        messages = messages_from_json(stored)
        sentences(messages, names)
    except RENDERING_ERRORS as wrong:
        raise NotAMessage("What is stored cannot be said.") from wrong
    return messages


def refusal_sentence(
    reason: CannotPair | CannotPropose | InvalidRearrangement | NoSuchSource,
) -> str:
    """Return the reasons why a round cannot be paired or planned, in words."""
    names = reason.names if isinstance(reason, CannotPair) else {}
    return " ".join(sentences(reason.messages, names))


def rendering_for(names: Mapping[int, str]) -> Rendering:
    """Return the formatting of parameters with these names; an entry without a name appears as its number."""

    def name(number: int) -> str:
        return names.get(number) or gettext("number {number}").format(number=number)

    rendering = Rendering(name, lambda message: "".join(_parts(message, rendering)))
    return rendering


def parameter_formats_of(code: str) -> dict[str, str]:
    """Return the parameters in the sentences for a code, with their formats. Raise `KeyError` for an unknown code."""
    wording = _wording_of(code)
    counted = {wording.count_parameter: ""} if isinstance(wording, PluralSentence) else {}
    return counted | {
        field: way
        for text in wording_variants(code)
        for _, field, way in split_parameters(text)
        if field is not None
    }


def wording_variants(code: str) -> tuple[str, ...]:
    """Return the sentence for a code as in the table, or its singular and plural."""
    wording = _wording_of(code)
    return (
        (wording.text_for_count(1), wording.text_for_count(2))
        if isinstance(wording, PluralSentence)
        else (wording,)
    )


def _wording_of(code: str) -> Wording:
    """Return the sentence for a code from the table or from its pairing method. Raise `KeyError` if neither has it."""
    if code in SENTENCES:
        return SENTENCES[code]
    for method in all_methods().values():
        if code in method.sentences:
            return method.sentences[code]
    raise KeyError(code)


def _parts(message: Message, rendering: Rendering) -> Iterator[str]:
    wording = _wording_of(message.code)
    params = message.params
    if isinstance(wording, PluralSentence):
        text = wording.text_for_count(params[wording.count_parameter])
    else:
        text = gettext(wording)
    for words, field, way in split_parameters(text):
        yield words
        if field is not None:
            yield FORMATTERS[way](params[field], rendering)


@cache
def split_parameters(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a sentence, each as a text and the parameter after it with its format.

    After a text at the end, the parameter is None and the format empty.
    """
    return tuple((words, field, way or "") for words, field, way, _ in Formatter().parse(text))
