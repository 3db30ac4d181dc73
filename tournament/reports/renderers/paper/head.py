"""The head of a printed page: event, title, division, round, logo and the word "draft"."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.drawing import qr_code
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.drawing import draw_drawing, fitted_picture
from tournament.reports.renderers.paper.flow import SECTION_GAP, Fragment
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    LEADING,
    REGULAR,
    SMALL_SIZE,
    TABLE_SIZE,
    TITLE_SIZE,
    clean_text,
    width_of,
    wrap_text,
)
from tournament.reports.report import Align, Report

LOGO_HEIGHT, LOGO_WIDTH = 44.0, 130.0
"""Maximum height and width of the logo, in points. Its proportions are kept."""
LOGO_GAP = 12.0
CODE_SIDE = 60.0
"""Side of a QR code in the head, in points."""


def full_head(report: Report, width: float) -> Fragment:
    """Return the head of the first page: event, title, division, round, facts, sponsor and a rule.

    The word "draft", the logo and the QR code are on the right if the report has them.
    """
    logo = fitted_picture(report.logo, LOGO_WIDTH, LOGO_HEIGHT)
    room = width - (logo[1] + LOGO_GAP if logo else 0.0)
    room -= _draft_stamp_width() if report.draft else 0.0
    room -= CODE_SIDE + LOGO_GAP if report.code else 0.0
    event = wrap_text(clean_text(report.event), REGULAR, TABLE_SIZE, room)
    title = wrap_text(clean_text(report.title), BOLD, TITLE_SIZE, room)
    below = (
        wrap_text(clean_text(_subtitle_line(report)), REGULAR, TABLE_SIZE, room)
        if _subtitle_line(report)
        else []
    )
    facts = _fact_lines(report, room)
    lines: list[tuple[float, list[tuple[str, str]], float]] = []  # baseline, (font, text), size
    y = 0.0
    for texts, font, size, before in (
        (event, REGULAR, TABLE_SIZE, 0.0),
        (title, BOLD, TITLE_SIZE, 2.0),
        (below, REGULAR, TABLE_SIZE, 2.0),
    ):
        if texts:
            y += before
        for text in texts:
            lines.append((y + size, [(font, text)], size))
            y += size * LEADING
    sponsor = (
        wrap_text(clean_text(report.sponsor), REGULAR, TABLE_SIZE, room) if report.sponsor else []
    )
    for parts in (*facts, *([(REGULAR, line)] for line in sponsor)):
        lines.append((y + TABLE_SIZE + 1, parts, TABLE_SIZE))
        y += TABLE_SIZE * LEADING + 1
    height = max(y, LOGO_HEIGHT if logo else 0.0, CODE_SIDE if report.code else 0.0) + 5

    def draw(canvas: Canvas, x: float, top: float) -> None:
        canvas.setFillColor(ink.INK)
        for baseline, parts, size in lines:
            left = x
            for font, text in parts:
                write(canvas, Align.LEFT, left, top - baseline, text, font, size)
                left += width_of(text, font, size)
        _draw_rule(canvas, x, top - height, width, report.colour)
        right = x + width
        if report.code:
            draw_drawing(canvas, qr_code(report.code), right - CODE_SIDE, top, CODE_SIDE)
            right -= CODE_SIDE + LOGO_GAP
        if logo:
            image, wide, high = logo
            canvas.drawImage(image, right - wide, top - high, wide, high, mask="auto")
            right -= wide + LOGO_GAP
        if report.draft:
            _draw_draft_stamp(canvas, right, top)

    return Fragment(height + SECTION_GAP, draw)


def running_head(report: Report, width: float) -> Fragment:
    """Return the head of the following pages: event, title, division and round in small type."""
    words = clean_text(
        " · ".join(part for part in (report.event, report.title, _subtitle_line(report)) if part)
    )
    lines = wrap_text(
        words, REGULAR, SMALL_SIZE, width - (_draft_stamp_width() if report.draft else 0.0)
    )
    height = len(lines) * SMALL_SIZE * LEADING + 4

    def draw(canvas: Canvas, x: float, top: float) -> None:
        canvas.setFillColor(ink.INK)
        for number, line in enumerate(lines):
            baseline = top - SMALL_SIZE - number * SMALL_SIZE * LEADING
            write(canvas, Align.LEFT, x, baseline, line, REGULAR, SMALL_SIZE)
        _draw_rule(canvas, x, top - height, width, report.colour)
        if report.draft:
            _draw_draft_stamp(canvas, x + width, top)

    return Fragment(height + SECTION_GAP * 0.7, draw)


def _subtitle_line(report: Report) -> str:
    return " · ".join(part for part in (*report.division_and_round, report.subtitle) if part)


def _fact_lines(report: Report, width: float) -> list[list[tuple[str, str]]]:
    """Return facts such as "Board **4**   Rules **Club**" in lines of this width, each as (font, text) pairs."""
    lines: list[list[tuple[str, str]]] = []
    used = width + 1
    for label, value in report.facts:
        parts = [(REGULAR, f"{clean_text(label)} "), (BOLD, clean_text(value))]
        wide = sum(width_of(text, font, TABLE_SIZE) for font, text in parts)
        if used + wide > width or not lines:
            lines.append([])
            used = 0.0
        else:
            lines[-1].append((REGULAR, "    "))
            used += width_of("    ", REGULAR, TABLE_SIZE)
        lines[-1].extend(parts)
        used += wide
    return lines


def _draft_stamp_width() -> float:
    return width_of(_("DRAFT"), BOLD, TABLE_SIZE) + 20


def _draw_draft_stamp(canvas: Canvas, right: float, top: float) -> None:
    wide = width_of(_("DRAFT"), BOLD, TABLE_SIZE) + 10
    canvas.setStrokeColor(ink.INK)
    canvas.setLineWidth(1)
    canvas.rect(right - wide, top - TABLE_SIZE - 4, wide, TABLE_SIZE + 6)
    canvas.setFillColor(ink.INK)
    write(canvas, Align.LEFT, right - wide + 5, top - TABLE_SIZE, _("DRAFT"), BOLD, TABLE_SIZE)


def rule_colour(colour: str) -> Any:
    """Return the colour of horizontal rules: the event's own colour or the default."""
    return HexColor(colour) if colour else ink.RULE


def _draw_rule(canvas: Canvas, x: float, y: float, width: float, colour: str) -> None:
    canvas.setStrokeColor(rule_colour(colour))
    canvas.setLineWidth(1.2)
    canvas.line(x, y, x + width, y)
