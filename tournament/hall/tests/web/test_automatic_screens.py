"""An automatic screen follows the event from check-in to the winners."""

import pytest

from tests.shown import stripped
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prize
from tournament.hall.actions.clock import start_clock
from tournament.hall.actions.screens import make_screen
from tournament.hall.queries.phone_access import PhoneAccess
from tournament.hall.tests.web.test_screens import LISTS, lists
from tournament.models import Pairing

pytestmark = pytest.mark.django_db

OF_A = ["winners-a-3", "winners-a-1", "standings-a"]
"""The lists of division A after its last round, with two equal players in first place."""


@pytest.fixture(autouse=True)
def screen(desk, event):
    return make_screen(desk, event)


@pytest.fixture
def publish(desk, four):
    def pair(*boards):
        return publish_round(desk, pair_by_hand(desk, four, boards, firsts_as_listed=True))

    return pair


@pytest.fixture
def play(desk):
    def enter(round_, board, first, second):
        enter_result(desk, Pairing.objects.get(round=round_, board=board), first, second)

    return enter


def test_players_check_in_by_code_while_phone_access_is_open(client, monkeypatch, four):
    opened = PhoneAccess(is_open=True, host="192.168.1.20", port=8000)
    monkeypatch.setattr("tournament.hall.queries.screen_lists.current_phone_access", lambda: opened)
    words = stripped(client.get(LISTS))
    assert "QR code: http://192.168.1.20:8000/hall/autumn-open/find/" in words
    assert "Check in on your phone or at the desk" in words


def test_each_division_shows_its_own_state_and_prizes_wait_for_the_last(
    client, desk, event, four, publish, play
):
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Ash")
    for division in (four, other):
        change_standings_settings(desk, division, rounds_planned=1, held_back_from=None)
    add_prize(desk, event, kind="place", division=four, value="100")
    first = publish((1, 2), (3, 4))
    play(first, 1, 400, 380)
    play(first, 2, 400, 380)
    assert lists(client.get(LISTS)) == ["check-in", *OF_A]
    assert "A: Winners" in stripped(client.get(LISTS))
    last = publish_round(desk, pair_by_hand(desk, other, [(1, 2)]))
    start_clock(desk, other)
    assert lists(client.get(LISTS)) == [*OF_A, "clock-b"]
    assert "Division B Round 1" in stripped(client.get(LISTS))
    play(last, 1, 400, 380)
    of_b = ["winners-b-2", "winners-b-1", "standings-b"]
    assert lists(client.get(LISTS)) == [*OF_A, *of_b, "prizes"]
