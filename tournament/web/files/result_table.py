"""The page that assigns the columns of a results table and corrects or leaves out unusable rows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.wording.phrases import comma_list
from tournament.actions.files.importing import discard_uploads, store_uploads
from tournament.engine.columns import unique_roles
from tournament.engine.result_table import (
    NEEDED,
    RESULTS,
    ROLES,
    ResultTableRow,
    proposed_columns,
    read_result_rows,
)
from tournament.exchange.result_tables import results_file, results_table_in
from tournament.exchange.upload import NamedFile
from tournament.queries.files.events import uploaded_files
from tournament.web.access import Permission, requires
from tournament.web.columns import ROLE_LABELS, chosen_columns, column_choices, save_chosen_columns
from tournament.web.page import page, parse_whole_number
from tournament.wording.sentences import sentence, sentences

SHOWN_ROWS = 15
MAX_UNUSABLE_ROWS = 200
"""Maximum number of unusable rows that can be corrected on the page at once."""
_EDIT_FIELD = re.compile(rf"row-(\d{{1,6}})-({'|'.join(ROLES)})")


@dataclass(frozen=True)
class UnusableRow:
    """A row that cannot be imported: the problem, and its cells to correct."""

    number: int
    problem: str
    cells: tuple[tuple[str, str, str], ...]
    """The role, label and text of each cell."""
    is_left_out: bool


@requires(Permission.DIRECT)
def result_columns(request: HttpRequest, batch: str) -> HttpResponse:
    """Show how the table is understood; once no unusable row is left, redirect to the preview on request.

    Redirect to the upload if the files are gone or reading was stopped.
    """
    files = uploaded_files(batch)
    if not files:
        return redirect("import_event")
    name, content = files[0]
    file = NamedFile(name, content)
    try:
        table = read_upload(results_table_in, file, contents=[content])
    except ReadingStopped as reason:
        messages.error(request, str(reason))
        return redirect("import_event")
    proposed = proposed_columns(table)
    columns, notes = unique_roles(chosen_columns(request, RESULTS, table) or proposed)
    missing = [role for role in NEEDED if role not in columns]
    left_out = frozenset(
        number
        for text in request.POST.getlist("leave")
        if (number := parse_whole_number(text)) is not None
    )
    edits = {
        (int(match[1]), match[2]): str(text).strip()[:100]
        for key, text in request.POST.items()
        if (match := _EDIT_FIELD.fullmatch(key))
    }
    understood = [] if missing else read_result_rows(table, columns, edits=edits)
    odd = [row for row in understood if row.problem is not None and row.number not in left_out]
    taken = [row for row in understood if row.problem is None and row.number not in left_out]
    wants_on = request.method == "POST" and request.POST.get("step") == "on"
    if wants_on and taken and not odd and not missing:
        made = results_file(taken, file.stem)
        new_batch = store_uploads(Actor.for_user(request.user), [(made.name, made.content)])
        discard_uploads(batch)
        save_chosen_columns(request, RESULTS, table, proposed)
        return redirect("preview_event", new_batch)
    shown_odd = [row for row in understood if row.problem is not None][:MAX_UNUSABLE_ROWS]
    return page(
        request,
        "tournament/files/result_columns.html",
        {
            "file": name,
            "table": column_choices(RESULTS, table, columns),
            "notes": sentences(notes),
            "missing": comma_list(ROLE_LABELS[role] for role in missing),
            "odd": [_unusable_row(row, left_out) for row in shown_odd],
            "odd_left": len(odd),
            "first_rows": [row for row in taken if row.round][:SHOWN_ROWS],
            "games": sum(1 for row in taken if row.round),
            "rounds": len({row.round for row in taken if row.round}),
            "playoffs": [row for row in taken if not row.round],
            "refused": wants_on,
        },
        status=422 if wants_on else 200,
    )


def _unusable_row(row: ResultTableRow, left_out: frozenset[int]) -> UnusableRow:
    assert row.problem is not None
    cells = tuple(
        (role, str(ROLE_LABELS[role]), row.cells[role]) for role in ROLES if role in row.cells
    )
    return UnusableRow(row.number, sentence(row.problem), cells, row.number in left_out)
