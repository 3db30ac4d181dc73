"""Papers of one kind beside and below each other on a page, with lines to cut along."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.qr import code_of
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.drawing import draw_drawing
from tournament.reports.renderers.paper.flow import SECTION_GAP, Flow, Fragment
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    LEADING,
    REGULAR,
    clean,
    fitted,
    wrap,
)
from tournament.reports.report import Align, Sheet

FACTS = 8.0
"""The size of the facts below a title."""
CODE_SIDE = 56.0
"""The side of a QR code in points: a phone reads it from a hand's distance."""
GUTTER = 12.0
"""White on either side of a line to cut along, in points."""


class GridFlow:
    """Flows in the cells of a grid that fills each page, row by row.

    There are fewer below each other where a cell would be less high than `least` points; what does
    not fit even so goes on in the next one.
    """

    def __init__(
        self, flows: Sequence[Flow], across: int, down: int, width: float, least: float = 0.0
    ) -> None:
        self._flows = deque(flows)
        self._across, self._down, self._width = across, down, width
        self._least = least
        self.done = not self._flows

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return one page of cells; a page already begun is left to what stands on it."""
        if not forced:
            return None
        across, down = self._across, self._down
        while down > 1 and (room - (down - 1) * 2 * GUTTER) / down < self._least:
            down -= 1
        wide = (self._width - (across - 1) * 2 * GUTTER) / across
        high = (room - (down - 1) * 2 * GUTTER) / down
        placed: list[tuple[float, float, Fragment]] = []
        for cell in range(across * down):
            if not self._flows:
                break
            piece = self._flows[0].take(high, forced=True)
            if piece is not None:
                row, column = divmod(cell, across)
                left = column * (wide + 2 * GUTTER)
                placed.append((left, row * (high + 2 * GUTTER), piece))
            if self._flows[0].done:
                self._flows.popleft()
        self.done = not self._flows

        def draw(canvas: Canvas, x: float, y: float) -> None:
            for left, top, piece in placed:
                piece.draw(canvas, x + left, y - top)
            canvas.setStrokeColor(ink.SOFT)
            canvas.setLineWidth(0.5)
            canvas.setDash([3, 3])
            for column in range(1, across):
                at = x + column * (wide + 2 * GUTTER) - GUTTER
                canvas.line(at, y, at, y - room)
            for row in range(1, down):
                at = y - row * (high + 2 * GUTTER) + GUTTER
                canvas.line(x, at, x + self._width, at)
            canvas.setDash([])

        return Fragment(room, draw)


class SheetHead:
    """The title of one paper, its facts below, its QR code on the right."""

    def __init__(self, sheet: Sheet, width: float) -> None:
        self._sheet = sheet
        self._room = width - (CODE_SIDE + GUTTER if sheet.code else 0.0)
        size, lines = fitted(clean(sheet.title), BOLD, 14.0, self._room, 2, 8.0)
        self._title = (size, lines)
        facts = " · ".join(f"{label} {value}".strip() for label, value in sheet.facts)
        self._facts = wrap(clean(facts), REGULAR, FACTS, self._room) if facts else []
        self._right = width
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:  # noqa: ARG002 - as every flow
        """Return the head, whole."""
        self.done = True
        size, lines = self._title
        high = len(lines) * size * LEADING + len(self._facts) * FACTS * LEADING
        code = code_of(self._sheet.code) if self._sheet.code else None

        def draw(canvas: Canvas, x: float, y: float) -> None:
            canvas.setFillColor(ink.INK)
            top = y
            for line in lines:
                write(canvas, Align.LEFT, x, top - size, line, BOLD, size)
                top -= size * LEADING
            canvas.setFillColor(ink.SOFT)
            for line in self._facts:
                write(canvas, Align.LEFT, x, top - FACTS, line, REGULAR, FACTS)
                top -= FACTS * LEADING
            if code:
                draw_drawing(canvas, code, x + self._right - CODE_SIDE, y, CODE_SIDE)

        return Fragment(max(high, CODE_SIDE if code else 0.0) - SECTION_GAP + 6.0, draw)


class Whole:
    """One thing that fills its cell, however high that is."""

    def __init__(self, draw: Callable[..., None]) -> None:
        self._draw = draw
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:  # noqa: ARG002 - as every flow
        """Return it as high as the room."""
        self.done = True

        def draw(canvas: Canvas, x: float, y: float) -> None:
            self._draw(canvas, x=x, y=y, height=room)

        return Fragment(room, draw)
