"""Screens in the hall: their own list, no secrets, and no update without news."""

import datetime as dt
import re

import pytest
from django.utils import timezone

from tests.shown import stripped
from tests.tournament.fixtures import play_round
from tournament.actions.event.events import create_division
from tournament.actions.event.housekeeping import change_event_details
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.display import change_standings_settings
from tournament.actions.standings.prizes import add_prize
from tournament.hall.actions.clock import post_notice, start_clock
from tournament.hall.actions.screens import (
    MAX_WAITING_SCREENS,
    add_screen,
    make_screen,
    remove_screen,
    set_screen,
    show_on_screens,
)
from tournament.hall.models import Screen
from tournament.hall.queries.phone_access import PhoneAccess
from tournament.web.page_cache import page_cache
from tournament.web.two_languages import add_second_language

pytestmark = pytest.mark.django_db

LISTS = "/hall/autumn-open/screens/1/"


@pytest.fixture
def shows(desk, event):
    """Return a function that sets the content of screen 1."""

    def set_to(*kinds, **more):
        screen = Screen.objects.filter(number=1).first() or add_screen()
        return set_screen(desk, event, screen, shows=kinds, **more)

    return set_to


def lists(answer):
    return re.findall(r'data-list="([^"]+)"', answer.text)


def version(answer):
    return re.search(r'data-version="([^"]+)"', answer.text)[1]


def test_flood_of_screens_leaves_the_directors_waiting_screen(client, event):
    client.post("/screen/", REMOTE_ADDR="192.0.2.1")
    first = Screen.objects.get()
    assert client.get("/screen/1/waits/").status_code == 204
    answers = [client.post("/screen/", REMOTE_ADDR="192.0.2.66") for _ in range(30)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429] * 25
    assert "Wait ten minutes" in stripped(answers[-1])
    for host in range(100, 125):
        client.post("/screen/", REMOTE_ADDR=f"192.0.2.{host}")
    assert Screen.objects.filter(event=None).count() == MAX_WAITING_SCREENS
    assert Screen.objects.filter(pk=first.pk).exists()


def test_screen_has_its_pace_and_colours_until_it_is_removed(client, desk, event, shows):
    screen = shows("clock", pace=15, is_dark=False)
    assert 'data-pace="15" data-theme="light"' in client.get("/screen/1/").text
    remove_screen(desk, event, screen)
    assert client.get(LISTS).status_code == 404


def test_unchanged_lists_return_an_empty_response(client, desk, round_one, board, shows):
    shows("pairings", "standings")
    first = client.get(LISTS)
    quiet = client.get(LISTS, {"seen": version(first)})
    assert (quiet.status_code, quiet.content) == (204, b"")
    enter_result(desk, board(1), 402, 380)
    fresh = client.get(LISTS, {"seen": version(first)})
    assert "402–380" in stripped(fresh)
    assert "RankNameWLSpread 1Ana Lopez10+22" in stripped(fresh)


def test_unchanged_lists_take_one_query_and_all_lists_a_fixed_number(
    client, desk, whole_robin, shows, django_assert_max_num_queries, django_assert_num_queries
):
    shows("pairings", "names", "missing", "standings", "prizes", "plays", "clock", "notices")
    with django_assert_max_num_queries(32):
        first = client.get(LISTS)
    with django_assert_num_queries(1):
        client.get(LISTS, {"seen": version(first)})


def test_board_with_a_held_back_result_is_not_missing(client, desk, round_one, board, shows):
    change_standings_settings(desk, round_one.division, rounds_planned=4, held_back_from=1)
    shows("missing")
    enter_result(desk, board(1), 402, 380)
    words = stripped(client.get(LISTS))
    assert "2Zoë MüllerDai Jones" in words
    assert "Ana Lopez" not in words
    assert "402" not in words


def test_drafts_are_not_shown(client, desk, four, whole_robin, shows):
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    shows("pairings", "names", "missing")
    assert "Round 4" not in stripped(client.get(LISTS))


def test_clock_stands_beside_a_list_or_fills_the_screen(client, desk, round_one, shows):
    start_clock(desk, round_one.division)
    shows("pairings", "clock")
    page = client.get(LISTS)
    assert lists(page) == ["pairings-a"]
    assert "data-clock" in page.text
    shows("clock")
    assert lists(client.get(LISTS)) == ["clock-a"]
    shows("pairings")
    assert "data-clock" not in client.get(LISTS).text


