"""The content of a board diagram, square by square, independent of how it is drawn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scoring.engine.board.board import Board
from scoring.engine.board.squares import Square


@dataclass(frozen=True, slots=True)
class Cell:
    """One square. `premium` is a code such as ``DWS``, or None; `tile` is the face on it, or None.

    `is_last` is set if a tile of the play to outline is on the square.
    """

    square: Square
    premium: str | None
    tile: str | None
    value: int
    is_blank: bool
    is_last: bool
    is_start: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """A whole board, row by row."""

    rows: int
    columns: int
    cells: tuple[tuple[Cell, ...], ...]


def diagram(board: Board, last: Collection[int] = ()) -> Diagram:
    """Return the diagram of `board`. `last` contains the flat cells of the play to outline."""
    layout, tile_set = board.layout, board.tile_set
    blanks = set(tile_set.blank_forms.values())
    rows = []
    for row in range(1, layout.rows + 1):
        cells = []
        for column in range(1, layout.columns + 1):
            square = Square(row, column)
            face = board.tile_at(square)
            premium = layout.premiums.get(square)
            cells.append(
                Cell(
                    square=square,
                    premium=premium.name if premium else None,
                    tile=face,
                    value=tile_set.values[face] if face else 0,
                    is_blank=face in blanks,
                    is_last=layout.cell(square) in last,
                    is_start=square == layout.start,
                )
            )
        rows.append(tuple(cells))
    return Diagram(layout.rows, layout.columns, tuple(rows))
