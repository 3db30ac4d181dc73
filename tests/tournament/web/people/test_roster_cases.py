"""Rosters that were once parsed wrongly (fixtures/cases) are read as somebody last read them."""

from pathlib import Path

import pytest

from tests.approved import check_approved
from tournament.engine.roster import read_roster
from tournament.engine.roster_table import pasted_table, roster_from_table
from tournament.web.people.roster import roster_table_in
from tournament.wording.sentences import sentence, sentences

CASES = sorted((Path(__file__).parents[4] / "fixtures" / "cases").glob("r*_*"))
SHOWN = ("name", "family", "rating", "member", "country", "club")


def shown(line):
    """Return a line as it was read, with its remarks."""
    values = [f"{key}={value}" for key in SHOWN if (value := getattr(line, key))]
    refused = [f"refused: {sentence(line.problem)}"] if line.problem else []
    return " | ".join([*values, *refused, *sentences(line.notes)])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_rosters_once_parsed_wrongly_are_read_as_approved(request, path):
    table, notes = roster_table_in(path.name, path.read_bytes(), "A")
    lines = read_roster(roster_from_table(table).text)
    now = {f"{path.stem} {line.line:02}": shown(line) for line in lines}
    check_approved(request, now | {path.stem: f"{len(lines)} {' '.join(notes)}"})
    if path.stem == "r08_pasted_columns":
        assert read_roster(roster_from_table(pasted_table(path.read_text())).text) == lines
