"""Writing and ruling on the page: every text of a PDF goes through here, so it reads right in any script.

The library takes 20 µs for one text or line, too long for the 200,000 of a few hundred scorecards.
Here they are put in the PDF's own words many at a time, and what a text is in them is kept for each
document: names and figures recur.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary

from reportlab.lib.rl_accel import escapePDF
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.renderers.paper.script import in_drawing_order
from tournament.reports.renderers.paper.typeface import width_of
from tournament.reports.report import Align

_Known = dict[str, tuple[str, float]]
"""What a text is in the PDF's words, and how wide it is in points."""
_KEPT: WeakKeyDictionary[Canvas, dict[tuple[str, float], _Known]] = WeakKeyDictionary()


class Pen:
    """Lines in one typeface and size, put on the page together by `done`."""

    def __init__(self, canvas: Canvas, font: str, size: float) -> None:
        self._canvas, self._font, self._size = canvas, font, size
        self._known = _KEPT.setdefault(canvas, {}).setdefault((font, size), {})
        self._written: list[str] = []

    def line(self, side: Align, x: float, y: float, text: str) -> None:
        """Write one line with its baseline at y: from x on, around x, or up to x."""
        known = self._known.get(text)
        if known is None:
            wide = width_of(text, self._font, self._size)
            known = self._known[text] = (self._in_pdf(in_drawing_order(text)), wide)
        if side is Align.RIGHT:
            x -= known[1]
        elif side is Align.CENTRE:
            x -= known[1] / 2
        self._written.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm {known[0]}")

    def done(self) -> None:
        """Put what was written on the page; what is drawn next stands after it."""
        if self._written:
            self._canvas.addLiteral(f"BT {' '.join(self._written)} ET")
            self._written = []

    def _in_pdf(self, text: str) -> str:
        """Return the text in the PDF's words; the blank behind it keeps cells apart for who copies."""
        document = vars(self._canvas)["_doc"]  # the library offers no other way to its fonts
        font: Any = pdfmetrics.getFont(self._font)
        return " ".join(
            f"{font.getSubsetInternalName(subset, document)} {self._size:.2f} Tf "
            f"({escapePDF(letters)}) Tj"
            for subset, letters in font.splitString(f"{text} ", document)
        )


def write(
    canvas: Canvas,
    side: Align,
    x: float,
    y: float,
    text: str,
    font: str,
    size: float,
) -> None:
    """Write one line with its baseline at y: from x on, around x, or up to x."""
    pen = Pen(canvas, font, size)
    pen.line(side, x, y, text)
    pen.done()


def rule_lines(canvas: Canvas, lines: Iterable[tuple[float, float, float, float]]) -> None:
    """Draw straight lines, each from a point to a point, in the ink and width of the canvas."""
    strokes = [f"{x:.2f} {y:.2f} m {to_x:.2f} {to_y:.2f} l" for x, y, to_x, to_y in lines]
    if strokes:
        canvas.addLiteral(f"{' '.join(strokes)} S")


def fill_blocks(canvas: Canvas, blocks: Iterable[tuple[float, float, float, float]]) -> None:
    """Fill rectangles, each as left, bottom, width and height, in the ink of the canvas."""
    places = [f"{x:.2f} {y:.2f} {wide:.2f} {high:.2f} re" for x, y, wide, high in blocks]
    if places:
        canvas.addLiteral(f"{' '.join(places)} f")
