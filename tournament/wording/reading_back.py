"""Sentences that earlier versions stored, read as the codes they would be today.

What fits no sentence of today, or would not be said in the same words again, stays as it is.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.utils import translation

from tournament.engine.message import Message, Messages, NotAMessage, read
from tournament.wording.pairing import KEPT_AS_TEXT, STORED
from tournament.wording.sentences import sentence, sentences, split, variants
from tournament.wording.ways import WAYS, Parsing

NO_ENTRY = re.compile(r"number (\d+)")
"""How somebody is called who has no name."""
NOT_SAID = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError)
"""What saying a message comes to whose code or parameters are not those of this program."""


class Reader:
    """Reads what is stored of one division, whose entries are called by `names`."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names
        self._numbers = {name: number for number, name in names.items()}
        self._parsing = Parsing(self._number, self._parsed)
        self._known: dict[str, Message] = {}
        self._under_way: set[str] = set()

    def messages(self, stored: Any) -> Messages:
        """Messages of this version, or of an earlier one in which each was a sentence.

        Raises `NotAMessage` for anything else, and for a message of which nothing can be said.
        """
        if isinstance(stored, list) and all(isinstance(message, str) for message in stored):
            return tuple(self.message(message) for message in stored)
        try:
            messages = read(stored)
            sentences(messages, self._names)
        except NOT_SAID as wrong:
            raise NotAMessage("What is stored cannot be said.") from wrong
        return messages

    def message(self, text: str) -> Message:
        """The message of that sentence; kept as text where there is none."""
        if text not in self._known:
            with translation.override("en"):
                try:
                    self._known[text] = self._parsed(text)
                except LookupError:
                    self._known[text] = Message("text", text=text)
        return self._known[text]

    def _parsed(self, text: str) -> Message:
        if text in self._under_way:  # a sentence that is nothing but a part of itself
            raise LookupError(text)
        self._under_way.add(text)
        try:
            for code, pattern, ways in _patterns():
                if fitting := pattern.fullmatch(text):
                    message = self._filled(code, fitting, ways)
                    if message is not None and sentence(message, self._names) == text:
                        return message
        finally:
            self._under_way.discard(text)
        raise LookupError(text)

    def _filled(self, code: str, fitting: re.Match[str], ways: Mapping[str, str]) -> Message | None:
        """The message with what stands in the sentence; None where that only looks like it."""
        try:
            return Message(
                code,
                **{key: WAYS[way].read(fitting[key], self._parsing) for key, way in ways.items()},
            )
        except LookupError:
            return None

    def _number(self, name: str) -> int:
        if name in self._numbers:
            return self._numbers[name]
        if unnamed := NO_ENTRY.fullmatch(name):
            return int(unnamed[1])
        raise LookupError(name)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], Mapping[str, str]], ...]:
    """Every sentence as a regular expression, with the way each of its parameters is said."""
    patterns = []
    for code in STORED:
        if code in KEPT_AS_TEXT:
            continue
        for text in variants(code):
            pattern, ways = "", {}
            for words, field, way in split(text):
                pattern += re.escape(words)
                if field is not None:
                    pattern += f"(?P<{field}>{WAYS[way].pattern})"
                    ways[field] = way
            patterns.append((code, re.compile(pattern), ways))
    return tuple(patterns)
