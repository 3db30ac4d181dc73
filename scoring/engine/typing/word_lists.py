"""A word list as people keep it: plain text, one word a line, perhaps with further columns.

Everything that is not as it should be is told with its line. Words below two tiles or beyond fifteen
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

SHORTEST, LONGEST = 2, 15
"""Tiles of a word that can be played."""

_FIRST = re.compile(r"[^\s,;|]+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LONG = 60


class Trouble(Enum):
    """What can be wrong with a line."""

    ODD = "odd"
    """It holds something that is no tile of the set."""
    TWICE = "twice"
    """The word stands further up already."""
    LENGTH = "length"
    """Too short or too long to be played."""


@dataclass(frozen=True, slots=True)
class LineTrouble:
    """One line that is not taken as it stands, with a sentence; lines count from 1."""

    line: int
    trouble: Trouble
    message: str

    def __str__(self) -> str:
        return f"Line {self.line}: {self.message}"


@dataclass(frozen=True)
class WordFile:
    """What was read: words as a list writes them, each once, in the order of the file."""

    words: tuple[str, ...]
    troubles: tuple[LineTrouble, ...]

    def of(self, trouble: Trouble) -> list[LineTrouble]:
        """The troubles of one kind, in the order of the lines."""
        return [found for found in self.troubles if found.trouble is trouble]


class NotAWordList(ValueError):
    """The bytes are no plain text in UTF-8, or hold no word; the message says where and what to do."""


def read_words(data: bytes, tile_set: TileSet) -> WordFile:
    """Read a list in words of `tile_set`; a line that begins with ``#`` is a remark.

    Raises `NotAWordList` for an encoding that is not UTF-8, with the lines that are not.
    """
    speller = Speller(tile_set)
    first_on: dict[str, int] = {}
    troubles: list[LineTrouble] = []
    for number, raw in enumerate(_lines(data), 1):
        match = _FIRST.search(raw)
        if match is None or raw[match.start()] == "#":
            continue
        text = match.group()
        try:
            word, tiles = speller.spelled(text)
        except UnknownTile as unknown:
            message = f"{_shown(text)} holds {_named(unknown.character)}, no tile of the {tile_set.name} set."
            troubles.append(LineTrouble(number, Trouble.ODD, message))
            continue
        if not SHORTEST <= tiles <= LONGEST:
            message = f"{_shown(text)} has {tiles} tile{'' if tiles == 1 else 's'}; a word has {SHORTEST} to {LONGEST}."
            troubles.append(LineTrouble(number, Trouble.LENGTH, message))
            continue
        before = first_on.setdefault(word, number)
        if before != number:
            message = f"{_shown(text)} stands in line {before} already."
            troubles.append(LineTrouble(number, Trouble.TWICE, message))
    return WordFile(tuple(first_on), tuple(troubles))


def sets_that_fit(words: WordFile, data: bytes, tile_sets: Iterable[TileSet]) -> list[TileSet]:
    """The tile sets that have every letter of the lines in which `words` met odd ones."""
    odd = {found.line for found in words.of(Trouble.ODD)}
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
        raise NotAWordList(
            f"Line {line} holds a zero byte: this is no plain text. Save the list as plain text (.txt) in UTF-8."
        )
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return iter(text.split("\n"))


def _not_utf8(data: bytes) -> str:
    """Which lines are not in UTF-8, the first few of them by number."""
    wrong = []
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            line.decode("utf-8")
        except UnicodeDecodeError as error:
            wrong.append((number, line[error.start]))
    if not wrong:
        return "The file ends in the middle of a character. Save the list as plain text in UTF-8."
    number, byte = wrong[0]
    lines = ", ".join(str(line) for line, _ in wrong[:10])
    more = f" and {len(wrong) - 10:,} more" if len(wrong) > 10 else ""
    return (
        f"The file is not in UTF-8: line {number} holds the byte {byte:#04x}. Not UTF-8: "
        f"line{'' if len(wrong) == 1 else 's'} {lines}{more}. Save the list as plain text in UTF-8."
    )


def _shown(text: str) -> str:
    return f"“{text if len(text) <= _LONG else text[:_LONG] + '…'}”"


def _named(character: str) -> str:
    """A character as it looks, with its name where it does not look like anything."""
    if character.isprintable() and not unicodedata.combining(character):
        return f"“{character}”"
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'a control character').lower()})"
