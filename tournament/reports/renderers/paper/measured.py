"""A table as it will be set, measured once: laid out in many sizes, its texts and their widths stay the same.

Whether a page is filled best in 9 points or in 14 is tried; the width of a text in 14 points is that in 9, larger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property
from typing import NamedTuple

from tournament.reports.figures import format_cell, format_old_value
from tournament.reports.renderers.paper.typeface import BOLD, REGULAR, clean, parts_of, width_of
from tournament.reports.report import Column, Emphasis, Table, emphasis, old

HEAVY = (Emphasis.DIFFERENCE, Emphasis.STRONG)


class PaperCell(NamedTuple):
    """A cell that stands out, replaces a figure, or has several lines."""

    lines: tuple[str, ...]
    how: Emphasis | None
    old: str = ""  # drawn struck through before the first line


class Contents:
    """Rows of texts under their columns, and how wide they are; a line break stands between the lines of one."""

    def __init__(
        self,
        columns: list[Column],
        texts: list[list[str]],
        heavy: Callable[[int], set[str]] = lambda _place: set(),
    ) -> None:
        """Take the texts; `heavy` says which of a column's are set in bold."""
        self.columns, self.texts = columns, texts
        self._heavy = heavy
        self._lines: dict[int, set[str]] = {}
        self._widths: dict[tuple[int, str, bool], float] = {}

    def longest(self, place: int, font: str, size: float, *, words: bool = False) -> float:
        """Return the width in points of the longest line of a column, or of its longest part that stays whole.

        Words that are set in bold are measured so.
        """
        key = (place, font, words)
        if key not in self._widths:
            texts = self._lines_of(place)
            widest = max(
                (width_of(text, font, 1000) for text in (_words(texts) if words else texts)),
                default=0.0,
            )
            if words and font != BOLD:
                bold = (width_of(word, BOLD, 1000) for word in _words(self._heavy(place)))
                widest = max(widest, max(bold, default=0.0))
            self._widths[key] = widest
        return self._widths[key] * size * 0.001

    def _lines_of(self, place: int) -> set[str]:
        if place not in self._lines:
            content = {row[place] for row in self.texts}
            self._lines[place] = {line for text in content for line in text.split("\n")}
        return self._lines[place]


def _words(texts: set[str]) -> set[str]:
    """Return what of these texts stays whole on a line."""
    return {part for text in texts for word in text.split() for part in parts_of(word)}


class Measured:
    """What of a table is the same in every size of type."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.shown = [i for i, column in enumerate(table.columns) if not column.data_only]
        self.columns = [table.columns[i] for i in self.shown]
        self.texts = texts_of(table, self.shown)
        self.olds = _old_texts(table, self.shown)

    @cached_property
    def contents(self) -> Contents:
        """The texts, each with the figure it replaces before it."""
        wide = [
            [f"{before}m{text}" if before else text for before, text in zip(*both, strict=True)]
            if any(both[0])
            else both[1]
            for both in zip(self.olds, self.texts, strict=True)
        ]
        return Contents(self.columns, wide, self._heavy_texts)

    def _heavy_texts(self, place: int) -> set[str]:
        """Return the texts of a column that are set in bold."""
        at = self.shown[place]
        rows = zip(self.texts, self._table.rows, strict=True)
        return {texts[place] for texts, row in rows if emphasis(row[at]) in HEAVY}

    @cached_property
    def font(self) -> str:
        """The widest face of the cells."""
        return font_of(self._table)

    @cached_property
    def broken(self) -> bool:
        """Whether any text has several lines of its own."""
        return any("\n" in text for row in self.texts for text in row)

    @cached_property
    def cells(self) -> list[tuple[str | PaperCell, ...]]:
        """The cells of every row where nothing wraps; a plain text in one line stands for itself."""
        rows = zip(self.texts, self.olds, self._table.rows, strict=True)
        return [
            tuple(
                text
                if (how := emphasis(row[i])) is None and not before and "\n" not in text
                else PaperCell(tuple(text.split("\n")), how, before)
                for text, before, i in zip(texts, olds, self.shown, strict=True)
            )
            for texts, olds, row in rows
        ]


_MEASURED: ContextVar[dict[int, tuple[Table, Measured]] | None] = ContextVar(
    "measured", default=None
)


@contextmanager
def measuring() -> Iterator[None]:
    """Measure every table once until the end of this block, in one language."""
    token = _MEASURED.set({})
    try:
        yield
    finally:
        _MEASURED.reset(token)


def measure_table(table: Table) -> Measured:
    """Return a table measured: by `measuring` the first time it is met, else anew."""
    known = _MEASURED.get()
    if known is None:
        return Measured(table)
    if id(table) not in known:
        known[id(table)] = (table, Measured(table))  # while the table is here its id is its own
    return known[id(table)][1]


def font_of(table: Table) -> str:
    """Return the widest face of the cells; only charts are looked at so closely."""
    if not table.repeat:
        return BOLD
    heavy = any(emphasis(cell) in HEAVY for row in table.rows for cell in row)
    return BOLD if heavy else REGULAR


def texts_of(table: Table, shown: list[int]) -> list[list[str]]:
    """Return the cells as they will be set, a line break between the lines of one."""
    kinds = [(place, table.columns[place].kind) for place in shown]
    return [[_set(format_cell(kind, row[place])) for place, kind in kinds] for row in table.rows]


def _old_texts(table: Table, shown: list[int]) -> list[list[str]]:
    """Return the figures that cells replace, as they will be set."""
    if all(old(row[place]) is None for row in table.rows for place in shown):
        nothing = [""] * len(shown)
        return [nothing for _ in table.rows]
    kinds = [(place, table.columns[place].kind) for place in shown]
    return [
        [_set(format_old_value(kind, row[place])) for place, kind in kinds] for row in table.rows
    ]


def _set(text: str) -> str:
    return "\n".join(map(clean, text.split("\n"))) if "\n" in text else clean(text)
