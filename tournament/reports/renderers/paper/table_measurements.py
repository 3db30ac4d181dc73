"""Measurements of a table, computed once and scaled for all the font sizes tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import NamedTuple

from tournament.reports.figures import format_cell, format_old_value
from tournament.reports.renderers.paper.typeface import (
    BOLD,
    REGULAR,
    breakable_parts,
    clean_text,
    width_of,
)
from tournament.reports.report import Column, Emphasis, Table, cell_emphasis, replaced_value

BOLD_EMPHASES = (Emphasis.DIFFERENCE, Emphasis.STRONG)


class PaperCell(NamedTuple):
    """A cell with emphasis, a replaced figure or several lines."""

    lines: tuple[str, ...]
    how: Emphasis | None
    old: str = ""  # drawn struck through before the first line


class TableTexts:
    """The texts of a table by row and column, with a cache of the longest widths in each column.

    Lines of a cell are separated by line breaks.
    """

    def __init__(
        self,
        columns: list[Column],
        texts: list[list[str]],
        heavy: Callable[[int], set[str]] = lambda _place: set(),
    ) -> None:
        """Store the texts; `heavy` returns the bold texts of a column."""
        self.columns, self.texts = columns, texts
        self._heavy = heavy
        self._lines: dict[int, set[str]] = {}
        self._widths: dict[tuple[int, str, bool], float] = {}

    def longest_width(self, place: int, font: str, size: float, *, words: bool = False) -> float:
        """Return the width in points of the longest line of a column, or with `words` of its longest unbreakable part.

        With `words`, the parts of bold texts are measured in bold.
        """
        key = (place, font, words)
        if key not in self._widths:
            texts = self._lines_of(place)
            widest = max(
                (
                    width_of(text, font, 1000)
                    for text in (_unbreakable_parts(texts) if words else texts)
                ),
                default=0.0,
            )
            if words and font != BOLD:
                bold = (
                    width_of(word, BOLD, 1000) for word in _unbreakable_parts(self._heavy(place))
                )
                widest = max(widest, max(bold, default=0.0))
            self._widths[key] = widest
        return self._widths[key] * size * 0.001

    def _lines_of(self, place: int) -> set[str]:
        if place not in self._lines:
            content = {row[place] for row in self.texts}
            self._lines[place] = {line for text in content for line in text.split("\n")}
        return self._lines[place]


def _unbreakable_parts(texts: set[str]) -> set[str]:
    """Return the unbreakable parts of these texts."""
    return {part for text in texts for word in text.split() for part in breakable_parts(word)}


class TableMeasurements:
    """The measurements of a table that do not depend on the font size."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.shown = [i for i, column in enumerate(table.columns) if not column.data_only]
        self.columns = [table.columns[i] for i in self.shown]
        self.texts = texts_of(table, self.shown)
        self.olds = _old_texts(table, self.shown)

    @cached_property
    def contents(self) -> TableTexts:
        """Return the texts, each preceded by the figure it replaces, if any."""
        wide = [
            [f"{before}m{text}" if before else text for before, text in zip(*both, strict=True)]
            if any(both[0])
            else both[1]
            for both in zip(self.olds, self.texts, strict=True)
        ]
        return TableTexts(self.columns, wide, self._bold_texts)

    def _bold_texts(self, place: int) -> set[str]:
        """Return the bold texts of a column."""
        at = self.shown[place]
        rows = zip(self.texts, self._table.rows, strict=True)
        return {texts[place] for texts, row in rows if cell_emphasis(row[at]) in BOLD_EMPHASES}

    @cached_property
    def font(self) -> str:
        """Return the name of the widest font used in the cells."""
        return widest_font_of(self._table)

    @cached_property
    def has_line_breaks(self) -> bool:
        """Return whether any text contains line breaks."""
        return any("\n" in text for row in self.texts for text in row)

    @cached_property
    def cells(self) -> list[tuple[str | PaperCell, ...]]:
        """Return the cells of every row without wrapping; a plain one-line text is returned as a string."""
        rows = zip(self.texts, self.olds, self._table.rows, strict=True)
        return [
            tuple(
                text
                if (how := cell_emphasis(row[i])) is None and not before and "\n" not in text
                else PaperCell(tuple(text.split("\n")), how, before)
                for text, before, i in zip(texts, olds, self.shown, strict=True)
            )
            for texts, olds, row in rows
        ]


_MEASURED: ContextVar[dict[int, tuple[Table, TableMeasurements]] | None] = ContextVar(
    "measured", default=None
)


@contextmanager
def measurement_cache() -> Iterator[None]:
    """Cache the measurements of tables within this context, during which the language must not change."""
    token = _MEASURED.set({})
    try:
        yield
    finally:
        _MEASURED.reset(token)


def measure_table(table: Table) -> TableMeasurements:
    """Return the measurements of a table, from the cache if `measurement_cache` is active."""
    known = _MEASURED.get()
    if known is None:
        return TableMeasurements(table)
    if id(table) not in known:
        known[id(table)] = (table, TableMeasurements(table))  # the reference keeps the id unique
    return known[id(table)][1]


def widest_font_of(table: Table) -> str:
    """Return the name of the widest font used in the cells.

    Only charts are examined cell by cell; for other tables, it is the bold font.
    """
    if not table.repeat:
        return BOLD
    heavy = any(cell_emphasis(cell) in BOLD_EMPHASES for row in table.rows for cell in row)
    return BOLD if heavy else REGULAR


def texts_of(table: Table, shown: list[int]) -> list[list[str]]:
    """Return the texts of the shown cells by row; a text may contain line breaks."""
    kinds = [(place, table.columns[place].kind) for place in shown]
    return [
        [_cleaned_lines(format_cell(kind, row[place])) for place, kind in kinds]
        for row in table.rows
    ]


def _old_texts(table: Table, shown: list[int]) -> list[list[str]]:
    """Return, for each row, the figures that the cells replace; "" for a cell that replaces none."""
    if all(replaced_value(row[place]) is None for row in table.rows for place in shown):
        nothing = [""] * len(shown)
        return [nothing for _ in table.rows]
    kinds = [(place, table.columns[place].kind) for place in shown]
    return [
        [_cleaned_lines(format_old_value(kind, row[place])) for place, kind in kinds]
        for row in table.rows
    ]


def _cleaned_lines(text: str) -> str:
    return "\n".join(map(clean_text, text.split("\n"))) if "\n" in text else clean_text(text)
