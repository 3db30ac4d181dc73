"""Read a word list in plain text, with one word per line and optional further columns.

Every problem is reported with its line. Words shorter than two tiles or longer than fifteen cannot
be played and are left out. The user decides about lines that are not words.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from scoring.engine.board.spelling import Speller
from scoring.engine.board.tiles import TileSet, UnknownTile
from scoring.engine.message import Message, Refusal

MIN_WORD_LENGTH, MAX_WORD_LENGTH = 2, 15
"""Minimum and maximum number of tiles in a playable word."""

_FIRST = re.compile(r"[^\s,;|]+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAX_SHOWN_LENGTH = 60
_MAX_LINES = 10
"""Maximum number of lines named in a message about the encoding."""


class RejectionCause(Enum):
    """The reason why a line is not accepted unchanged."""

    ODD = "odd"
    """The line contains something that is not a tile of the set."""
    TWICE = "twice"
    """The word already appeared on an earlier line."""
    LENGTH = "length"
    """The word is too short or too long to be played."""


@dataclass(frozen=True, slots=True)
class RejectedLine:
    """A line that is not accepted unchanged, with a message. `line` is its number, from 1."""

    line: int
    cause: RejectionCause
    message: Message


@dataclass(frozen=True)
class WordFile:
    """The result of reading a word list: each word once, in the notation of word lists and in file order."""

    words: tuple[str, ...]
    rejected: tuple[RejectedLine, ...]

    def rejected_for(self, cause: RejectionCause) -> list[RejectedLine]:
        """Return the lines rejected for one cause, in their order."""
        return [line for line in self.rejected if line.cause is cause]


class NotAWordList(Refusal):
    """The data is not plain text in a supported encoding. The message says where the problem is and how to solve it."""


def read_words(data: bytes, tile_set: TileSet) -> WordFile:
    """Return the words of a list that consist of tiles of `tile_set`, and the rejected lines.

    Only the first word of a line is read, and a line that begins with ``#`` is a comment. Raise
    `NotAWordList`, naming the lines, if the text contains a zero byte or is neither in UTF-8 nor in
    UTF-16 with a byte order mark.
    """
    speller = Speller(tile_set)
    first_on: dict[str, int] = {}
    rejected: list[RejectedLine] = []
    for number, raw in enumerate(_lines(data), 1):
        match = _FIRST.search(raw)
        if match is None or raw[match.start()] == "#":
            continue
        text = match.group()
        try:
            word, tiles = speller.written_form(text)
        except UnknownTile as unknown:
            character = _character_name(unknown.character)
            message = Message(
                "not_in_tiles", word=_shorten(text), character=character, tile_set=tile_set.name
            )
            rejected.append(RejectedLine(number, RejectionCause.ODD, message))
            continue
        if not MIN_WORD_LENGTH <= tiles <= MAX_WORD_LENGTH:
            message = Message(
                "word_length",
                word=_shorten(text),
                tiles=tiles,
                shortest=MIN_WORD_LENGTH,
                longest=MAX_WORD_LENGTH,
            )
            rejected.append(RejectedLine(number, RejectionCause.LENGTH, message))
            continue
        before = first_on.setdefault(word, number)
        if before != number:
            message = Message("word_twice", word=_shorten(text), line=before)
            rejected.append(RejectedLine(number, RejectionCause.TWICE, message))
    return WordFile(tuple(first_on), tuple(rejected))


def matching_tile_sets(words: WordFile, data: bytes, tile_sets: Iterable[TileSet]) -> list[TileSet]:
    """Return the tile sets that have every letter of the lines with invalid characters; [] without such lines."""
    odd = {row.line for row in words.rejected_for(RejectionCause.ODD)}
    letters = {
        character
        for number, line in enumerate(_lines(data), 1)
        if number in odd and (match := _FIRST.search(line))
        for character in match.group()
    }
    return [tile_set for tile_set in tile_sets if odd and _has_letters(tile_set, letters)]


def _has_letters(tile_set: TileSet, letters: set[str]) -> bool:
    parts = {part for form in Speller(tile_set).forms for part in form}
    return letters <= parts | {"[", "]"}


def _lines(data: bytes) -> Iterator[str]:
    """Yield the lines of the text, decoded by its byte order mark or else as UTF-8.

    Raise `NotAWordList` for invalid bytes or a zero byte.
    """
    encoding = "utf-8"
    for mark, name in _MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], name
            break
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise NotAWordList(_encoding_message(data)) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise NotAWordList(Message("zero_byte", line=line))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return iter(text.split("\n"))


def _encoding_message(data: bytes) -> Message:
    """Return a message naming the first lines that are not in UTF-8.

    If every line is in UTF-8, the message says that the file ends in the middle of a character.
    """
    wrong = []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            wrong.append((number, line[error.start]))
    if not wrong:
        return Message("cut_within_character")
    number, byte = wrong[0]
    lines = tuple(number for number, _ in wrong[:_MAX_LINES])
    where = {"line": number, "byte": f"{byte:#04x}", "lines": lines, "count": len(wrong)}
    if len(wrong) > _MAX_LINES:
        return Message("not_utf8_and_more", **where, more=len(wrong) - _MAX_LINES)
    return Message("not_utf8", **where)


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN_LENGTH else text[:_MAX_SHOWN_LENGTH] + "…"


def _character_name(character: str) -> Message:
    """Return a message for a character, with its name if it has no visible form."""
    if character.isprintable() and not unicodedata.combining(character):
        return Message("character", character=character)
    number = f"{ord(character):04X}"
    if name := unicodedata.name(character, ""):
        return Message("character_named", number=number, name=name.lower())
    return Message("control_character", number=number)
