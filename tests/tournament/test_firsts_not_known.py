"""If a file does not say who went first, the order is unknown and counts for neither player."""

import pytest

from tests.remembered import remembered
from tests.tournament.reports.test_forms import made, rows
from tournament.actions.files.importing import import_event
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.queries.files.interchange import portable_event
from tournament.queries.rounds.pairing import pairing_request
from tournament.queries.safety.recheck import recheck

pytestmark = pytest.mark.django_db

HEADS = "Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score"
UNSAID = f"""{HEADS}
2026-05-02,1,Ana Lopez,400,Ben Okafor,380
2026-05-02,1,Cem Aydin,450,Dai Jones,300
2026-05-02,2,Ana Lopez,410,Cem Aydin,390
2026-05-02,2,Ben Okafor,500,Dai Jones,320
"""
FIRSTS = ("First", "Ana Lopez", "Dai Jones", "", "Ben Okafor")
WITH_FIRSTS = "\n".join(
    f"{line},{first}" for line, first in zip(UNSAID.splitlines(), FIRSTS, strict=True)
)


@pytest.fixture
@remembered
def division(desk):
    """Return two rounds of four players with unknown order."""
    return imported(desk, UNSAID)


def imported(desk, text):
    bundle = read_bundle([NamedFile("results.csv", text.encode())])
    return import_event(desk, bundle).divisions.get()


def starts(division):
    request = pairing_request(division, 3, seed=1)
    return {number: str(starts) for number, starts in request.starts.items()}


def test_only_games_with_known_starts_are_counted(desk, division):
    assert set(starts(division).values()) == {"0 firsts, 0 seconds"}
    division = imported(desk, WITH_FIRSTS)
    known = starts(division)
    assert {entry.name: known[entry.number] for entry in division.entries.all()} == {
        "Ana Lopez": "1 firsts, 0 seconds",
        "Ben Okafor": "1 firsts, 1 seconds",
        "Cem Aydin": "0 firsts, 1 seconds",
        "Dai Jones": "1 firsts, 1 seconds",
    }


def test_pages_state_that_the_start_is_unknown(client, director_client, division):
    event = division.event.slug
    board = director_client.get(f"/events/{event}/{division.slug}/rounds/1/boards/1/")
    assert "who went first is not known" in board.content.decode()
    entry = director_client.get(f"/events/{event}/{division.slug}/players/1/")
    assert {(row.goes_first, row.spread) for row in entry.context["rounds"]} == {(None, 20)}


def test_scorecards_and_firsts_report_leave_the_start_open(division):
    cards = made("scorecards", division.event)
    played = [row for table in cards.tables for row in table.rows if row[0] in (1, 2)]
    assert [row[2] for row in played] == [""] * 8
    firsts = made("firsts_and_repeats", division.event)
    assert [row[2:5] for row in rows(firsts, "firsts")] == [(0, 0, 0)] * 4
    sentence = "The file did not say who went first in 4 games; they count for neither player."
    assert sentence in firsts.notes


def test_recheck_agrees_and_the_file_is_exported_as_imported(division):
    assert list(recheck(division.event)) == []
    (written,) = event_formats()["coco_csv"].write(portable_event(division.event))
    lines = written.content.decode("utf-8-sig").splitlines()
    assert [line.rpartition(",")[2] for line in lines[1:]] == [""] * 4
