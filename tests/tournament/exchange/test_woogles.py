"""Woogles' JSON, compared with a file written by hand from its description."""

import json
from pathlib import Path

import pytest

from tournament.actions.files.importing import import_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.queries.standings.standings import division_standings

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "formats" / "woogles"
CONTENT = (FOLDER / "open.json").read_bytes()


def read(content=CONTENT):
    return read_bundle([NamedFile("open.json", content)])


@pytest.mark.django_db
def test_standings_of_the_imported_event_match_the_file(desk):
    event = import_event(desk, read(), name="Open", preset="club")
    rows = division_standings(event.divisions.get(), 2).rows
    standings = json.loads(CONTENT)["CSW"]["json"]["standings"]["1"]["standings"]
    assert [(row.person.name, row.line.wins, row.line.spread) for row in rows] == [
        (row["player_id"].partition(":")[2], row["wins"], row.get("spread", 0)) for row in standings
    ]
