"""The display of ties: as half a win and half a loss, or counted separately, the same in every table.

Definitions count a tie as half and include the number of ties; data files keep that form. For
readers, the event's setting decides, and the column heads name the form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.reports.report import (
    Align,
    Cell,
    Column,
    Columns,
    Kind,
    Report,
    Section,
    Sheets,
    Table,
    Value,
    cell_value,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class RecordCounts(Protocol):
    """A record: wins and losses in half points, and the number of ties."""

    @property
    def half_wins(self) -> int:
        """Return the wins in half points."""

    @property
    def half_losses(self) -> int:
        """Return the losses in half points."""

    @property
    def ties(self) -> int:
        """Return the number of ties."""


TIES = Column("ties", _lazy("Ties"), Kind.INTEGER, data_only=True)
"""The column with the number of ties, for data files and for tables that count ties separately."""
RECORD_COLUMNS = (
    Column("wins", _lazy("Wins"), Kind.RECORD),
    Column("losses", _lazy("Losses"), Kind.RECORD),
    TIES,
)
"""The columns of a record in tables that show each of its figures to readers too."""
RECORD_KEYS = ("wins", "losses", "ties")


def record_columns(
    head: StrOrPromise, who: StrOrPromise = "", *, key: str = "", width: int | None = None
) -> tuple[Column, ...]:
    """Return the columns of a record: one string for readers, separate figures for data files.

    The cells come from `record_cells`. If a row has two records, `who` is added to the heads in data
    files, and `key` ("first_") is the prefix of the keys.
    """

    def name_with_player(what: StrOrPromise) -> StrOrPromise:
        return format_lazy("{}, {}", what, who) if who else what

    return (
        Column(
            f"{key}wins",
            head,
            Kind.RECORD,
            name_with_player(_lazy("Wins")),
            Align.CENTRE,
            width,
            wraps=False,
        ),
        Column(f"{key}losses", name_with_player(_lazy("Losses")), Kind.RECORD, data_only=True),
        Column(f"{key}ties", name_with_player(_lazy("Ties")), Kind.INTEGER, data_only=True),
    )


def record_cells(counts: RecordCounts, shown: str) -> tuple[Cell, float, int]:
    """Return the cells of the wins, losses and ties; the first is shown to readers as `shown`."""
    return (Cell(counts.half_wins / 2, shown=shown), counts.half_losses / 2, counts.ties)


def format_ties(report: Report, *, apart: bool) -> Report:
    """Return the report for readers, with ties in the event's form, and a note if there are any.

    A report without tables of wins, losses and ties is unchanged.
    """
    if report.parts:
        return replace(report, parts=tuple(format_ties(part, apart=apart) for part in report.parts))
    tables = [table for table in report.tables if has_record_columns(table)]
    if not tables:
        return report
    change = separate_ties if apart else label_half_ties
    report = replace(
        report, sections=tuple(_change_tables(item, change) for item in report.sections)
    )
    if not any(
        cell_value(row[_record_column_indexes(table)[2]]) for table in tables for row in table.rows
    ):
        return report
    return replace(report, notes=(*report.notes, ties_note(apart=apart)))


def ties_note(*, apart: bool) -> str:
    """Return the note below a table with ties."""
    if apart:
        return _("Wins, losses and ties are counted separately; a tie ranks as half a win.")
    return _("A tie counts as half a win and half a loss.")


def has_record_columns(table: Table) -> bool:
    """Return whether a table shows wins, losses and ties as separate figures without formulas."""
    kinds = {column.key: column.kind for column in table.columns}
    if [kinds.get(key) for key in RECORD_KEYS] != [Kind.RECORD, Kind.RECORD, Kind.INTEGER]:
        return False
    counted = (row[place] for row in table.rows for place in _record_column_indexes(table)[:2])
    return not any(isinstance(cell, Cell) and (cell.formula or cell.shown) for cell in counted)


def label_half_ties(table: Table) -> Table:
    """Return the table with full column names that say that a tie counts half.

    A column whose full name differs from its heading is unchanged.
    """
    names = {
        "wins": _("Wins; a tie counts as half a win"),
        "losses": _("Losses; a tie counts as half a loss"),
    }
    columns = (
        replace(column, name=names[column.key])
        if column.key in names and column.full_name == column.heading
        else column
        for column in table.columns
    )
    return replace(table, columns=tuple(columns))


def separate_ties(table: Table) -> Table:
    """Return the table with wins and losses as whole numbers without ties, and with a visible column of ties."""
    heads = {
        "wins": (_("Won"), _("Games won")),
        "losses": (_("Lost"), _("Games lost")),
        "ties": (_("Tied"), _("Games tied")),
    }
    places = _record_column_indexes(table)
    columns = list(table.columns)
    for place, key in zip(places, RECORD_KEYS, strict=True):
        head, name = heads[key]
        columns[place] = replace(
            columns[place], head=head, name=name, kind=Kind.INTEGER, data_only=False
        )

    def with_whole_counts(row: tuple[Value | Cell, ...]) -> tuple[Value | Cell, ...]:
        ties = cell_value(row[places[2]])
        cells = list(row)
        for place in places[:2]:
            value = whole_count(cell_value(row[place]), ties)
            cell = row[place]
            cells[place] = replace(cell, value=value) if isinstance(cell, Cell) else value
        return tuple(cells)

    groups = tuple(
        replace(group, rows=tuple(map(with_whole_counts, group.rows))) for group in table.groups
    )
    return replace(table, columns=tuple(columns), groups=groups)


def whole_count(halves: Value, ties: Value) -> Value:
    """Return the number of wins or losses without ties; None if unknown.

    >>> whole_count(3, 4), whole_count(0.5, 1)
    (1, 0)
    """
    if not isinstance(halves, int | float) or not isinstance(ties, int):
        return None
    return int(halves - ties / 2)


def _record_column_indexes(table: Table) -> list[int]:
    keys = [column.key for column in table.columns]
    return [keys.index(key) for key in RECORD_KEYS]


def _change_tables(section: Section, change: Callable[[Table], Table]) -> Section:
    if isinstance(section, Table):
        return change(section) if has_record_columns(section) else section
    if isinstance(section, Columns):
        items = tuple(
            tuple(_change_tables(part, change) for part in item) for item in section.items
        )
        return replace(section, items=items)
    if isinstance(section, Sheets):
        sheets = tuple(
            replace(sheet, sections=tuple(_change_tables(part, change) for part in sheet.sections))
            for sheet in section.sheets
        )
        return replace(section, sheets=sheets)
    return section
