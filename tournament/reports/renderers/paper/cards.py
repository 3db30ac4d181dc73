"""Cards and sheets on paper, in a grid with lines to cut along."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.drawing import qr_code
from tournament.reports.figures import format_cell
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.drawing import draw_drawing, fitted_picture
from tournament.reports.renderers.paper.flow import SECTION_GAP, Flow, Fragment
from tournament.reports.renderers.paper.head import rule_colour
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    LEADING,
    REGULAR,
    clean_text,
    fit_text,
    width_of,
    wrap_text,
)
from tournament.reports.report import Align, Card, CardField, FontSize, Kind, Report, Sheet

GAP = 6.0
"""Space between fields and between lines of a card, in points."""
LABEL = 6.5
SIZES = {FontSize.SMALL: 8.0, FontSize.PLAIN: 11.0, FontSize.LARGE: 18.0}
MIN_SIZE, MIN_SPONSOR_SIZE = 6.0, 5.0
LOGO_SHARE = 0.3
"""Maximum share of the width for the logo."""
CODE = 64.0
"""Side of a QR code in points, large enough for a phone held close to it."""
LETTER = 0.73
"""Height of a capital as a fraction of the font size."""
ABOVE, BELOW = 0.94, 0.23
"""Height of letters above and below the baseline, as fractions of the font size."""


class CardFrame(NamedTuple):
    """The space of a line or field of a card in points, from its top left corner."""

    x: float
    top: float
    width: float
    height: float


def draw_card(
    canvas: Canvas, card: Card, report: Report, x: float, y: float, width: float, height: float
) -> None:
    """Draw a card of a report with its top left corner at x, y."""
    shares = sum(line.share for line in card.lines)
    unit = (height - GAP * (len(card.lines) - 1)) / shares
    top = y
    for line in card.lines:
        high = unit * line.share
        free = CODE + GAP if card.code and y - top < CODE else 0.0
        if line.rule:
            canvas.setStrokeColor(rule_colour(report.colour))
            canvas.setLineWidth(0.8)
            canvas.line(x, top + GAP / 2, x + width - free, top + GAP / 2)
        _draw_card_line(canvas, line.fields, report, CardFrame(x, top, width - free, high))
        top -= high + GAP
    if card.code:
        side = min(CODE, height)
        draw_drawing(canvas, qr_code(card.code), x + width - side, y, side)


def _draw_card_line(
    canvas: Canvas, fields: tuple[CardField, ...], report: Report, frame: CardFrame
) -> None:
    inner = frame.width - GAP * (len(fields) - 1)
    shares = sum(field.share for field in fields)
    x = frame.x
    for field in fields:
        own = frame._replace(x=x, width=inner * field.share / shares)
        if field.has_branding:
            _draw_letterhead(canvas, field, report, own)
        else:
            _draw_field(canvas, field, own)
        x += own.width + GAP


def _draw_letterhead(canvas: Canvas, field: CardField, report: Report, frame: CardFrame) -> None:
    """Draw the logo with the field beside it, and the sponsor line below both."""
    x, top, width, height = frame
    bottom = top - height
    if sponsor := clean_text(report.sponsor):
        canvas.setFillColor(ink.SOFT)
        most = min(LABEL if field.size is FontSize.SMALL else SIZES[FontSize.PLAIN], height * 0.3)
        size, lines = fit_text(sponsor, REGULAR, most, width, 1, MIN_SPONSOR_SIZE)
        if size < MIN_SPONSOR_SIZE or len(lines) > 1:
            size, lines = fit_text(sponsor, REGULAR, most, width, 2, MIN_SPONSOR_SIZE)
        for below, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
            place = (_anchor(field, frame), bottom + size * (BELOW + below * LEADING))
            write(canvas, field.side, *place, line, REGULAR, size)
        height -= len(lines) * size * LEADING
    left, taken = 0.0, 0.0
    if logo := fitted_picture(report.logo, width * LOGO_SHARE, height):
        image, wide, high = logo
        canvas.drawImage(image, x, top - high, wide, high, mask="auto")
        left = wide + GAP
        taken = 2 * left if field.side is Align.CENTRE else left
    _draw_field(canvas, field, CardFrame(x + left, top, width - taken, height))


def _draw_field(canvas: Canvas, field: CardField, frame: CardFrame) -> None:
    x, top, width, height = frame
    label = 0.0
    if field.label and not field.by_hand:
        label = LABEL * 1.3
        canvas.setFillColor(ink.SOFT)
        size, (first, *_) = fit_text(clean_text(field.label), REGULAR, LABEL, width, 1, MIN_SIZE)
        write(canvas, field.side, _anchor(field, frame), top - size, first, REGULAR, size)
    if field.is_code:
        top, height = top - label, height - label
        side = min(width, height)
        slack = {Align.LEFT: 0.0, Align.CENTRE: (width - side) / 2, Align.RIGHT: width - side}
        draw_drawing(canvas, qr_code(str(field.value)), x + slack[field.side], top, side)
    elif field.by_hand:
        _draw_box(canvas, field, frame)
    elif text := clean_text(format_cell(field.kind, field.value)):
        _draw_value(canvas, field, text, CardFrame(x, top - label, width, height - label))


def _draw_box(canvas: Canvas, field: CardField, frame: CardFrame) -> None:
    x, top, width, height = frame
    canvas.setStrokeColor(ink.INK)
    canvas.setLineWidth(0.6)
    canvas.rect(x, top - height, width, height)
    if field.label:
        canvas.setFillColor(ink.SOFT)
        size, (first, *_) = fit_text(
            clean_text(field.label), REGULAR, LABEL, width - 5, 1, MIN_SIZE
        )
        write(canvas, Align.LEFT, x + 2.5, top - size - 1.5, first, REGULAR, size)


def _draw_value(canvas: Canvas, field: CardField, text: str, frame: CardFrame) -> None:
    _x, top, width, height = frame
    font = BOLD if field.bold or field.size is FontSize.HUGE else REGULAR
    above, below = (LETTER, 0.0) if field.kind is Kind.INTEGER else (ABOVE, BELOW)
    if field.size is FontSize.HUGE:
        size = height / max(above + below, LETTER * 1.15)
        size = min(size, size * width / max(width_of(text, font, size), 1.0))
        lines = [text]
        if size < height * 0.35:  # several lines allow a larger font
            size, lines = _largest_fit(text, font, width, height)
    else:
        most = max(1, int(height / (MIN_SIZE * 1.2)))
        size, lines = fit_text(text, font, SIZES[field.size], width, min(3, most), MIN_SIZE)
        while len(lines) * size * 1.2 > height and size > 3.0:
            size *= 0.92
            size, lines = fit_text(text, font, size, width, 3, MIN_SIZE)
    canvas.setFillColor(ink.INK)
    baseline = top - size * (LETTER + 0.2)
    if field.size is FontSize.HUGE:
        used = (len(lines) - 1) * size * 1.15 + size * (above + below)
        baseline = top - max(0.0, height - used) / 2 - size * above
    for line in lines:
        write(canvas, field.side, _anchor(field, frame), baseline, line, font, size)
        baseline -= size * 1.15


def _largest_fit(text: str, font: str, width: float, height: float) -> tuple[float, list[str]]:
    """Return the largest font size at which the text fits in at most three lines, and the lines."""
    best = fit_text(text, font, height / 3, width, 3, MIN_SIZE)
    for most in (2, 3):
        size, lines = fit_text(text, font, height / (most * 1.2), width, most, MIN_SIZE)
        while len(lines) * size * 1.2 > height and size > 3.0:
            size, lines = fit_text(text, font, size * 0.94, width, most, MIN_SIZE)
        if size > best[0] or len(best[1]) * best[0] * 1.2 > height:
            best = size, lines
    return best


def _anchor(field: CardField, frame: CardFrame) -> float:
    if field.side is Align.LEFT:
        return frame.x
    return frame.x + (frame.width if field.side is Align.RIGHT else frame.width / 2)


FACTS = 8.0
"""Font size of the facts below a title."""
CODE_SIDE = 56.0
"""Side of a QR code in points, large enough for a phone held close to it."""
GUTTER = 12.0
"""Space on either side of a line to cut along, in points."""


class GridFlow:
    """A flow that places other flows in the cells of a grid, row by row; the grid fills each page.

    If cells would be less than `least` points high, the grid has fewer rows. Content that still does
    not fit continues in the next cell.
    """

    def __init__(
        self, flows: Sequence[Flow], across: int, down: int, width: float, least: float = 0.0
    ) -> None:
        self._flows = deque(flows)
        self._across, self._down, self._width = across, down, width
        self._least = least
        self.done = not self._flows

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return one page of cells, always starting on a new page; None unless `forced`."""
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


