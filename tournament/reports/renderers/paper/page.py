"""The pages of a printed report: paper, head, footer with page numbers, and how they are filled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.figures import footer_text, page_number_text
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.board import BoardFlow
from tournament.reports.renderers.paper.cards import (
    GUTTER,
    FillFlow,
    GridFlow,
    SheetHeadFlow,
    draw_card,
)
from tournament.reports.renderers.paper.drawing import PictureFlow
from tournament.reports.renderers.paper.flow import (
    Flow,
    Fragment,
    ParagraphsFlow,
    SideBySideFlow,
    StackFlow,
)
from tournament.reports.renderers.paper.head import full_head, running_head
from tournament.reports.renderers.paper.pen import write
from tournament.reports.renderers.paper.table import TableFlow, font_size_of
from tournament.reports.renderers.paper.table_measurements import measure_table, measurement_cache
from tournament.reports.renderers.paper.table_settings import (
    LONG_SIZE,
    TableSettings,
    best_settings,
    font_sizes,
)
from tournament.reports.renderers.paper.typeface import (
    REGULAR,
    SMALL_SIZE,
    TABLE_SIZE,
    clean_text,
    width_of,
)
from tournament.reports.renderers.paper.widths import is_enlarged, preferred_widths
from tournament.reports.report import (
    Align,
    BoardDrawing,
    Cards,
    Columns,
    Picture,
    Report,
    ReportMistake,
    Section,
    Sheet,
    Sheets,
    Table,
    Text,
)

SIZES: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
"""Width and height of paper in points, in portrait format, by the name of the paper."""

EDGE = 40.0
"""Left and right margins, in points."""
TOP = 36.0
FOOT = 44.0
"""Bottom margin including the footer, in points."""
LAST_LINE = 26.0
"""Height of the last line of the footer above the edge, in points."""
COLUMN_GAP = 14.0
BESIDE_SIZE = 8.0
"""Font size of tables side by side."""
MIN_PAGE_HEIGHT = 5 * 1.9 * TABLE_SIZE
"""Height of five lines in points, the minimum content of a page."""


@dataclass(frozen=True, slots=True)
class Page:
    """One filled page with head and body, not yet drawn."""

    head: Fragment
    body: Fragment | None

    @property
    def titles(self) -> tuple[str, ...]:
        """Return the titles of the sections that start on the page."""
        return self.body.titles if self.body else ()


def lay_out_pages(
    report: Report, width: float, height: float, remarks: tuple[str, ...] = ()
) -> list[Page]:
    """Return the pages of a report on paper of this width and height in points.

    `remarks` are printed below the notes. Pages with only a few lines are avoided if possible.
    """

    def fill(setting: TableSettings) -> list[Page]:
        return _filled_pages(report, width, height, remarks, setting)

    with measurement_cache():
        setting, pages = best_settings(report, width - 2 * EDGE, height, fill)
        if report.plain or len(pages) < 2 or _body_height(pages[-1]) >= MIN_PAGE_HEIGHT * 2:
            return pages
        if not report.for_hall:
            # In large type, rows may move closer, but the letters stay large.
            sizes = (
                (setting.size,) if is_enlarged() else (setting.size, TABLE_SIZE - 0.5, LONG_SIZE)
            )
            for size in sizes:
                closer = replace(setting, size=min(size, setting.size), tight=True)
                if len(fewer := fill(closer)) < len(pages):
                    return fewer
        lack = MIN_PAGE_HEIGHT - _body_height(pages[-1])
        if lack > 0:
            lack += _free_height(pages, height)
            moved = fill(replace(setting, on=len(pages) - 2, shorter=lack))
            if len(moved) == len(pages) and _body_height(moved[-2]) >= MIN_PAGE_HEIGHT:
                return moved
        return pages


def _body_height(page: Page) -> float:
    return page.body.height if page.body else 0.0


def _free_height(pages: list[Page], height: float) -> float:
    """Return the free height of the page before the last, in points."""
    page = pages[-2]
    return max(0.0, height - TOP - FOOT - page.head.height - _body_height(page))


def _filled_pages(
    report: Report, width: float, height: float, remarks: tuple[str, ...], setting: TableSettings
) -> list[Page]:
    inner = width - 2 * EDGE
    sections = _sections(report, remarks)
    sizes = font_sizes(sections, inner, setting)
    body = StackFlow(
        [
            table_flow(section, inner, sizes[section.key], large=setting.large, tight=setting.tight)
            if isinstance(section, Table)
            else _section_flow(section, report, inner, setting.size)
            for section in sections
        ]
    )
    head = _NO_HEAD if report.plain else full_head(report, inner)
    pages: list[Page] = []
    while not pages or not body.done:
        room = height - TOP - (EDGE if report.plain else FOOT) - head.height
        if len(pages) == setting.on:
            room -= setting.shorter
        content = None if body.done else body.take(room, forced=True)
        if content is None and not body.done:
            raise ReportMistake(f"A section of {report.key!r} gave nothing for an empty page.")
        pages.append(Page(head, content))
        head = _NO_HEAD if report.plain else running_head(report, inner)
    return pages


_NO_HEAD = Fragment(0.0, lambda *_: None)


def draw_page(
    canvas: Canvas, report: Report, page: Page, number: int, of: int, size: tuple[float, float]
) -> None:
    """Draw one page: head, body, and the footer with `footer_text`, the revision and "Page n of m".

    A plain report has no footer.
    """
    width, height = size
    page.head.draw(canvas, EDGE, height - TOP)
    if page.body is not None:
        page.body.draw(canvas, EDGE, height - TOP - page.head.height)
    if report.plain:
        return
    canvas.setFillColor(ink.SOFT)
    foot = " · ".join(part for part in (footer_text(report), clean_text(report.revision)) if part)
    pages = page_number_text(report, number, of)
    taken = width_of(foot, REGULAR, SMALL_SIZE) + GUTTER + width_of(pages, REGULAR, SMALL_SIZE)
    above = LAST_LINE + (1.3 * SMALL_SIZE if taken > width - 2 * EDGE else 0.0)  # in two languages
    write(canvas, Align.LEFT, EDGE, above, foot, REGULAR, SMALL_SIZE)
    write(canvas, Align.RIGHT, width - EDGE, LAST_LINE, pages, REGULAR, SMALL_SIZE)


def _sections(report: Report, remarks: tuple[str, ...]) -> tuple[Section, ...]:
    shown = tuple(
        section
        for section in report.sections
        if not (isinstance(section, Table) and section.data_only)
    )
    notes = (*report.notes, *remarks)
    return (*shown, Text(notes)) if notes else shown


def _section_flow(section: Section, report: Report, width: float, size: float) -> Flow:
    if isinstance(section, Table):
        return table_flow(section, width, size)
    if isinstance(section, BoardDrawing):
        return BoardFlow(section, width)
    if isinstance(section, Picture):
        return PictureFlow(section, width)
    if isinstance(section, Cards):
        return _cards_flow(section, report, width, size)
    if isinstance(section, Sheets):
        return _sheets_flow(section, report, width, size)
    if isinstance(section, Text):
        return ParagraphsFlow(section, width)
    return _columns_flow(section, report, width, size)


def _cards_flow(section: Cards, report: Report, width: float, size: float) -> Flow:
    if not section.cards:
        return table_flow(replace(section.table, data_only=False), width, size)
    across = section.across
    wide = (width - (across - 1) * 2 * GUTTER) / across
    flows = [
        FillFlow(partial(draw_card, card=card, report=report, width=wide)) for card in section.cards
    ]
    return GridFlow(flows, across, section.down, width)


def _sheets_flow(section: Sheets, report: Report, width: float, size: float) -> Flow:
    size = size if section.down == 1 else min(size, BESIDE_SIZE)

    def sheet_flow(sheet: Sheet) -> Flow:
        return StackFlow(
            [
                SheetHeadFlow(sheet, width),
                *(_section_flow(section, report, width, size) for section in sheet.sections),
            ]
        )

    least = 0.0
    if section.down > 1:  # as many rows as fit at the height of the tallest sheet
        taken = (sheet_flow(sheet).take(1e6, forced=True) for sheet in section.sheets)
        least = max((piece.height for piece in taken if piece), default=0.0)
    flows = [sheet_flow(sheet) for sheet in section.sheets]
    return GridFlow(flows, 1, section.down, width, least)


def _columns_flow(section: Columns, report: Report, width: float, size: float) -> SideBySideFlow:
    inner = width - COLUMN_GAP * (len(section.items) - 1)
    # Tables side by side share the smallest font size that any of them needs.
    size = min(
        [min(size, BESIDE_SIZE)]
        + [
            font_size_of(part, inner * share, min(size, BESIDE_SIZE))
            for item, share in zip(section.items, section.shares, strict=True)
            for part in item
            if isinstance(part, Table)
        ]
    )
    stacks: list[StackFlow] = []
    lefts: list[float] = []
    left = 0.0
    for item, share in zip(section.items, section.shares, strict=True):
        stacks.append(
            StackFlow([_section_flow(section, report, inner * share, size) for section in item])
        )
        lefts.append(left)
        left += inner * share + COLUMN_GAP
    return SideBySideFlow(stacks, lefts)


CHART_SIZES = (7.0, 6.5, 6.0)
"""Font sizes to try for a table that may be split between columns, such as a wall chart.

