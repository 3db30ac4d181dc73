"""The demo event: complete, reproducible, and with a random password."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from scoring.models import Activity, Game
from scoring.queries.disputes import dispute_of
from scoring.queries.sheets import sheet
from tests.tournament.commands import run
from tournament.models import Event, Pairing, ResultEntry
from tournament.queries.rounds.rounds import boards_of
from tournament.queries.standings.prizes import awards_of, prize_sections, prizes_of
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker):
    """Load the demo once for the tests that only read it, and roll it back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield run("load_demo")[0]
        transaction.set_rollback(True)


@pytest.fixture
def demo(loaded):
    return Event.objects.get(slug="demo-open").divisions.get(name="A")


@pytest.mark.full
def test_four_rounds_are_complete_and_the_fifth_is_playing(demo):
    assert demo.entries.exclude(arrived_at=None).count() == 24
    assert [r.phase for r in demo.rounds.order_by("number")] == ["closed"] * 4 + ["playing"]
    last = boards_of(demo.rounds.get(number=5))
    assert [board.pairing.board for board in last if board.is_missing] == [2, 3, 6, 7, 10, 11, 12]


def test_standings_include_typed_results_and_recorded_games(demo):
    table = division_standings(demo)
    top = [(row.person.name, row.line.record, row.line.spread) for row in table.rows]
    assert top[:2] == [("Zoë Lindqvist", "4-1", 722), ("Abigail Thistlewood", "4-1", 310)]


def test_two_disputes_are_pending_and_a_recorded_game_has_mistakes(demo):
    slip = Pairing.objects.get(round__division=demo, round__number=5, board=1)
    assert [
        (result.first_score, result.second_score, result.standing)
        for result in slip.results.order_by("entered_at")
    ] == [(431, 312, "counts"), (431, 321, "beside")]
    game = Pairing.objects.get(round__division=demo, round__number=2, board=3).game
    assert dispute_of(game).columns.keys() == {(1, 1), (1, 2), (2, 1), (2, 2)}
    findings = sheet(game).audit.findings
    assert len(findings) >= 8
    assert len({finding.code for finding in findings}) >= 2


def test_unfinished_game_is_included(demo):
    pairing = Pairing.objects.get(round__division=demo, round__number=5, board=2)
    assert pairing.game.finished_at is None
    assert pairing.game.entries.count() == 13
    assert not pairing.results.exists()
    assert Game.objects.filter(finished_at=None).count() == 1


def test_club_session_has_its_winners(loaded):
    evening = Event.objects.get(slug="thursday-club-15-october")
    assert evening.closed_at
    awards = awards_of(prizes_of(evening), prize_sections(evening))
    winners = [winner for award in awards for winner in award.winners]
    assert [(winner.name, winner.money and winner.money.cents) for winner in winners] == [
        ("Priya Raman", 2000),
        ("Halina Wróbel", 1000),
        ("Yuki Morikawa", 2000),
        ("Abigail Thistlewood", 1000),
        ("Abigail Thistlewood", None),
    ]


def test_second_run_changes_nothing_and_prints_no_password(loaded):
    before = Activity.objects.count(), ResultEntry.objects.count()
    password = get_user_model().objects.get(username="director").password
    assert run("load_demo")[0] == "Demo Open already exists; nothing was changed.\n"
    assert (Activity.objects.count(), ResultEntry.objects.count()) == before
    assert get_user_model().objects.get(username="director").password == password


def test_printed_password_logs_in(loaded, client):
    password = re.search(r"password (\S+)", loaded).group(1)
    answer = client.post("/login/", {"username": "director", "password": password})
    assert answer.url == "/"
    again = re.search(r"password (\S+)", run("load_demo", "--reset-password")[0]).group(1)
    assert again != password
    assert get_user_model().objects.get(username="director").check_password(again)
