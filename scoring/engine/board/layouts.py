"""The printed board: its size and its premium squares.

Besides the readable form, a layout contains the same data in a flat form for computing: row after
row, with an empty cell around every edge. The neighbour of any square is then found by addition,
and edges need no special case.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from scoring.engine.board.datafile import DataFileError, parse_data_file, typed_value
from scoring.engine.board.squares import Coordinate, Direction, NotASquare, Square


class Premium(Enum):
    """A premium square: what it multiplies (a letter or a word) and by how much."""

    DLS = "letter", 2
    TLS = "letter", 3
    QLS = "letter", 4
    DWS = "word", 2
    TWS = "word", 3
    QWS = "word", 4

    def __init__(self, applies_to: str, factor: int) -> None:
        self.applies_to = applies_to
        self.factor = factor


_PREMIUM_SYMBOLS = {
    ".": None,
    "d": Premium.DLS,
    "t": Premium.TLS,
    "q": Premium.QLS,
    "2": Premium.DWS,
    "3": Premium.TWS,
    "4": Premium.QWS,
}


@dataclass(frozen=True, eq=False)
class Layout:
    """One board. `premiums` contains only the premium squares; `start` is the square the first play must cover."""

    key: str
    name: str
    rows: int
    columns: int
    start: Square
    premiums: dict[Square, Premium]

    down: int = field(init=False)
    """Distance from a cell to the cell below it. A step across is 1."""
    cells: int = field(init=False)
    """Number of cells in the flat form, including the empty edge."""
    letter_factors: list[int] = field(init=False)
    word_factors: list[int] = field(init=False)
    centre: int = field(init=False)
    """The flat cell of `start`."""
    spellings: dict[str, tuple[int, int, int]] = field(init=False)
    """Every spelling of a coordinate (``8H 8h H8 h8``), mapped to (first cell, step, squares to the edge)."""

    def __post_init__(self) -> None:
        down = self.columns + 2
        cells = down * (self.rows + 2)
        letters, words = [1] * cells, [1] * cells
        for square, premium in self.premiums.items():
            factors = letters if premium.applies_to == "letter" else words
            factors[square.row * down + square.column] = premium.factor
        spellings: dict[str, tuple[int, int, int]] = {}
        for row in range(1, self.rows + 1):
            for column in range(1, self.columns + 1):
                cell = row * down + column
                for letter in (chr(64 + column), chr(96 + column)):
                    spellings[f"{row}{letter}"] = (cell, 1, self.columns - column + 1)
                    spellings[f"{letter}{row}"] = (cell, down, self.rows - row + 1)
        derived = {
            "down": down,
            "cells": cells,
            "letter_factors": letters,
            "word_factors": words,
            "centre": self.start.row * down + self.start.column,
            "spellings": spellings,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_toml(cls, text: str, key: str) -> Layout:
        """Parse the text of a layout file; `key` is the name of the file without its suffix.

        Raise `DataFileError`, naming the file and the problem, if it is invalid.
        """
        source = f"layouts/{key}.toml"
        data = parse_data_file(text, source, ("name", "start", "squares"))
        lines = [
            line.split() for line in typed_value(data, "squares", str, source).strip().splitlines()
        ]
        width = len(lines[0]) if lines else 0
        if not 1 <= width <= 26 or len(lines) > 99 or any(len(line) != width for line in lines):
            raise DataFileError(
                source, "“squares” must be rows of equal length, 26 columns at most."
            )
        premiums: dict[Square, Premium] = {}
        for row, line in enumerate(lines, 1):
            for column, mark in enumerate(line, 1):
                if mark not in _PREMIUM_SYMBOLS:
                    raise DataFileError(
                        source,
                        f"unknown mark “{mark}” in row {row}; known: {' '.join(_PREMIUM_SYMBOLS)}.",
                    )
                premium = _PREMIUM_SYMBOLS[mark]
                if premium is not None:
                    premiums[Square(row, column)] = premium
        written = typed_value(data, "start", str, source)
        try:
            start = Square.parse(written)
        except NotASquare as error:
            raise DataFileError(source, f"“start”: “{written}” is not a square.") from error
        if start.row > len(lines) or start.column > width:
            raise DataFileError(source, f"“start” {start} is off the board.")
        return cls(key, typed_value(data, "name", str, source), len(lines), width, start, premiums)

    def contains(self, square: Square) -> bool:
        """Return whether the square is on this board."""
        return 1 <= square.row <= self.rows and 1 <= square.column <= self.columns

    def cell(self, square: Square) -> int:
        """Return the flat cell of a square on this board."""
        return square.row * self.down + square.column

    def square(self, cell: int) -> Square:
        """Return the square of a flat cell."""
        return Square(*divmod(cell, self.down))

    def step(self, direction: Direction) -> int:
        """Return the distance from one cell of a word in this direction to the next."""
        return 1 if direction is Direction.ACROSS else self.down

    def coordinate(self, cell: int, step: int) -> Coordinate:
        """Return the coordinate of a word from its first flat cell and its step."""
        return Coordinate(self.square(cell), Direction.ACROSS if step == 1 else Direction.DOWN)

    def premium(self, cell: int) -> Premium | None:
        """Return the premium printed on a flat cell, or None if it has none."""
        return self.premiums.get(self.square(cell))
