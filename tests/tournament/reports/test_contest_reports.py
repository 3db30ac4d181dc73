"""Reports on prizes, best games and records, figure by figure."""

import json

import pytest
from django.core.management import CommandError
from django.utils import timezone

from tests.tournament.commands import run
from tests.tournament.fixtures import play_round
from tests.tournament.reports.test_approved_reports import AT, check_report
from tests.tournament.reports.test_forms import made
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.models import Event, ResultEntry

pytestmark = pytest.mark.django_db


def report(*arguments, event="autumn-open"):
    return json.loads(run("export_report", event, *arguments, "--format", "json")[0])


@pytest.fixture
def played_round(desk, round_one, board):
    """Play round 1: Ana 500-380 Ben, Zoë 390-410 Dai."""
    enter_result(desk, board(1), 500, 380)
    enter_result(desk, board(2), 390, 410)
    return round_one


def test_prizes_report_explains_winners_and_is_held_back(request, desk, event, played_round):
    add_prizes(desk, event, "1st = 300\nhigh combined = 11\nhigh play = 5")
    check_report(request, "prizes", made("prizes", event))
    with pytest.raises(CommandError, match="“winners” must be “yes” or “no”, not “maybe”"):
        report("prizes", "--winners", "maybe")
    change_standings_settings(desk, played_round.division, rounds_planned=3, held_back_from=1)
    for key in ("prizes", "closing"):
        held_back = made(key, event, audience="everybody")
        check_report(request, f"{key}, held back", held_back)


def test_treasurer_report_lists_debts_and_prize_money(
    request, monkeypatch, desk, event, played_round
):
    monkeypatch.setattr(timezone, "now", lambda: AT)
    ana, ben = played_round.division.entries.order_by("number")[:2]
    update_entry(desk, ana, rating=ana.rating, paid=True)
    update_entry(desk, ben, rating=ben.rating, owes="€ 15")
    add_prizes(desk, event, "1st = € 300\nhigh win = 20\n9th = 5\nhigh play = a book")
    check_report(request, "treasurer", made("treasurer", event))


def test_no_show_is_omitted_from_closing_report_and_season(
    request, desk, event, played_round, board
):
    """Ben was entered, and all his games are forfeits."""
    assign_to_club(desk, event, create_club(desk, name="Harbour Club"))
    correct_result(desk, board(1), outcome="second_forfeits", accepted=True)
    entry = ResultEntry.objects.get(pairing__board=1, standing="counts")
    assert (entry.outcome, entry.first_score, entry.second_score) == ("second_forfeits", 50, -50)
    for key in ("closing", "season"):
        check_report(request, f"{key} after a no-show", made(key, Event.objects.get()))


def test_closing_report_names_the_leader_until_the_last_round(desk, event, played_round):
    for planned, sentence in ((3, "Ana Lopez leads with"), (1, "Ana Lopez won with")):
        event.divisions.update(rounds_planned=planned)
        story = report("closing")["story"]
        assert story[1].startswith(f"{sentence} 1-0 +120, ahead of Dai")


@pytest.mark.parametrize(
    "key", ["closing", "prizes", "averages", "performance", "high_wins", "bingos"]
)
def test_report_works_for_empty_events_and_a_division_of_one(desk, event, division, key):
    assert report(key)["report"] == key
    add_players(desk, division, "Ana Lopez 1800")
    assert report(key)["report"] == key


def test_name_ending_in_a_full_stop_gets_no_second_stop(desk, event, division):
    add_players(desk, division, "Ana Lopez 1800\nIvy Q. 1500\nBen Okafor")
    play_round(desk, division, [(1, 2)], [(500, 380)], byes=[3])
    add_prizes(desk, event, "high win = 5")
    (row,) = report("prizes")["rows"]
    assert row["why"] == "500 to 380 in round 1 against Ivy Q."
    closing = json.dumps(report("closing"), ensure_ascii=False)
    assert "against Ivy Q." in closing
    assert ".." not in closing


def test_performance_names_the_omitted_unrated_opponents(desk, event, division):
    add_players(desk, division, "Ana Lopez 1800\nBen Okafor 1700\nCleo Q.\nDai Jones")
    play_round(desk, division, [(1, 3), (2, 4)], [(400, 380)] * 2)
    assert report("performance")["notes"] == [
        "Games against unrated opponents are left out: Cleo Q. and Dai Jones."
    ]
