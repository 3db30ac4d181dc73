"""Tables on paper: column widths from the content, repeated heads, unbroken rows, no truncation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.flow import Fragment, Heading
from tournament.reports.renderers.paper.pen import Pen, draw_lines, write
from tournament.reports.renderers.paper.table_measurements import (
    BOLD_EMPHASES,
    PaperCell,
    TableMeasurements,
    measure_table,
)
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    REGULAR,
    TABLE_SIZE,
    clean_text,
    width_of,
    wrap_text,
)
from tournament.reports.renderers.paper.widths import (
    CELL_PADDING,
    fitted_widths,
    size_of_heads,
    texts_fit_unwrapped,
)
from tournament.reports.report import Align, Column, Emphasis, Kind, Look, Table

LINE = 1.22
"""Line height within a row, as a multiple of the font size."""
ROW_AIR, TIGHT_AIR = 4.4, 2.2
"""Vertical space in a row around its text, in points: in a normal and in a tight table."""
SHORT = 10
"""Maximum number of rows of a table that is kept on one page, such as signature lines."""
RULE_EVERY = 5
"""Number of rows after which a hairline guides the eye in tables without groups."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One row, or the title of a group if `cells` is empty."""

    height: float
    cells: tuple[str | PaperCell, ...]
    """The cells. A plain one-line text is a string, because a file may have a hundred thousand of them."""
    deep: int = 1
    """The number of lines in the tallest cell."""
    title: str = ""
    rule: str = ""  # "group" or "hair", drawn above


def fits_unwrapped(table: Table, width: float, size: float, *, large: bool = False) -> bool:
    """Return whether a table fits in this font size without wrapping."""
    once = measure_table(table)
    return texts_fit_unwrapped(once.contents, width, size, large=large, font=once.font)


def font_size_of(table: Table, width: float, size: float, *, large: bool = False) -> float:
    """Return the font size of a table, at most `size`, at which it fits the width."""
    once = measure_table(table)
    return fitted_widths(once.contents, width, size, large=large, font=once.font)[0]