A smaller size is used if the table then needs fewer parts.
"""
LONG_CHART = 100
"""Number of rows above which the rows of a chart are close together, without room for writing by hand."""
MAX_REPEATED_SHARE, NARROW_NAMES = 0.35, 0.2
"""Maximum share of the width for repeated columns, and a smaller share for long charts.

The smaller share is also used if a chart then needs fewer parts. Words are not broken.
"""


def table_flow(
    table: Table,
    width: float,
    size: float = TABLE_SIZE,
    *,
    large: bool = False,
    tight: bool = False,
) -> Flow:
    """Return the flow of a table; one that is too wide is split between columns if it has columns to repeat.

    A `large` table wraps its text before it shrinks; the rows of a `tight` one are close together.
    """
    if not table.repeat:
        return TableFlow(table, width, size, large=large, tight=tight)
    long = sum(1 for _ in table.rows) > LONG_CHART
    close = replace(table, row_height=0.0) if long else table
    tried = {
        (share, smaller): _column_blocks(close, width, smaller, share)
        for share in ((NARROW_NAMES,) if long else (MAX_REPEATED_SHARE, NARROW_NAMES))
        for smaller in CHART_SIZES
    }
    _, size = best = min(tried, key=lambda way: (len(tried[way]), -way[0], -way[1]))
    blocks = tried[best]
    if len(blocks) == 1:
        return TableFlow(blocks[0], width, size, whole=True, tight=long)
    return StackFlow([TableFlow(block, width, size, whole=True, tight=long) for block in blocks])


def _column_blocks(table: Table, width: float, size: float, most_repeated: float) -> list[Table]:
    """Return the table, or several of page width if it is too wide, each repeating the leading columns."""
    once = measure_table(table)
    shown = once.shown
    natural, least, _ = preferred_widths(once.contents, size, once.font)
    lead, rest = natural[: table.repeat], natural[table.repeat :]
    # Long names wrap.
    room = width - max(sum(least[: table.repeat]), min(sum(lead), width * most_repeated))
    if not rest or sum(rest) <= room:
        return [table]
    per_block = max(1, int(room // max(rest)))
    count = -(-len(rest) // per_block)
    per_block = -(-len(rest) // count)
    blocks = []
    for start in range(0, len(rest), per_block):
        at = table.repeat + start
        places = [*shown[: table.repeat], *shown[at : at + per_block]]
        groups = tuple(
            replace(group, rows=tuple(tuple(row[place] for place in places) for row in group.rows))
            for group in table.groups
        )
        chosen = tuple(table.columns[place] for place in places)
        blocks.append(replace(table, columns=chosen, groups=groups))
    return blocks
