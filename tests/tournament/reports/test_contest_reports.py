"""Reports on prizes, best games and records, figure by figure."""

import json

import pytest
from django.core.management import CommandError

from tests.tournament.commands import run
from tests.tournament.fixtures import play_round
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prizes
from tournament.models import ResultEntry

pytestmark = pytest.mark.django_db

LEVEL = "Level with Dai Jones on wins and losses; spread decided, +120 against +20."
SHARED = "The 11 is shared by 2: 5.50 each."


def report(*arguments, event="autumn-open"):
    return json.loads(run("export_report", event, *arguments, "--format", "json")[0])


def picked(rows, *keys):
    return [tuple(row[key] for key in keys) for row in rows]


@pytest.fixture
def played_round(desk, round_one, board):
    """Play round 1: Ana 500-380 Ben, Zoë 390-410 Dai."""
    enter_result(desk, board(1), 500, 380)
    enter_result(desk, board(2), 390, 410)
    return round_one


def test_prizes_report_explains_winners_or_lists_prizes_only(desk, event, played_round):
    add_prizes(desk, event, "1st = 300\nhigh combined = 11\nhigh play = 5")
    rows = report("prizes")["rows"]
    assert picked(rows, "prize", "winner", "gets", "why") == [
        ("1st place", "Ana Lopez", "300", f"1-0 +120. {LEVEL}"),
        ("High combined", "Ana Lopez", "5.50", f"880 (500 to 380) in round 1. {SHARED}"),
        ("High combined", "Ben Okafor", "5.50", "880 (380 to 500) in round 1."),
        ("High play", "", "", "No game has been recorded turn by turn. Choose the winner by hand."),
    ]  # fmt: skip
    with pytest.raises(CommandError, match="“winners” must be “yes” or “no”, not “maybe”"):
        report("prizes", "--winners", "maybe")
    change_standings_settings(desk, played_round.division, rounds_planned=3, held_back_from=1)
    document = report("prizes", "--audience", "everybody")
    assert document["rows"][0] == {
        "prize": "1st place", "worth": "300", "amount": 300, "currency": "",
    }  # fmt: skip
    assert document["notes"] == ["The results of later rounds are held back until the end."]
    assert report("closing", "--audience", "everybody").get("prizes", []) == []


def test_treasurer_report_lists_debts_and_prize_money(desk, event, played_round):
    ana, ben = played_round.division.entries.order_by("number")[:2]
    update_entry(desk, ana, rating=ana.rating, paid=True)
    update_entry(desk, ben, rating=ben.rating, owes="€ 15")
    add_prizes(desk, event, "1st = € 300\nhigh win = 20\n9th = 5\nhigh play = a book")
    document = report("treasurer")
    assert picked(document["rows"], "name", "paid", "owes") == [
        ("Jones, Dai", None, ""), ("Lopez, Ana", "yes", ""), ("Müller, Zoë", None, ""),
        ("Okafor, Ben", None, "€ 15"),
    ]  # fmt: skip
    assert picked(document["prizes"], "prize", "winner", "amount", "currency", "also") == [
        ("1st place", "Ana Lopez", 300, "€", ""),
        ("High win", "Ana Lopez", 20, "", ""),
        ("9th place", "no winner yet", 5, "", ""),
        ("High play", "no winner yet", None, "", "a book"),
    ]
    assert picked(document["totals"], "what", "amount", "currency") == [
        ("Still owed", 15, "€"), ("Prize money", 300, "€"), ("Prize money", 25, ""),
    ]  # fmt: skip


def test_no_show_is_omitted_from_closing_report_and_season(desk, event, played_round, board):
    """Ben was entered, and all his games are forfeits."""
    assign_to_club(desk, event, create_club(desk, name="Harbour Club"))
    correct_result(desk, board(1), outcome="second_forfeits", accepted=True)
    entry = ResultEntry.objects.get(pairing__board=1, standing="counts")
    assert (entry.outcome, entry.first_score, entry.second_score) == ("second_forfeits", 50, -50)
    paragraph = report("closing")["story"][0]
    assert paragraph == "3 players met at Autumn Open on 3 Oct 2026 and played 1 game in 1 round."
    season = report("season")
    assert [row["name"] for row in season["rows"]] == ["Ana Lopez", "Dai Jones", "Zoë Müller"]
    assert [row["players"] for row in season["sessions"]] == [3]


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
