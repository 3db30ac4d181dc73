"""A table on paper: column widths from the content, heads repeated, rows whole, nothing cut."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.figures import written, written_old
from tournament.reports.renderers.paper import ink
from tournament.reports.renderers.paper.flow import Fragment, Heading
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    REGULAR,
    SMALL_SIZE,
    TABLE_SIZE,
    clean,
    width_of,
    wrap,
)
from tournament.reports.report import Align, Column, Emphasis, Kind, Table, emphasis

LINE = 1.22
"""Line distance inside a row, as a multiple of the type size."""
ROW_AIR = 4.4
"""White above and below the text of a row together, in points."""
SIDE = 3.5
"""White left and right of a cell's text, in points."""
RULE_EVERY = 5
"""A hairline after so many rows guides the eye where no groups do."""
SMALLEST = 6.0
"""Below this size nothing is set; names wrap instead."""


@dataclass(frozen=True, slots=True)
class _Cell:
    lines: tuple[str, ...]
    how: Emphasis | None
    old: str = ""  # drawn struck through before the first line


@dataclass(frozen=True, slots=True)
class _Line:
    """One row, or a group's title when `cells` is empty."""

    height: float
    cells: tuple[_Cell, ...]
    title: str = ""
    rule: str = ""  # "group" or "hair", drawn above


