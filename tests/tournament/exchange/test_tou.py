""".TOU: half-point byes in an event, and names that fill their columns."""

from pathlib import Path

import pytest

from tests.tournament.exchange.changed import finished, games, with_player
from tournament.actions.files.importing import import_event
from tournament.exchange.event_exchange import prepare_event
from tournament.exchange.event_files import NamedFile, read_bundle
from tournament.models import ResultEntry
from tournament.queries.safety.recheck import recheck_event_alone
from tournament.queries.standings.standings import division_standings

HALF_BYES = Path(__file__).parents[3] / "fixtures" / "cases" / "u01_codes.tou"


@pytest.mark.django_db
def test_half_point_bye_counts_as_half_a_win_and_survives_an_archive(desk):
    read = read_bundle([NamedFile("u01.tou", HALF_BYES.read_bytes())])
    event = import_event(desk, read)
    division = event.divisions.get()
    rows = {row.person.number: row.line for row in division_standings(division).rows}
    assert {number: line.half_wins / 2 for number, line in rows.items()} == {1: 2, 2: 2, 3: 1}
    assert (rows[1].spread, rows[1].record) == (60, "2-1")
    assert list(recheck_event_alone(event)) == []
    event = import_event(desk, read_bundle([prepare_event(event, "archive").single_file("x")]))
    again = ResultEntry.objects.filter(pairing__round__division__event=event, outcome="half_bye")
    assert list(again.values_list("first_score", "second_score")) == [(0, 0), (0, 0)]


@pytest.mark.parametrize("name", ["DC Deal 1", "4 Aces", "Agent 007 of London", "12345"])
def test_name_fills_the_first_twenty_columns_with_any_content(harbour_event, write, name):
    event = with_player(finished(harbour_event), name=name)
    (written,) = write("tou", event)
    assert f"{name:<20} 2492   2".encode() in written.content
    if name == "12345":
        line = "harbour-open.TOU, line 4: “12345"
        assert str(read_bundle([written]).obstacles[0]).startswith(line)
        return
    assert games(read_bundle([written])) == games(event)
