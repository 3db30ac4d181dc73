"""Results in a table of any program: its rows, and the games that were understood as a file of results."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.wording.phrases import harmless
from tournament.engine.columns import ColumnTable, table_of
from tournament.engine.result_table import (
    NEEDED,
    RESULTS,
    ResultTableRow,
    proposed_columns,
    read_result_rows,
)
from tournament.engine.results import Outcome, winners
from tournament.exchange.tables import UnreadableTable, read_file, suffixes
from tournament.exchange.upload import NamedFile

HEADS = ("Submitted On", "Round", "Winner", "Winners Score", "Opponent", "Opponents Score")
FIRST = "First"
BOARD = "Board"
"""The headings of a list of results, as CoCo has it, and the columns of ours: who went first, and on which board."""
BYE = "bye"
MOST_ROWS = 20_000
LARGEST = 10_000_000
"""Bytes."""
PASTED = "pasted.txt"


def table_of_results(file: NamedFile) -> ColumnTable:
    """The cells of a table, and its heading. Raises `UnreadableTable`."""
    sheet = read_file(
        file.name, file.content, most_rows=MOST_ROWS, what=_("results"), largest=LARGEST
    )
    return table_of(sheet.rows, RESULTS)


def is_results_table(file: NamedFile) -> bool:
    """Whether the file is a table in which rounds, two names and two scores stand."""
    if not file.name.casefold().endswith(suffixes()):
        return False
    try:
        table = table_of_results(file)
    except UnreadableTable:
        return False
    return set(NEEDED) <= set(proposed_columns(table))


@dataclass(frozen=True, slots=True)
class MendedTable:
    """A table of results with cells mended: the games that are taken, and the rows that are still odd."""

    taken: tuple[ResultTableRow, ...]
    odd: tuple[ResultTableRow, ...]


def mended_table(table: ColumnTable, edits: Mapping[tuple[int, str], str]) -> MendedTable:
    """The rows by the columns that are proposed, with `edits` put in, by number of the row (from 1) and role."""
    understood = read_result_rows(table, proposed_columns(table), edits=edits)
    return MendedTable(
        tuple(row for row in understood if row.problem is None),
        tuple(row for row in understood if row.problem is not None),
    )


def results_file(rows: Sequence[ResultTableRow], stem: str) -> NamedFile:
    """The games as a file of results that is read without any question: the winner first, a game a line."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*HEADS, FIRST, BOARD])
    for row in rows:
        one, other = row.one, row.other or BYE.capitalize()
        scores = row.scores
        if row.other and winners(Outcome.PLAYED, *scores) == (1,):
            one, other, scores = other, one, (scores[1], scores[0])
        round_text = row.label or str(row.round)
        names = [harmless(name) for name in (one, other, row.first)]
        writer.writerow(
            ["", round_text, names[0], scores[0], names[1], scores[1], names[2], row.board or ""]
        )
    return NamedFile(f"{stem}.csv", out.getvalue().encode())
