"""The settings of the tables of a printed report, and the choice of the best font size for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournament.reports.renderers.paper.table import fits_unwrapped, font_size_of
from tournament.reports.renderers.paper.typeface import TABLE_SIZE
from tournament.reports.report import Report, Section, Table

Page = TypeVar("Page")

LARGE_SIZES = (11.0, 10.0)
"""Font sizes to try for a report of plain tables that fits on one page."""
HALL_SIZES = (18.0, 16.0, 14.0, 13.0, 12.0)
HALL_ENOUGH = 14.0
"""The font size above which a list for the hall grows only while every name stays on one line."""
HALL_SIZE = 11.0
"""Minimum font size of lists for the hall. They are printed larger if that takes no more pages."""
ROW = 1.7
"""Minimum row height as a multiple of the font size, to skip sizes that cannot fit."""
LONG, LONG_SIZE = 12, 8.0
"""Number of pages above which a report of plain tables is printed smaller, and the font size it then has."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """The settings of tables: the font size, whether text wraps before it shrinks, and whether rows are close together.

    `shorter` is the height in points to leave free on page `on` (0-based).
    """

    size: float
    large: bool = False
    tight: bool = False
    on: int = 0
    shorter: float = 0.0


def best_settings(
    report: Report, width: float, height: float, fill: Callable[[TableSettings], list[Page]]
) -> tuple[TableSettings, list[Page]]:
    """Return the best table settings for a report, and the pages that `fill` made with them.

    `width` is the width of the tables and `height` the height of the paper, in points. Lists for the hall, and
    plain tables of one page, are larger if that adds no page; long ones are smaller.
    """
    plain = report.sections and all(
        isinstance(section, Table) and not section.repeat for section in report.sections
    )
    rows = sum(1 for table in report.tables if not table.data_only for _ in table.rows)
    if plain and report.for_hall:
        setting = TableSettings(HALL_SIZE, large=True)
        least = fill(setting)
        for size in HALL_SIZES:
            if rows * size * ROW > height * len(least):
                continue
            if size > HALL_ENOUGH and not _tables_fit_unwrapped(report, width, size, large=True):
                continue
            larger = TableSettings(size, large=True)
            if len(pages := fill(larger)) == len(least):
                return larger, pages
        return setting, least
    if plain:
        for size in LARGE_SIZES:
            if rows * size * ROW > height:
                continue
            if not _tables_fit_unwrapped(report, width, size):
                continue
            setting = TableSettings(size)
            if len(pages := fill(setting)) == 1:
                return setting, pages
    setting = TableSettings(TABLE_SIZE)
    pages = fill(setting)
    if plain and len(pages) > LONG:
        setting = TableSettings(LONG_SIZE)
        pages = fill(setting)
    return setting, pages


def _tables_fit_unwrapped(
    report: Report, width: float, size: float, *, large: bool = False
) -> bool:
    """Return whether no text wraps in this font size; names on one line are easier to read than larger ones on two."""
    shown = (table for table in report.tables if not table.data_only)
    return all(fits_unwrapped(table, width, size, large=large) for table in shown)


def font_sizes(
    sections: Sequence[Section], width: float, setting: TableSettings
) -> dict[str, float]:
    """Return font sizes by table key, so that tables with the same key look alike."""
    tables = [section for section in sections if isinstance(section, Table)]
    often = Counter(table.key for table in tables)
    sizes = dict.fromkeys(often, setting.size)
    for table in tables:
        if often[table.key] > 1 and not table.repeat:
            size = font_size_of(table, width, setting.size, large=setting.large)
            sizes[table.key] = min(size, sizes[table.key])
    return sizes