def test_notices_stand_on_every_page_except_those_of_other_divisions(
    client, desk, event, round_one, shows
):
    other = create_division(desk, event, name="B")
    post_notice(desk, event, kind="lunch", time=dt.time(13, 30))
    post_notice(desk, event, kind="text", text="B plays upstairs", division=other)
    shows("pairings", "notices", divisions=["a"])
    words = stripped(client.get(LISTS))
    assert "Lunch until 13:30" in words
    assert "upstairs" not in words
    shows("pairings")
    assert "Lunch" not in stripped(client.get(LISTS))
    shows("notices")
    assert lists(client.get(LISTS)) == ["notices"]
    assert stripped(client.get(LISTS)).count("Lunch until 13:30") == 1


def test_players_check_in_by_code_while_phone_access_is_open(
    client, desk, event, four, monkeypatch
):
    make_screen(desk, event)
    opened = PhoneAccess(is_open=True, host="192.168.1.20", port=8000)
    monkeypatch.setattr("tournament.hall.queries.screen_lists.current_phone_access", lambda: opened)
    words = stripped(client.get(LISTS))
    assert "QR code: http://192.168.1.20:8000/hall/autumn-open/find/" in words
    assert "Check in on your phone or at the desk" in words


def test_divisions_follow_their_own_state_and_prizes_wait_for_the_last(client, desk, event, four):
    make_screen(desk, event)
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Ash")
    for division in (four, other):
        change_standings_settings(desk, division, rounds_planned=1, held_back_from=None)
    add_prize(desk, event, kind="place", division=four, value="100")
    play_round(desk, four, [(1, 2), (3, 4)], [(400, 380), (400, 380)])
    of_a = ["winners-a-3", "winners-a-1", "standings-a"]  # two are equal in first place
    assert lists(client.get(LISTS)) == ["check-in", *of_a]
    last = publish_round(desk, pair_by_hand(desk, other, [(1, 2)]))
    start_clock(desk, other)
    assert lists(client.get(LISTS)) == [*of_a, "clock-b"]
    enter_result(desk, last.pairings.get(), 400, 380)
    of_b = ["winners-b-2", "winners-b-1", "standings-b"]
    assert lists(client.get(LISTS)) == [*of_a, *of_b, "prizes"]


@pytest.mark.parametrize("kind", ["live", "prizes", "plays", "code", "missing"])
def test_screen_without_content_for_the_chosen_list_shows_its_rotation(
    client, desk, event, round_one, shows, kind
):
    shows("pairings")
    show_on_screens(desk, event, kind)
    assert lists(client.get(LISTS)) == ["pairings-a"]


@pytest.mark.parametrize("address", [LISTS, "/hall/autumn-open/"])
def test_notice_ends_at_its_stated_time(
    client, desk, event, round_one, shows, monkeypatch, address
):
    shows("notices", "pairings")
    posted = dt.datetime(2026, 10, 3, 12, tzinfo=timezone.get_current_timezone())
    monkeypatch.setattr(timezone, "now", lambda: posted)
    post_notice(desk, event, kind="lunch", time=dt.time(13, 30), text="Soup")
    post_notice(desk, event, kind="text", text="Mind the step")
    post_notice(desk, event, kind="pairings", time=dt.time(9, 0))
    assert "Lunch until 13:30. Soup" in stripped(client.get(address))
    there = version(client.get(LISTS))
    monkeypatch.setattr(timezone, "now", lambda: posted + dt.timedelta(hours=1, minutes=30))
    assert client.get(LISTS, {"seen": there}).status_code == 200
    later = stripped(client.get(address))
    assert "Lunch" not in later
    assert "Mind the step" in later
    assert "09:00" in later


def test_screen_shows_both_languages_of_its_event(client, desk, event, division, shows):
    change_event_details(desk, event, name=event.name, language="de", second_language="fr")
    event.refresh_from_db()
    shows("standings")
    page_cache.forget()
    for answer in (client.get(LISTS), client.get("/screen/1/", headers={"accept-language": "es"})):
        assert re.search(r'[^<]+<span lang="fr"> / [^<]+</span>', answer.text)
        assert "Clasificación" not in answer.text
    assert '<html lang="de"' in client.get("/screen/1/").text


def test_translations_with_different_markup_are_not_combined():
    assert add_second_language("<p>Drei</p>", "<p>Trois <b>!</b></p>", "fr") == "<p>Drei</p>"
    assert (
        add_second_language(
            '<p title="Zug &amp; Wort">1.234</p>', '<p title="Coup &amp; mot">1 234</p>', "fr"
        )
        == '<p title="Zug &amp; Wort / Coup &amp; mot">1.234</p>'
    )
