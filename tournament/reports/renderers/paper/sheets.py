"""Papers of one kind beside and below each other on a page, with lines to cut along."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.flow import Flow, Fragment

GUTTER = 12.0
"""White on either side of a line to cut along, in points."""


class GridFlow:
    """Flows in the cells of a grid that fills each page, row by row.

    What does not fit its cell goes on in the next one.
    """

    def __init__(self, flows: Sequence[Flow], across: int, down: int, width: float) -> None:
        self._flows = list(flows)
        self._across, self._down, self._width = across, down, width
        self.done = not self._flows

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return one page of cells; a page already begun is left to what stands on it."""
        if not forced:
            return None
        across, down = self._across, self._down
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
                del self._flows[0]
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
