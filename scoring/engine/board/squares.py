"""Squares, directions, and coordinates, which combine the two as on score sheets.

Rows are numbered from 1 at the top, columns lettered from A at the left. ``8H`` (row first) is a
word that starts on H8 and runs across; ``H8`` (column first) runs down. A square by itself is
written column first.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from scoring.engine.message import Message, Refusal

_SPELLING = re.compile(r"(?:([1-9][0-9]?)([A-Za-z])|([A-Za-z])([1-9][0-9]?))")
_MAX_QUOTED_LENGTH = 24
"""Maximum number of characters of an invalid coordinate that an error message quotes."""


class NotASquare(Refusal):
    """The text is not a square. The message shows valid examples."""

    def __init__(self, text: str) -> None:
        shown = text if len(text) <= _MAX_QUOTED_LENGTH else text[:_MAX_QUOTED_LENGTH] + "…"
        super().__init__(Message("not_a_square", text=shown))
        self.text = text


class Direction(Enum):
    """The direction of a word."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def perpendicular(self) -> Direction:
        """The other direction."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


@dataclass(frozen=True, slots=True, order=True)
class Square:
    """One square; `row` and `column` count from 1."""

    row: int
    column: int

    @classmethod
    def parse(cls, text: str) -> Square:
        """Return the square written as ``H8`` or ``8H``, in either case. Raise `NotASquare` for any other text."""
        return Coordinate.parse(text).square

    def __str__(self) -> str:
        return f"{chr(64 + self.column)}{self.row}"


@dataclass(frozen=True, slots=True)
class Coordinate:
    """The square on which a word starts, and the direction of the word."""

    square: Square
    direction: Direction

    @classmethod
    def parse(cls, text: str) -> Coordinate:
        """Parse a coordinate in either case: ``8H`` runs across, ``H8`` down. Raise `NotASquare` for other text."""
        match = _SPELLING.fullmatch(text.strip())
        if match is None:
            raise NotASquare(text)
        row, column, down_column, down_row = match.groups()
        if row is not None:
            return cls(Square(int(row), ord(column.upper()) - 64), Direction.ACROSS)
        return cls(Square(int(down_row), ord(down_column.upper()) - 64), Direction.DOWN)

    def __str__(self) -> str:
        if self.direction is Direction.DOWN:
            return str(self.square)
        return f"{self.square.row}{chr(64 + self.square.column)}"
