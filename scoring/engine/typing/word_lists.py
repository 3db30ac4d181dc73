"""A word list as people keep it: plain text, one word a line, perhaps with further columns.

Everything that is not as it should be is reported with its line. Words below two tiles or beyond fifteen
cannot be played on a board and are left out; a line that is no word at all is the reader's to judge.
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

SHORTEST, LONGEST = 2, 15
"""Tiles of a word that can be played."""

_FIRST = re.compile(r"[^\s,;|]+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LONG = 60
_MOST_LINES = 10
"""Lines named of a file that is in another encoding."""


class RejectionCause(Enum):
    """Why a line is not taken as it stands."""

    ODD = "odd"
    """It holds something that is no tile of the set."""
    TWICE = "twice"
    """The word stands further up already."""
    LENGTH = "length"
    """Too short or too long to be played."""


@dataclass(frozen=True, slots=True)
class RejectedLine:
    """One line that is not taken as it stands, with a message; lines count from 1."""

    line: int
    cause: RejectionCause
    message: Message


@dataclass(frozen=True)
class WordFile:
    """What was read: words as a list writes them, each once, in the order of the file."""

    words: tuple[str, ...]
    rejected: tuple[RejectedLine, ...]

    def of(self, cause: RejectionCause) -> list[RejectedLine]:
        """Return the lines rejected for one cause, in their order."""
        return [line for line in self.rejected if line.cause is cause]


class NotAWordList(Refusal):
    """The bytes are no plain text in UTF-8, or hold no word; the message says where and what to do."""


def read_words(data: bytes, tile_set: TileSet) -> WordFile:
    """Read a list in words of `tile_set`; a line that begins with ``#`` is a remark.

    Raises `NotAWordList` for an encoding that is not UTF-8, with the lines that are not.
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
            word, tiles = speller.spelled(text)
        except UnknownTile as unknown:
            character = _named(unknown.character)
            message = Message(
                "not_in_tiles", word=_shortened(text), character=character, tile_set=tile_set.name
            )
            rejected.append(RejectedLine(number, RejectionCause.ODD, message))
            continue
        if not SHORTEST <= tiles <= LONGEST:
            message = Message(
                "word_length",
                word=_shortened(text),
                tiles=tiles,
                shortest=SHORTEST,
                longest=LONGEST,
            )
            rejected.append(RejectedLine(number, RejectionCause.LENGTH, message))
            continue
        before = first_on.setdefault(word, number)
        if before != number:
            message = Message("word_twice", word=_shortened(text), line=before)
            rejected.append(RejectedLine(number, RejectionCause.TWICE, message))
    return WordFile(tuple(first_on), tuple(rejected))


def sets_that_fit(words: WordFile, data: bytes, tile_sets: Iterable[TileSet]) -> list[TileSet]:
    """The tile sets that have every letter of the lines in which `words` met odd ones."""
    odd = {row.line for row in words.of(RejectionCause.ODD)}
    letters = {
        character
        for number, line in enumerate(_lines(data), 1)
        if number in odd and (match := _FIRST.search(line))
        for character in match.group()
    }
    return [tile_set for tile_set in tile_sets if odd and _has(tile_set, letters)]


def _has(tile_set: TileSet, letters: set[str]) -> bool:
    parts = {part for form in Speller(tile_set).forms for part in form}
    return letters <= parts | {"[", "]"}


def _lines(data: bytes) -> Iterator[str]:
    """The lines of the text; a byte order mark tells the encoding, else it must be UTF-8."""
    encoding = "utf-8"
    for mark, name in _MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], name
            break
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise NotAWordList(_not_utf8(data)) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise NotAWordList(Message("zero_byte", line=line))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return iter(text.split("\n"))


def _not_utf8(data: bytes) -> Message:
    """Which lines are not in UTF-8, the first few of them by number."""
    wrong = []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            wrong.append((number, line[error.start]))
    if not wrong:
        return Message("cut_within_character")
    number, byte = wrong[0]
    lines = tuple(number for number, _ in wrong[:_MOST_LINES])
    where = {"line": number, "byte": f"{byte:#04x}", "lines": lines, "count": len(wrong)}
    if len(wrong) > _MOST_LINES:
        return Message("not_utf8_and_more", **where, more=len(wrong) - _MOST_LINES)
    return Message("not_utf8", **where)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONG else text[:_LONG] + "…"


def _named(character: str) -> Message:
    """A character as it looks, with its name where it does not look like anything."""
    if character.isprintable() and not unicodedata.combining(character):
        return Message("character", character=character)
    number = f"{ord(character):04X}"
    if name := unicodedata.name(character, ""):
        return Message("character_named", number=number, name=name.lower())
    return Message("control_character", number=number)
