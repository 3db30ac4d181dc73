"""Read the rows of a results table from any program, and convert its games to a results file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.wording.phrases import escape_formula
from tournament.engine.columns import ColumnTable, table_of
from tournament.engine.result_table import (
    NEEDED,
    RESULTS,
    ResultTableRow,
    proposed_columns,
    read_result_rows,
)
from tournament.engine.results import Outcome, winners
from tournament.exchange.tables import UnreadableTable, read_table_file, table_extensions
from tournament.exchange.upload import NamedFile

HEADS = ("Submitted On", "Round", "Winner", "Winners Score", "Opponent", "Opponents Score")
FIRST = "First"
BOARD = "Board"
"""The heading of the board column, which results files have in addition to CoCo's columns."""
BYE = "bye"
MAX_ROWS = 20_000
MAX_BYTES = 10_000_000
"""The largest file in bytes."""
PASTED = "pasted.txt"


def results_table_in(file: NamedFile) -> ColumnTable:
    """Return the table of results in a file, with its heading. Raise `UnreadableTable` if there is none."""
    sheet = read_table_file(
        file.name, file.content, most_rows=MAX_ROWS, what=_("results"), largest=MAX_BYTES
    )
    return table_of(sheet.rows, RESULTS)


def is_results_table(file: NamedFile) -> bool:
    """Return whether the file is a readable table with all required columns of results."""
    if not file.name.casefold().endswith(table_extensions()):
        return False
    try:
        table = results_table_in(file)
    except UnreadableTable:
        return False
    return set(NEEDED) <= set(proposed_columns(table))


@dataclass(frozen=True, slots=True)
class CorrectedTable:
    """A table of results with corrections: the valid games, and the rows that still have problems."""

    valid_rows: tuple[ResultTableRow, ...]
    invalid_rows: tuple[ResultTableRow, ...]


def corrected_table(table: ColumnTable, edits: Mapping[tuple[int, str], str]) -> CorrectedTable:
    """Return the rows, read by the proposed columns after applying `edits` by row number (1-based) and role."""
    understood = read_result_rows(table, proposed_columns(table), edits=edits)
    return CorrectedTable(
        tuple(row for row in understood if row.problem is None),
        tuple(row for row in understood if row.problem is not None),
    )


def results_file(rows: Sequence[ResultTableRow], stem: str) -> NamedFile:
    """Return the games as a results file that needs no column choices: one game per line, winner first."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*HEADS, FIRST, BOARD])
    for row in rows:
        one, other = row.one, row.other or BYE.capitalize()
        scores = row.scores
        if row.other and winners(Outcome.PLAYED, *scores) == (1,):
            one, other, scores = other, one, (scores[1], scores[0])
        round_text = row.label or str(row.round)
        names = [escape_formula(name) for name in (one, other, row.first)]
        writer.writerow(
            ["", round_text, names[0], scores[0], names[1], scores[1], names[2], row.board or ""]
        )
    return NamedFile(f"{stem}.csv", out.getvalue().encode())
