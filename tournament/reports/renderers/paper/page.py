"""The pages of a printed report: paper, head, foot with page n of m, and how they fill."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.figures import date_and_time
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.board import BoardFlow
from tournament.reports.renderers.paper.flow import (
    SECTION_GAP,
    Flow,
    Fragment,
    Paragraphs,
    SideBySide,
    Stack,
)
from tournament.reports.renderers.paper.table import TableFlow
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    LEADING,
    REGULAR,
    SMALL_SIZE,
    TABLE_SIZE,
    TITLE_SIZE,
    clean,
    width_of,
    wrap,
)
from tournament.reports.report import Board, Columns, Report, ReportMistake, Section, Table, Text

SIZES: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
"""Width and height in points, upright, by the name a person types."""

EDGE = 40.0
"""White on the left and right, in points."""
TOP = 36.0
FOOT = 44.0
"""White above the head, and below the last line including the foot."""
COLUMN_GAP = 14.0
BESIDE_SIZE = 8.0
"""The type size of tables that stand side by side."""
LARGE_SIZES = (11.0, 10.0)
"""A report of plain tables that fits on one page is set as large as still fits."""


@dataclass(frozen=True, slots=True)
class Page:
    """One filled page: its head and its body, still to be drawn."""

    head: Fragment
    body: Fragment | None


def filled_pages(report: Report, width: float, height: float) -> list[Page]:
    """Return the pages of a report on paper of this width and height in points."""
    if all(isinstance(section, Table) for section in report.sections):
        for size in LARGE_SIZES:
            if sum(1 for table in report.tables for _ in table.rows) * size * 1.7 > height:
                continue
            pages = _filled(report, width, height, size)
            if len(pages) == 1:
                return pages
    return _filled(report, width, height, TABLE_SIZE)


def _filled(report: Report, width: float, height: float, size: float) -> list[Page]:
    body = Stack([_flow(section, width - 2 * EDGE, size) for section in _sections(report)])
    head = _full_head(report, width - 2 * EDGE)
    pages: list[Page] = []
    while not pages or not body.done:
        room = height - TOP - FOOT - head.height
        content = None if body.done else body.take(room, forced=True)
        if content is None and not body.done:
            raise ReportMistake(f"A section of {report.key!r} gave nothing for an empty page.")
        pages.append(Page(head, content))
        head = _running_head(report, width - 2 * EDGE)
    return pages


def draw_page(
    canvas: Canvas, report: Report, page: Page, number: int, of: int, size: tuple[float, float]
) -> None:
    """Draw one page: head, body, and the foot with "Printed ..." and "Page n of m"."""
    width, height = size
    page.head.draw(canvas, EDGE, height - TOP)
    if page.body is not None:
        page.body.draw(canvas, EDGE, height - TOP - page.head.height)
    canvas.setFillColor(ink.SOFT)
    canvas.setFont(REGULAR, SMALL_SIZE)
    canvas.drawString(EDGE, 26, f"Printed {date_and_time(report.printed_at)}")
    canvas.drawRightString(width - EDGE, 26, f"Page {number} of {of}")


def _sections(report: Report) -> tuple[Section, ...]:
    shown = tuple(
        section
        for section in report.sections
        if not (isinstance(section, Table) and section.data_only)
    )
    return (*shown, Text(report.notes)) if report.notes else shown


def _flow(section: Section, width: float, size: float) -> Flow:
    if isinstance(section, Table):
        return TableFlow(section, width, size)
    if isinstance(section, Board):
        return BoardFlow(section, width)
    if isinstance(section, Text):
        return Paragraphs(section, width)
    return _side_by_side(section, width, size)


def _side_by_side(section: Columns, width: float, size: float) -> SideBySide:
    inner = width - COLUMN_GAP * (len(section.items) - 1)
    # tables side by side are set in one size, the smallest any of them needs
    size = min(
        [min(size, BESIDE_SIZE)]
        + [
            TableFlow(each, inner * share, min(size, BESIDE_SIZE)).size
            for item, share in zip(section.items, section.shares, strict=True)
            for each in item
            if isinstance(each, Table)
        ]
    )
    stacks: list[Stack] = []
    lefts: list[float] = []
    left = 0.0
    for item, share in zip(section.items, section.shares, strict=True):
        stacks.append(Stack([_flow(each, inner * share, size) for each in item]))
        lefts.append(left)
        left += inner * share + COLUMN_GAP
    return SideBySide(stacks, lefts)


def _full_head(report: Report, width: float) -> Fragment:
    """The head of the first page: event, title, division and round, the facts, a rule."""
    room = width - (_draft_width() if report.draft else 0.0)
    event = wrap(clean(report.event), REGULAR, TABLE_SIZE, room)
    title = wrap(clean(report.title), BOLD, TITLE_SIZE, room)
    below = wrap(clean(_place(report)), REGULAR, TABLE_SIZE, width) if _place(report) else []
    facts = _fact_lines(report, width)
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
    for parts in facts:
        lines.append((y + TABLE_SIZE + 1, parts, TABLE_SIZE))
        y += TABLE_SIZE * LEADING + 1
    height = y + 5

    def draw(canvas: Canvas, x: float, top: float) -> None:
        canvas.setFillColor(ink.INK)
        for baseline, parts, size in lines:
            left = x
            for font, text in parts:
                canvas.setFont(font, size)
                canvas.drawString(left, top - baseline, text)
                left += width_of(text, font, size)
        _draw_rule(canvas, x, top - height, width)
        if report.draft:
            _draw_draft(canvas, x + width, top)

    return Fragment(height + SECTION_GAP, draw)


def _running_head(report: Report, width: float) -> Fragment:
    """The head of the other pages: the same facts in one small line."""
    words = clean(" · ".join(part for part in (report.event, report.title, _place(report)) if part))
    lines = wrap(words, REGULAR, SMALL_SIZE, width - (_draft_width() if report.draft else 0.0))
    height = len(lines) * SMALL_SIZE * LEADING + 4

    def draw(canvas: Canvas, x: float, top: float) -> None:
        canvas.setFillColor(ink.INK)
        canvas.setFont(REGULAR, SMALL_SIZE)
        for number, line in enumerate(lines):
            canvas.drawString(x, top - SMALL_SIZE - number * SMALL_SIZE * LEADING, line)
        _draw_rule(canvas, x, top - height, width)
        if report.draft:
            _draw_draft(canvas, x + width, top)

    return Fragment(height + SECTION_GAP * 0.7, draw)


def _place(report: Report) -> str:
    return " · ".join(part for part in (*report.place, report.subtitle) if part)


def _fact_lines(report: Report, width: float) -> list[list[tuple[str, str]]]:
    """Set "Board **4**   Rules **Club**" in as many lines as the width asks for."""
    lines: list[list[tuple[str, str]]] = []
    used = width + 1
    for label, value in report.facts:
        parts = [(REGULAR, f"{clean(label)} "), (BOLD, clean(value))]
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


def _draft_width() -> float:
    return width_of("DRAFT", BOLD, TABLE_SIZE) + 20


def _draw_draft(canvas: Canvas, right: float, top: float) -> None:
    wide = width_of("DRAFT", BOLD, TABLE_SIZE) + 10
    canvas.setStrokeColor(ink.INK)
    canvas.setLineWidth(1)
    canvas.rect(right - wide, top - TABLE_SIZE - 4, wide, TABLE_SIZE + 6)
    canvas.setFillColor(ink.INK)
    canvas.setFont(BOLD, TABLE_SIZE)
    canvas.drawString(right - wide + 5, top - TABLE_SIZE, "DRAFT")


def _draw_rule(canvas: Canvas, x: float, y: float, width: float) -> None:
    canvas.setStrokeColor(ink.RULE)
    canvas.setLineWidth(1.2)
    canvas.line(x, y, x + width, y)
