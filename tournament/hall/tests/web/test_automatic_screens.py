"""An automatic screen follows the event from check-in to the winners."""

import pytest

from tests.shown import stripped
from tournament.actions.event.events import create_division
from tournament.actions.people.check_in import check_in
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prize
from tournament.hall.actions.clock import post_notice, start_clock
from tournament.hall.actions.screens import make_screen, set_screen, show_on_screens
from tournament.hall.queries.phone_access import PhoneAccess
from tournament.hall.tests.web.test_screens import LISTS, ROOM, lists
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


def test_new_screen_follows_the_event_from_check_in_to_the_winners(
    client, desk, event, four, publish, play, django_assert_max_num_queries
):
    change_standings_settings(desk, four, rounds_planned=2, held_back_from=None)
    add_prize(desk, event, kind="place", value="100")

    def shown(queries):
        with django_assert_max_num_queries(queries):
            page = client.get(LISTS)
        return lists(page), stripped(page)

    keys, words = shown(14)
    assert keys == ["check-in"]
    assert "Check-in" in words
    assert "Check in at the desk" in words
    check_in(desk, four.entries.get(number=2), here=True)
    assert "Check in at the desk · 1 of 4 players are here" in shown(14)[1]
    first = publish((1, 2), (3, 4))
    keys, words = shown(14)
    assert keys == ["names-a", "pairings-a"]
    assert "Round 1" in words
    start_clock(desk, four)
    assert shown(14)[0] == ["clock-a"]
    play(first, 1, 400, 380)
    keys, words = shown(14)
    assert keys == ["clock-a", "missing-a"]
    assert "2Zoë MüllerDai Jones" in words
    play(first, 2, 400, 410)
    keys, words = shown(14)
    assert keys == ["standings-a"]
    assert "Standings after round 1" in words
    second = publish((1, 4), (2, 3))
    assert shown(14)[0] == ["names-a", "pairings-a"]
    play(second, 1, 400, 300)
    play(second, 2, 400, 380)
    keys, words = shown(19)
    assert keys == ["winners-a-3", "winners-a-2", "winners-a-1", "standings-a", "prizes"]
    assert "Current prizes" not in words
    assert "3rdDai Jones1-1 −90 2ndBen Okafor1-1 0 1stAna Lopez2-0 +120" in words
    assert words.index("3rdDai Jones") < words.index("Ben Okafor") < words.index("Ana Lopez")


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


def test_held_back_standings_name_no_winner(client, desk, event, four, publish, play):
    add_prize(desk, event, kind="place", value="100")
    change_standings_settings(desk, four, rounds_planned=1, held_back_from=1)
    first = publish((1, 2), (3, 4))
    play(first, 1, 400, 380)
    play(first, 2, 400, 380)
    page = client.get(LISTS)
    assert lists(page) == ["pairings-a"]
    assert "400" not in stripped(page)


def test_notices_appear_below_and_a_customised_screen_keeps_its_list(
    client, director_client, desk, event, screen, round_one
):
    post_notice(desk, event, kind="text", text="Mind the step")
    assert "Mind the step" in stripped(client.get(LISTS))
    set_screen(desk, event, screen, shows=["standings", "clock"])
    assert lists(client.get(LISTS)) == ["event"]
    show_on_screens(desk, event, "follow")
    assert lists(client.get(LISTS)) == ["names-a", "pairings-a"]
    assert "now: Follow the event" in stripped(director_client.get(ROOM))


def test_form_offers_automatic_first_and_refuses_an_empty_list(director_client, screen, event):
    page = director_client.get(f"{ROOM}screens/1/").text
    assert 'name="follows" value="event" id="id_follows_0" checked' in " ".join(page.split())
    sent = {"follows": "", "pace": "12", "is_dark": "dark"}
    refused = director_client.post(f"{ROOM}screens/1/", sent)
    assert (refused.status_code, "Tick at least one item." in stripped(refused)) == (422, True)
    director_client.post(f"{ROOM}screens/1/", sent | {"shows": ["prizes"]})
    screen.refresh_from_db()
    assert screen.shows == ["prizes"]
    director_client.post(f"{ROOM}screens/1/", sent | {"follows": "event", "shows": ["prizes"]})
    screen.refresh_from_db()
    assert screen.shows == ["follow"]