class SheetHeadFlow:
    """The head of one sheet: title, facts below it, and a QR code on the right."""

    def __init__(self, sheet: Sheet, width: float) -> None:
        self._sheet = sheet
        self._room = width - (CODE_SIDE + GUTTER if sheet.code else 0.0)
        size, lines = fit_text(clean_text(sheet.title), BOLD, 14.0, self._room, 2, 8.0)
        self._title = (size, lines)
        facts = " · ".join(f"{label} {value}".strip() for label, value in sheet.facts)
        self._facts = wrap_text(clean_text(facts), REGULAR, FACTS, self._room) if facts else []
        self._right = width
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:  # noqa: ARG002 - as every flow
        """Return the complete head."""
        self.done = True
        size, lines = self._title
        high = len(lines) * size * LEADING + len(self._facts) * FACTS * LEADING
        code = qr_code(self._sheet.code) if self._sheet.code else None

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


class FillFlow:
    """The flow of a single drawing that fills its cell."""

    def __init__(self, draw: Callable[..., None]) -> None:
        self._draw = draw
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:  # noqa: ARG002 - as every flow
        """Return the drawing, as high as the available space."""
        self.done = True

        def draw(canvas: Canvas, x: float, y: float) -> None:
            self._draw(canvas, x=x, y=y, height=room)

        return Fragment(room, draw)
