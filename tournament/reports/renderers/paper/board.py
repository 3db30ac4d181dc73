"""Boards on paper: classic colours, labelled premium squares, cream tiles and coordinates."""

from __future__ import annotations

from string import ascii_uppercase

from reportlab.pdfgen.canvas import Canvas

from scoring.wording.engine import premium_abbreviation
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.flow import Fragment, Heading
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.typeface import BOLD, REGULAR, clean_text, width_of
from tournament.reports.report import Align, BoardDrawing, SquareLike

MAX_SIDE = 400.0
MIN_SIDE = 200.0
"""Minimum width of a board in points. A board fills the available width and is never split."""


class BoardFlow:
    """The flow of a board diagram."""

    def __init__(self, board: BoardDrawing, width: float) -> None:
        self._board = board
        self._width = min(width, MAX_SIDE)
        self._heading = Heading(board.title, width)
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return the whole board, smaller if that saves a page.

        Return None if the board would be too small, unless `forced`.
        """
        rows, columns = len(self._board.squares), len(self._board.squares[0])
        height_of = (rows + 0.75) / (columns + 0.75)
        width = min(self._width, (room - self._heading.height) / height_of)
        if width < min(MIN_SIDE, self._width):
            if not forced:
                return None
            width = min(self._width, max(width, 40.0))
        self.done = True
        board, heading = self._board, self._heading

        def draw(canvas: Canvas, x: float, y: float) -> None:
            heading.draw(canvas, x, y)
            draw_board(canvas, board, x, y - heading.height, width)

        return Fragment(heading.height + width * height_of, draw)


def draw_board(canvas: Canvas, board: BoardDrawing, x: float, y: float, width: float) -> None:
    """Draw a board `width` points wide, including coordinates, with its top left corner at x, y."""
    columns = len(board.squares[0])
    side = width / (columns + 0.75)
    margin = side * 0.75
    canvas.setFillColor(ink.SOFT)
    canvas.setFont(REGULAR, side * 0.36)
    for column, letter in enumerate(ascii_uppercase[:columns]):
        middle = x + margin + (column + 0.5) * side
        canvas.drawCentredString(middle, y - margin * 0.72, letter)
    for row in range(len(board.squares)):
        middle = y - margin - (row + 0.5) * side
        canvas.drawRightString(x + margin * 0.78, middle - side * 0.13, str(row + 1))
    for row, squares in enumerate(board.squares):
        for column, square in enumerate(squares):
            left, bottom = x + margin + column * side, y - margin - (row + 1) * side
            if square.tile is None or square.premium:
                _draw_square(canvas, square, left, bottom, side)
            if square.tile is not None:
                _draw_tile(canvas, square, left, bottom, side)
    canvas.setStrokeColor(ink.INK)
    canvas.setLineWidth(max(0.6, side * 0.05))
    canvas.rect(
        x + margin,
        y - margin - len(board.squares) * side,
        columns * side,
        len(board.squares) * side,
    )
    _outline_last_play(canvas, board, x + margin, y - margin, side)


def _draw_square(
    canvas: Canvas, square: SquareLike, left: float, bottom: float, side: float
) -> None:
    ground, label = ink.EMPTY, ink.INK
    if square.premium:
        ground, label = ink.PREMIUM.get(square.premium, ink.OTHER_PREMIUM)
    canvas.setFillColor(ground)
    canvas.setStrokeColor(ink.GRID)
    canvas.setLineWidth(0.3)
    canvas.rect(left, bottom, side, side, stroke=1, fill=1)
    if square.premium:
        size, height = (0.27, 0.4) if square.tile is None else (0.18, 0.81)
        canvas.setFillColor(label)
        canvas.setFont(BOLD, side * size)
        canvas.drawCentredString(
            left + side / 2, bottom + side * height, premium_abbreviation(square.premium)
        )


def _draw_tile(canvas: Canvas, square: SquareLike, left: float, bottom: float, side: float) -> None:
    """Draw a tile; on a premium square, a rim of the square stays visible around it and the label above it."""
    gap = side * (0.09 if square.premium else 0.03)
    height = side * 0.69 if square.premium else side - 2 * gap
    canvas.setFillColor(ink.CREAM)
    canvas.setStrokeColor(ink.TILE_EDGE)
    canvas.setLineWidth(0.45)
    canvas.roundRect(left + gap, bottom + gap, side - 2 * gap, height, side * 0.1, stroke=1, fill=1)
    face = clean_text(square.tile or "")
    size = side * (0.54 if square.premium else 0.62)
    wide = width_of(face, BOLD, size)
    room = side * (0.6 if square.is_blank else 0.74)
    if wide > room:
        size *= room / wide
    value = "" if square.is_blank or not square.value else str(square.value)
    canvas.setFillColor(ink.INK)
    middle = left + side * (0.5 if not value else 0.46)
    tall = 0.55 if square.is_blank else 0.73  # the height of a lower-case or capital letter
    baseline = bottom + gap + height / 2 - size * tall / 2 + side * 0.015
    write(canvas, Align.CENTRE, middle, baseline, face, BOLD, size)
    if value:
        small = side * 0.22
        canvas.setFont(REGULAR, small)
        edge = gap + side * 0.04
        canvas.drawRightString(left + side - edge, bottom + edge, value)
    if square.is_blank:
        canvas.setStrokeColor(ink.INK)
        canvas.setLineWidth(max(0.5, side * 0.035))
        ring = side * (0.31 if square.premium else 0.4)
        canvas.circle(left + side / 2, bottom + gap + height / 2, ring, stroke=1, fill=0)


def _outline_last_play(
    canvas: Canvas, board: BoardDrawing, left: float, top: float, side: float
) -> None:
    """Draw a thick outline around the squares of the last play."""
    last = {
        (row, column)
        for row, squares in enumerate(board.squares)
        for column, square in enumerate(squares)
        if square.is_last
    }
    canvas.setStrokeColor(ink.INK)
    canvas.setLineWidth(max(1.2, side * 0.1))
    canvas.setLineCap(2)
    for row, column in sorted(last):
        west, north = left + column * side, top - row * side
        east, south = west + side, north - side
        if (row - 1, column) not in last:
            canvas.line(west, north, east, north)
        if (row + 1, column) not in last:
            canvas.line(west, south, east, south)
        if (row, column - 1) not in last:
            canvas.line(west, north, west, south)
        if (row, column + 1) not in last:
            canvas.line(east, north, east, south)
    canvas.setLineCap(0)