class TableFlow:
    """A table on its way to paper, `width` points wide."""

    def __init__(self, table: Table, width: float, size: float = TABLE_SIZE) -> None:
        self._width = width
        self._title = clean(table.shown_title)
        self._shown = [i for i, column in enumerate(table.columns) if not column.data_only]
        self._columns = [table.columns[i] for i in self._shown]
        texts = [
            [clean(written(table.columns[i].kind, row[i])) for i in self._shown]
            for row in table.rows
        ]
        olds = [
            [clean(written_old(table.columns[i].kind, row[i])) for i in self._shown]
            for row in table.rows
        ]
        wide = [
            [f"{old}m{text}" if old else text for old, text in zip(*both, strict=True)]
            for both in zip(olds, texts, strict=True)
        ]
        self.size, self._widths = _fit(self._columns, wide, width, size)
        self._air = ROW_AIR * self.size / TABLE_SIZE
        self._heads = [
            wrap(clean(column.head), BOLD, self._head_size, cell - 2 * SIDE + 0.01)
            for column, cell in zip(self._columns, self._widths, strict=True)
        ]
        self._rows = self._lines(table, texts, olds)
        self._empty = "" if self._rows else clean(table.empty)
        self._begun = False
        self.done = False

    @property
    def _head_size(self) -> float:
        return min(SMALL_SIZE, self.size)

    def take(self, room: float, forced: bool) -> Fragment | None:
        """Return title, heads and the rows that fit: at least two, or the table's last one."""
        title = f"{self._title} (continued)" if self._title and self._begun else self._title
        heading = Heading(title, self._width)
        head = max((len(lines) for lines in self._heads), default=0) * self._head_size * LINE + 3.5
        used = heading.height + head
        if not self._rows:
            return self._without_rows(heading, head, room, forced)
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
        rows, self._rows = self._rows[:count], self._rows[count:]
        self._begun, self.done = True, not self._rows

        def draw(canvas: Canvas, x: float, y: float) -> None:
            heading.draw(canvas, x, y)
            self._draw_heads(canvas, x, y - heading.height, head)
            self._draw_rows(canvas, x, y - heading.height - head, rows)

        return Fragment(used, draw)

    def _without_rows(
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
            canvas.setFont(REGULAR, self.size)
            canvas.drawString(x + SIDE, y - height + self._air, self._empty)

        return Fragment(height, draw)

    def _lines(self, table: Table, texts: list[list[str]], olds: list[list[str]]) -> list[_Line]:
        lines: list[_Line] = []
        number = 0
        sole = len(table.groups) < 2 and not table.grouped
        one = self.size * LINE + self._air
        for group in table.groups:
            rule = "group" if lines else ""
            if group.title:
                lines.append(_Line(one, (), clean(group.title), rule))
                rule = ""
            for in_group, row in enumerate(group.rows):
                cells = tuple(
                    _Cell(self._wrapped(text, column, place), emphasis(row[i]), old)
                    for text, old, column, place, i in zip(
                        texts[number],
                        olds[number],
                        self._columns,
                        self._widths,
                        self._shown,
                        strict=True,
                    )
                )
                if in_group:
                    rule = "hair" if sole and in_group % RULE_EVERY == 0 else ""
                most = max(len(cell.lines) for cell in cells)
                lines.append(_Line(most * self.size * LINE + self._air, cells, "", rule))
                number += 1
        return lines

    def _wrapped(self, text: str, column: Column, place: float) -> tuple[str, ...]:
        if column.kind is not Kind.TEXT or not text:
            return (text,)
        return tuple(wrap(text, REGULAR, self.size, place - 2 * SIDE + 0.01))

    def _draw_heads(self, canvas: Canvas, x: float, y: float, height: float) -> None:
        canvas.setFillColor(ink.SOFT)
        canvas.setFont(BOLD, self._head_size)
        left = x
        for column, place, lines in zip(self._columns, self._widths, self._heads, strict=True):
            baseline = y - height + 3.5 + (len(lines) - 1) * self._head_size * LINE
            for line in lines:
                _put(canvas, column.side, left, place, baseline, line)
                baseline -= self._head_size * LINE
            left += place
        canvas.setStrokeColor(ink.RULE)
        canvas.setLineWidth(0.8)
        canvas.line(x, y - height, x + sum(self._widths), y - height)

    def _draw_rows(self, canvas: Canvas, x: float, y: float, rows: list[_Line]) -> None:
        right = x + sum(self._widths)
        canvas.setFillColor(ink.INK)
        canvas.setFont(REGULAR, self.size)
        for number, row in enumerate(rows):
            if row.rule and number:
                canvas.setStrokeColor(ink.HAIR if row.rule == "hair" else ink.RULE)
                canvas.setLineWidth(0.35 if row.rule == "hair" else 0.5)
                canvas.line(x, y, right, y)
            baseline = y - self._air / 2 - self.size * 0.93
            if not row.cells:
                canvas.setFont(BOLD, self.size)
                canvas.drawString(x + SIDE, baseline, row.title)
                canvas.setFont(REGULAR, self.size)
            left = x
            for column, place, cell in zip(self._columns, self._widths, row.cells, strict=False):
                if cell.old or cell.lines != ("",):
                    if cell.how is None and not cell.old:
                        line_at = baseline
                        for line in cell.lines:
                            _put(canvas, column.side, left, place, line_at, line)
                            line_at -= self.size * LINE
                    else:
                        self._draw_standing_out(canvas, column, left, place, baseline, cell)
                left += place
            y -= row.height

    def _draw_standing_out(
        self,
        canvas: Canvas,
        column: Column,
        left: float,
        place: float,
        baseline: float,
        cell: _Cell,
    ) -> None:
        size, side = self.size, column.side
        if cell.old:
            self._draw_old(canvas, side, left, place, baseline, cell)
        bold = cell.how in (Emphasis.DIFFERENCE, Emphasis.STRONG)
        font = BOLD if bold else REGULAR
        for line in cell.lines:
            if cell.how is Emphasis.DIFFERENCE:
                wide = width_of(line, BOLD, size)
                start = _start(side, left, place, wide)
                canvas.setFillColor(ink.AMBER)
                canvas.roundRect(
                    start - 2.2, baseline - size * 0.26, wide + 4.4, size * 1.22, 1.5, 0, 1
                )
            soft = cell.how in (Emphasis.QUIET, Emphasis.TICK)
            canvas.setFillColor(ink.SOFT if soft else ink.INK)
            canvas.setFont(font, size)
            _put(canvas, side, left, place, baseline, line)
            baseline -= size * LINE
        canvas.setFillColor(ink.INK)
        canvas.setFont(REGULAR, size)

    def _draw_old(
        self, canvas: Canvas, side: Align, left: float, place: float, baseline: float, cell: _Cell
    ) -> None:
        """Draw the replaced figure before the value, struck through once the value is known."""
        size, value = self.size, cell.lines[0]
        wide = width_of(cell.old, REGULAR, size)
        after = width_of(value, BOLD, size) + size * 0.55 if value else 0.0
        start = _start(side, left, place, wide + after)
        canvas.setFillColor(ink.SOFT)
        canvas.drawString(start, baseline, cell.old)
        if value:
            canvas.setStrokeColor(ink.INK)
            canvas.setLineWidth(0.8)
            middle = baseline + size * 0.33
            canvas.line(start - 1.2, middle, start + wide + 1.2, middle)


def _start(side: Align, left: float, place: float, wide: float) -> float:
    if side is Align.LEFT:
        return left + SIDE
    return left + (place - wide) / 2 if side is Align.CENTRE else left + place - SIDE - wide


def _put(
    canvas: Canvas, side: Align, left: float, place: float, baseline: float, line: str
) -> None:
    if side is Align.LEFT:
        canvas.drawString(left + SIDE, baseline, line)
    elif side is Align.RIGHT:
        canvas.drawRightString(left + place - SIDE, baseline, line)
    else:
        canvas.drawCentredString(left + place / 2, baseline, line)


def _fit(
    columns: list[Column], texts: list[list[str]], width: float, size: float
) -> tuple[float, list[float]]:
    """Return the type size and the column widths that fill `width`.

    A little too wide: the table is set up to a point smaller. Much too wide: text wraps. Figures
    and words of common length are never broken: where they do not fit, all is set smaller, down
    to `SMALLEST`.
    """
    for smaller in (size, size - 0.5, size - 1.0):
        natural, least = _wishes(columns, texts, smaller)
        spare = width - sum(natural)
        if spare >= 0:
            return smaller, _spread_out(columns, natural, spare)
    while True:
        natural, least = _wishes(columns, texts, size)
        if sum(least) <= width or size <= SMALLEST:
            return size, _squeezed(natural, least, width)
        size = max(SMALLEST, size - 0.5)


def _wishes(
    columns: list[Column], texts: list[list[str]], size: float
) -> tuple[list[float], list[float]]:
    natural: list[float] = []
    least: list[float] = []
    for place, column in enumerate(columns):
        head = max(
            (width_of(word, BOLD, min(SMALL_SIZE, size)) for word in column.head.split()),
            default=0.0,
        )
        content = [row[place] for row in texts]
        longest = max((width_of(text, BOLD, size) for text in set(content)), default=0.0)
        if column.width is not None:
            longest = max(longest, column.width * width_of("0", REGULAR, size))
        natural.append(max(head, longest) + 2 * SIDE)
        if column.kind is Kind.TEXT:
            words = {word for text in set(content) for word in text.split()}
            word = max((width_of(word, REGULAR, size) for word in words), default=0.0)
            # An endless word may be broken; a word of sixteen letters may not.
            word = min(word, 16 * width_of("m", REGULAR, size))
            least.append(max(head, word) + 2 * SIDE)
        else:
            least.append(natural[-1])
    return natural, least


def _spread_out(columns: list[Column], natural: list[float], spare: float) -> list[float]:
    """Give the spare width to the columns: text takes three shares, figures one.

    Figures before the first text (rank, number) keep close to the name they belong to.
    """
    texts = [column.kind is Kind.TEXT for column in columns]
    first = texts.index(True) if True in texts else 0
    shares = [
        0.0 if place < first else 3.0 if text and column.width is None else 1.0
        for place, (column, text) in enumerate(zip(columns, texts, strict=True))
    ]
    total = sum(shares) or 1.0
    return [wish + spare * share / total for wish, share in zip(natural, shares, strict=True)]


def _squeezed(natural: list[float], least: list[float], width: float) -> list[float]:
    """Take what is too much from the columns that can give, in proportion to what they can give."""
    too_much = sum(natural) - width
    give = [wish - need for wish, need in zip(natural, least, strict=True)]
    if sum(give) >= too_much:
        part = too_much / sum(give)
        return [wish - part * can for wish, can in zip(natural, give, strict=True)]
    scale = width / sum(least)
    return [need * scale for need in least]
