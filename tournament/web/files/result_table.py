"""The page that assigns the columns of a table of results, and mends or leaves out its odd rows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.activity import Actor
from scoring.own_process import ReadingStopped, read_sent
from scoring.wording.phrases import comma_list
from tournament.actions.files.importing import keep_incoming, throw_away
from tournament.engine.result_table import (
    NEEDED,
    ROLES,
    ResultTableRow,
    heading_row,
    proposed_columns,
    read_result_rows,
)
from tournament.exchange.result_tables import Rows, results_file, rows_of_table
from tournament.exchange.upload import NamedFile
from tournament.queries.files.events import incoming
from tournament.web.access import Permission, requires
from tournament.web.page import page
from tournament.wording.sentences import sentence

ROLE_LABELS = {
    "round": _lazy("Round"),
    "one": _lazy("One player"),
    "one_score": _lazy("Score of that player"),
    "other": _lazy("The other player"),
    "other_score": _lazy("Score of the other"),
    "first": _lazy("Who went first"),
}
EXAMPLES = 3
"""Cells shown of each column."""
SHOWN_ROWS = 15
MOST_ODD = 200
"""Odd rows that can be mended on the page at once."""
_EDIT = re.compile(rf"row-(\d{{1,6}})-({'|'.join(ROLES)})")


@dataclass(frozen=True)
class OddRow:
    """A row that cannot be taken as it is: why, and its cells to be mended."""

    number: int
    problem: str
    cells: tuple[tuple[str, str, str], ...]
    """Role, label and text of each cell."""
    is_left_out: bool


@requires(Permission.DIRECT)
def result_columns(request: HttpRequest, batch: str) -> HttpResponse:
    """Show what the table is understood as; go on to what it becomes once no odd row is left."""
    files = incoming(batch)
    if not files:
        return redirect("import_event")
    name, content = files[0]
    file = NamedFile(name, content)
    try:
        rows = read_sent(rows_of_table, file, contents=[content])
    except ReadingStopped as reason:
        messages.error(request, str(reason))
        return redirect("import_event")
    columns = _columns(request, rows)
    missing = [role for role in NEEDED if role not in columns]
    left_out = frozenset(
        int(number) for number in request.POST.getlist("leave") if number.isdecimal()
    )
    edits = {
        (int(match[1]), match[2]): str(text).strip()[:100]
        for key, text in request.POST.items()
        if (match := _EDIT.fullmatch(key))
    }
    understood = [] if missing else read_result_rows(rows, columns, edits=edits)
    odd = [row for row in understood if row.problem is not None and row.number not in left_out]
    taken = [row for row in understood if row.problem is None and row.number not in left_out]
    wants_on = request.method == "POST" and request.POST.get("step") == "on"
    if wants_on and taken and not odd and not missing:
        made = results_file(taken, file.stem)
        new_batch = keep_incoming(Actor.of(request.user), [(made.name, made.content)])
        throw_away(batch)
        return redirect("preview_event", new_batch)
    shown_odd = [row for row in understood if row.problem is not None][:MOST_ODD]
    return page(
        request,
        "files/result_columns.html",
        {
            "file": name,
            "choices": _choices(rows),
            "roles": [(role, ROLE_LABELS[role], columns.get(role, -1)) for role in ROLES],
            "missing": comma_list(ROLE_LABELS[role] for role in missing),
            "odd": [_odd_row(row, left_out) for row in shown_odd],
            "odd_left": len(odd),
            "first_rows": [row for row in taken if row.round][:SHOWN_ROWS],
            "games": sum(1 for row in taken if row.round),
            "rounds": len({row.round for row in taken if row.round}),
            "playoffs": [row for row in taken if not row.round],
            "refused": wants_on,
        },
        status=422 if wants_on else 200,
    )


def _columns(request: HttpRequest, rows: Rows) -> dict[str, int]:
    """The columns as they were assigned, or as they are proposed."""
    if "column-round" not in request.POST:
        return proposed_columns(rows)
    typed = {role: request.POST.get(f"column-{role}", "") for role in ROLES}
    return {role: int(at) for role, at in typed.items() if at.isdecimal() and int(at) < 200}


def _choices(rows: Rows) -> list[tuple[int, str]]:
    """Every column by its heading and what stands at its beginning."""
    heading = heading_row(rows)
    width = max((len(row) for row in rows), default=0)
    choices = []
    for at in range(width):
        head = rows[heading][at] if heading >= 0 and at < len(rows[heading]) else ""
        cells = [row[at] for row in rows[heading + 1 :][:20] if at < len(row) and row[at]]
        examples = comma_list(cell[:20] for cell in cells[:EXAMPLES])
        label = head or _("Column {number}").format(number=at + 1)
        choices.append((at, f"{label}: {examples}" if examples else label))
    return choices


def _odd_row(row: ResultTableRow, left_out: frozenset[int]) -> OddRow:
    assert row.problem is not None
    cells = tuple(
        (role, str(ROLE_LABELS[role]), row.cells[role]) for role in ROLES if role in row.cells
    )
    return OddRow(row.number, sentence(row.problem), cells, row.number in left_out)