class TableFlow:
    """The flow of a table, `width` points wide.

    A `whole` or short table starts a new page unless all of it fits on the current one. A `large` table
    wraps before it shrinks; the rows of a `tight` one are close together.
    """

    def __init__(
        self,
        table: Table,
        width: float,
        size: float = TABLE_SIZE,
        *,
        whole: bool = False,
        large: bool = False,
        tight: bool = False,
    ) -> None:
        self._width = width
        self._title = clean_text(table.shown_title)
        once = measure_table(table)
        self._columns = once.columns
        self._grid = table.look is Look.GRID
        self._row_height = table.row_height
        self.size, self._widths, roomy = fitted_widths(
            once.contents, width, size, large=large, font=once.font
        )
        self._narrow = [
            place
            for place, column in enumerate(self._columns)
            if column.kind is Kind.TEXT and (once.has_line_breaks or (column.wraps and not roomy))
        ]
        self._air = TIGHT_AIR if tight else ROW_AIR * self.size / TABLE_SIZE
        self._head_size = size_of_heads(self._columns, self._widths, self.size)
        self._heads = [
            wrap_text(
                clean_text(column.heading), BOLD, self._head_size, cell - 2 * CELL_PADDING + 0.01
            )
            for column, cell in zip(self._columns, self._widths, strict=True)
        ]
        self._rows = self._lines(table, once)
        self._whole = whole or len(self._rows) <= SHORT
        self._empty = "" if self._rows else clean_text(table.empty)
        self._begun = False
        self.done = False

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return the title, the heads and the rows that fit: at least two, or the last row of the table.

        Return None if fewer fit, or if a table to be kept whole does not fit, unless `forced`.
        """
        title = (
            _("{title} (continued)").format(title=self._title)
            if self._title and self._begun
            else self._title
        )
        heading = Heading(title, self._width)
        head = max((len(lines) for lines in self._heads), default=0) * self._head_size * LINE + 3.5
        used = heading.height + head
        if not self._rows:
            return self._take_without_rows(heading, head, room, forced)
        all_of_it = used + sum(row.height for row in self._rows)
        if self._whole and not forced and not self._begun and all_of_it > room:
            return None
        count = 0
        while count < len(self._rows) and used + self._rows[count].height <= room:
            used += self._rows[count].height
            count += 1
        while 0 < count < len(self._rows) and not self._rows[count - 1].cells:
            count -= 1  # a group's title stays with its first row
            used -= self._rows[count].height
        if count < min(2, len(self._rows)):
            if not forced:
                return None
            if count == 0:
                count, used = 1, used + self._rows[0].height
        titles = (self._title,) if self._title and not self._begun else ()
        rows, self._rows = self._rows[:count], self._rows[count:]
        self._begun, self.done = True, not self._rows

        def draw(canvas: Canvas, x: float, y: float) -> None:
            heading.draw(canvas, x, y)
            self._draw_heads(canvas, x, y - heading.height, head)
            self._draw_rows(canvas, x, y - heading.height - head, rows)

        return Fragment(used, draw, titles)

    def _take_without_rows(
        self, heading: Heading, head: float, room: float, forced: bool
    ) -> Fragment | None:
        height = heading.height + head + self.size * LINE + self._air
        if height > room and not forced:
            return None
        self.done = True

        def draw(canvas: Canvas, x: float, y: float) -> None:
            heading.draw(canvas, x, y)
            self._draw_heads(canvas, x, y - heading.height, head)
            canvas.setFillColor(ink.SOFT)
            place = (x + CELL_PADDING, y - height + self._air)
            write(canvas, Align.LEFT, *place, self._empty, REGULAR, self.size)

        return Fragment(height, draw)

    def _lines(self, table: Table, once: TableMeasurements) -> list[_Line]:
        lines: list[_Line] = []
        rows = iter(self._wrapped_rows(once) if self._narrow else once.cells)
        sole = len(table.groups) < 2 and not table.has_group_titles
        one = self.size * LINE + self._air
        for group in table.groups:
            rule = "group" if lines else ""
            if title := group.heading or group.title:
                lines.append(_Line(one, (), 1, clean_text(title), rule))
                rule = ""
            for in_group, _row in enumerate(group.rows):
                cells = next(rows)
                if in_group:
                    rule = "hair" if sole and in_group % RULE_EVERY == 0 else ""
                deep = max((len(c.lines) for c in cells if type(c) is PaperCell), default=1)
                height = max(deep * self.size * LINE + self._air, self._row_height)
                lines.append(_Line(height, cells, deep, "", rule))
        return lines

    def _wrapped_rows(self, once: TableMeasurements) -> Iterator[tuple[str | PaperCell, ...]]:
        """Yield the cells of every row, wrapped in narrow columns."""
        for texts, cells in zip(once.texts, once.cells, strict=True):
            row = list(cells)
            for place in self._narrow:
                row[place] = self._wrapped_cell(texts[place], cells[place], self._widths[place])
            yield tuple(row)

    def _wrapped_cell(self, text: str, cell: str | PaperCell, place: float) -> str | PaperCell:
        how, before = (cell.how, cell.old) if isinstance(cell, PaperCell) else (None, "")
        lines = self._wrapped_lines(text, place, BOLD if how in BOLD_EMPHASES else REGULAR)
        if how is None and not before and len(lines) == 1:
            return text
        return PaperCell(lines, how, before)

    def _wrapped_lines(self, text: str, place: float, font: str) -> tuple[str, ...]:
        room = place - 2 * CELL_PADDING + 0.01
        if "\n" not in text:
            return tuple(wrap_text(text, font, self.size, room))
        return tuple(
            line for part in text.split("\n") for line in wrap_text(part, font, self.size, room)
        )

    def _draw_heads(self, canvas: Canvas, x: float, y: float, height: float) -> None:
        canvas.setFillColor(ink.SOFT)
        pen = Pen(canvas, BOLD, self._head_size)
        left = x
        for column, place, lines in zip(self._columns, self._widths, self._heads, strict=True):
            baseline = y - height + 3.5 + (len(lines) - 1) * self._head_size * LINE
            for line in lines:
                pen.add_line(
                    column.alignment, _anchor(column.alignment, left, place), baseline, line
                )
                baseline -= self._head_size * LINE
            left += place
        pen.flush()
        canvas.setStrokeColor(ink.RULE)
        canvas.setLineWidth(0.8)
        canvas.line(x, y - height, x + sum(self._widths), y - height)

    def _draw_rows(self, canvas: Canvas, x: float, y: float, rows: list[_Line]) -> None:
        self._draw_rules(canvas, x, y, rows)
        canvas.setFillColor(ink.INK)
        pen = Pen(canvas, REGULAR, self.size)
        lefts = list(accumulate(self._widths, initial=x))
        sides = [column.alignment for column in self._columns]
        anchors = list(map(_anchor, sides, lefts, self._widths))
        for row in rows:
            baseline = y - self._air / 2 - self.size * 0.93
            if self._grid and row.cells:
                text_height = row.deep * self.size * LINE
                baseline = y - (row.height - text_height) / 2 - self.size * 0.93
            if not row.cells:
                pen.flush()
                write(canvas, Align.LEFT, x + CELL_PADDING, baseline, row.title, BOLD, self.size)
            for at, cell in enumerate(row.cells):
                if not cell:
                    continue
                if isinstance(cell, str):
                    pen.add_line(sides[at], anchors[at], baseline, cell)
                elif cell.how is not None or cell.old:
                    pen.flush()
                    place = (lefts[at], self._widths[at], baseline)
                    self._draw_emphasized(canvas, self._columns[at], *place, cell)
                else:
                    line_at = baseline
                    for line in cell.lines:
                        pen.add_line(sides[at], anchors[at], line_at, line)
                        line_at -= self.size * LINE
            y -= row.height
        pen.flush()

    def _draw_rules(self, canvas: Canvas, x: float, y: float, rows: list[_Line]) -> None:
        """Draw the lines between rows, or around every cell of a grid."""
        right, top = x + sum(self._widths), y
        tops = [top - height for height in accumulate((row.height for row in rows), initial=0.0)]
        if self._grid:
            canvas.setStrokeColor(ink.GRID)
            canvas.setLineWidth(0.4)
            across = [(x, at, right, at) for at in tops[1:]]
            down = [(at, top, at, tops[-1]) for at in accumulate(self._widths, initial=x)]
            draw_lines(canvas, across + down)
        for kind, color, width in (("hair", ink.HAIR, 0.35), ("group", ink.RULE, 0.5)):
            wanted = [at for at, row in zip(tops[1:], rows[1:], strict=False) if row.rule == kind]
            if wanted:
                canvas.setStrokeColor(color)
                canvas.setLineWidth(width)
                draw_lines(canvas, [(x, at, right, at) for at in wanted])

    def _draw_emphasized(
        self,
        canvas: Canvas,
        column: Column,
        left: float,
        place: float,
        baseline: float,
        cell: PaperCell,
    ) -> None:
        size, side = self.size, column.alignment
        right = left + place - CELL_PADDING
        if cell.old:
            self._draw_replaced_figure(canvas, right, baseline, cell)
        font = BOLD if cell.how in BOLD_EMPHASES else REGULAR
        for line in cell.lines:
            if cell.how is Emphasis.DIFFERENCE:
                wide = width_of(line, BOLD, size)
                canvas.setFillColor(ink.AMBER)
                canvas.roundRect(
                    right - wide - 2.2, baseline - size * 0.26, wide + 4.4, size * 1.22, 1.5, 0, 1
                )
            soft = cell.how in (Emphasis.QUIET, Emphasis.TICK)
            canvas.setFillColor(ink.SOFT if soft else ink.INK)
            write(canvas, side, _anchor(side, left, place), baseline, line, font, size)
            baseline -= size * LINE
        canvas.setFillColor(ink.INK)

    def _draw_replaced_figure(
        self, canvas: Canvas, right: float, baseline: float, cell: PaperCell
    ) -> None:
        """Draw the replaced figure before the value, struck through once the value is known."""
        size, value = self.size, cell.lines[0]
        wide = width_of(cell.old, REGULAR, size)
        after = width_of(value, BOLD, size) + size * 0.55 if value else 0.0
        start = right - after - wide
        canvas.setFillColor(ink.SOFT)
        write(canvas, Align.LEFT, start, baseline, cell.old, REGULAR, size)
        if value:
            canvas.setStrokeColor(ink.INK)
            canvas.setLineWidth(0.8)
            middle = baseline + size * 0.33
            canvas.line(start - 1.2, middle, start + wide + 1.2, middle)


def _anchor(side: Align, left: float, place: float) -> float:
    """Return the x at which a cell's text starts, is centred, or ends."""
    if side is Align.LEFT:
        return left + CELL_PADDING
    return left + place - CELL_PADDING if side is Align.RIGHT else left + place / 2
