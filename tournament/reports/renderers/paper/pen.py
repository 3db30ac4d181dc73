"""Writing on the page: every text of a PDF goes through here, so it reads right in any script."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from tournament.reports.renderers.paper.script import in_drawing_order
from tournament.reports.renderers.paper.typeface import width_of
from tournament.reports.report import Align


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
    canvas.setFont(font, size)
    text = in_drawing_order(text)
    if side is Align.RIGHT:
        x -= width_of(text, font, size)
    elif side is Align.CENTRE:
        x -= width_of(text, font, size) / 2
    canvas.drawString(x, y, text)


class Pen:
    """Many lines in one typeface and size, written as one text of the page: twice as fast."""

    def __init__(self, canvas: Canvas, font: str, size: float) -> None:
        self._canvas, self._font, self._size = canvas, font, size
        self._text: PDFTextObject | None = None

    def line(self, side: Align, x: float, y: float, text: str) -> None:
        """Write one line with its baseline at y: from x on, around x, or up to x."""
        if self._text is None:
            self._text = self._canvas.beginText()
            self._text.setFont(self._font, self._size)
        text = in_drawing_order(text)
        if side is Align.RIGHT:
            x -= width_of(text, self._font, self._size)
        elif side is Align.CENTRE:
            x -= width_of(text, self._font, self._size) / 2
        self._text.setTextOrigin(x, y)
        self._text.textOut(f"{text} ")  # the blank keeps cells apart for who copies the text

    def done(self) -> None:
        """Put what was written on the page; what is drawn next stands after it."""
        if self._text is not None:
            self._canvas.drawText(self._text)
            self._text = None
