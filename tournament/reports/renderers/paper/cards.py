"""A card on paper: lines of fields that fill its cell, each as large as it may be and has room for."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.figures import written
from tournament.reports.qr import code_of
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.drawing import draw_drawing
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.typeface import BOLD, REGULAR, clean, fitted, width_of
from tournament.reports.report import Align, Card, Field, Size

GAP = 6.0
"""White between fields beside each other and lines below each other, in points."""
LABEL = 6.5
SIZES = {Size.SMALL: 8.0, Size.PLAIN: 11.0, Size.LARGE: 18.0}
LEAST = 6.0
CODE = 64.0
"""The side of a QR code in points: a phone reads it from a hand's distance."""
LETTER = 0.73
"""The height of a capital, as a part of its size."""


def draw_card(canvas: Canvas, card: Card, x: float, y: float, width: float, height: float) -> None:
    """Draw a card with its top left corner at x, y."""
    shares = sum(line.share for line in card.lines)
    unit = (height - GAP * (len(card.lines) - 1)) / shares
    top = y
    for line in card.lines:
        high = unit * line.share
        free = CODE + GAP if card.code and y - top < CODE else 0.0
        if line.rule:
            canvas.setStrokeColor(ink.RULE)
            canvas.setLineWidth(0.8)
            canvas.line(x, top + GAP / 2, x + width - free, top + GAP / 2)
        _draw_line(canvas, line.fields, x, top, width - free, high)
        top -= high + GAP
    if card.code:
        side = min(CODE, height)
        draw_drawing(canvas, code_of(card.code), x + width - side, y, side)


def _draw_line(
    canvas: Canvas, fields: tuple[Field, ...], x: float, top: float, width: float, height: float
) -> None:
    inner = width - GAP * (len(fields) - 1)
    shares = sum(each.share for each in fields)
    for each in fields:
        wide = inner * each.share / shares
        _draw_field(canvas, each, x, top, wide, height)
        x += wide + GAP


def _draw_field(
    canvas: Canvas, field: Field, x: float, top: float, width: float, height: float
) -> None:
    label = 0.0
    if field.label and not field.by_hand:
        label = LABEL * 1.3
        canvas.setFillColor(ink.SOFT)
        size, (first, *_) = fitted(clean(field.label), REGULAR, LABEL, width, 1, LEAST)
        write(canvas, field.side, _anchor(field, x, width), top - size, first, REGULAR, size)
    if field.by_hand:
        _draw_box(canvas, field, x, top, width, height)
    elif text := clean(written(field.kind, field.value)):
        _draw_value(canvas, field, text, x, top - label, width, height - label)


def _draw_box(
    canvas: Canvas, field: Field, x: float, top: float, width: float, height: float
) -> None:
    canvas.setStrokeColor(ink.INK)
    canvas.setLineWidth(0.6)
    canvas.rect(x, top - height, width, height)
    if field.label:
        canvas.setFillColor(ink.SOFT)
        size, (first, *_) = fitted(clean(field.label), REGULAR, LABEL, width - 5, 1, LEAST)
        write(canvas, Align.LEFT, x + 2.5, top - size - 1.5, first, REGULAR, size)


def _draw_value(
    canvas: Canvas, field: Field, text: str, x: float, top: float, width: float, height: float
) -> None:
    font = BOLD if field.bold or field.size is Size.HUGE else REGULAR
    if field.size is Size.HUGE:
        size = height / LETTER / 1.15
        size = min(size, size * width / max(width_of(text, font, size), 1.0))
        lines = [text]
        if size < height * 0.35:  # a long text is larger in two or three lines
            size, lines = _largest(text, font, width, height)
    else:
        most = max(1, int(height / (LEAST * 1.2)))
        size, lines = fitted(text, font, SIZES[field.size], width, min(3, most), LEAST)
        while len(lines) * size * 1.2 > height and size > 3.0:
            size *= 0.92
            size, lines = fitted(text, font, size, width, 3, LEAST)
    canvas.setFillColor(ink.INK)
    used = (len(lines) - 1) * size * 1.15 + size * LETTER
    slack = max(0.0, height - used) / 2 if field.size is Size.HUGE else size * 0.2
    baseline = top - slack - size * LETTER
    for line in lines:
        write(canvas, field.side, _anchor(field, x, width), baseline, line, font, size)
        baseline -= size * 1.15


def _largest(text: str, font: str, width: float, height: float) -> tuple[float, list[str]]:
    """Return the largest size at which the text fills at most three lines of the place."""
    best = fitted(text, font, height / 3, width, 3, LEAST)
    for most in (2, 3):
        size, lines = fitted(text, font, height / (most * 1.2), width, most, LEAST)
        while len(lines) * size * 1.2 > height and size > 3.0:
            size, lines = fitted(text, font, size * 0.94, width, most, LEAST)
        if size > best[0] or len(best[1]) * best[0] * 1.2 > height:
            best = size, lines
    return best


def _anchor(field: Field, x: float, width: float) -> float:
    if field.side is Align.LEFT:
        return x
    return x + width if field.side is Align.RIGHT else x + width / 2
