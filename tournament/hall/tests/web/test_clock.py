"""The clock and notices on pages: one click at the desk, and cacheable pages."""

import datetime as dt
import time

import pytest

from tests.shown import NO_PAGE, refusal, stripped
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.hall.actions.clock import pause_clock, post_notice, start_clock
from tournament.hall.models import RoundClock
from tournament.hall.queries.clock import notices_of

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/a/"
ROOM = "/events/autumn-open/room/"


def test_users_who_do_not_direct_see_the_clock_without_buttons(keeper_client, desk, round_one):
    assert 'id="desk-clock"' in keeper_client.get(DESK).text
    start_clock(desk, round_one.division)
    words = stripped(keeper_client.get(DESK))
    assert "Round 1 until" in words
    assert "Pause the clock" not in words


def test_event_page_shows_the_clocks_of_its_divisions_side_by_side(
    keeper_client, desk, event, round_one
):
    other = create_division(desk, event, name="B")
    add_players(desk, other, "Eve Stone\nFinn Hall")
    publish_round(desk, pair_by_hand(desk, other, [(1, 2)]))
    assert "tournament/clock.js" in keeper_client.get("/events/autumn-open/").text
    start_clock(desk, round_one.division, minutes=30)
    page = keeper_client.get("/events/autumn-open/").text
    assert page.count("data-clock\n") == 1
    start_clock(desk, other, minutes=45)
    pause_clock(desk, other)
    page = keeper_client.get("/events/autumn-open/").text
    one, two = page.partition('id="division-b"')[::2]
    assert ('data-total="1800"' in one, 'data-total="2700"' in two) == (True, True)
    assert "Paused" in two.partition("</li>")[0]


def test_clock_markup_has_script_data_but_no_current_time(keeper_client, desk, round_one):
    start_clock(desk, round_one.division, minutes=30, overtime_minutes=5)
    row = RoundClock.objects.get()
    row.resumed_at = dt.datetime(2026, 10, 3, 12, 0, tzinfo=dt.UTC)
    row.save()
    page = keeper_client.get(DESK).text
    since = int(row.resumed_at.timestamp() * 1000)
    assert f'data-total="1800" data-overtime="300" data-ran="0" data-since="{since}"' in page
    row.resumed_at += dt.timedelta(hours=1)
    row.save()
    pause_clock(desk, round_one.division)
    assert "data-since" not in keeper_client.get(DESK).text


def test_laptop_time_is_served_without_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/time/")
    assert abs(int(answer.content) - time.time() * 1000) < 5_000
    assert answer["Cache-Control"] == "no-store"


def test_desk_of_another_helper_is_updated(director_client, desk, round_one):
    since = f"{DESK}since/1/1/"
    start_clock(desk, round_one.division)
    assert "data-since" in director_client.get(since).text


def test_notice_of_another_event_is_not_found(director_client, desk, event):
    notice = post_notice(desk, event, kind="text", text="Hello")
    other = create_event(desk, name="Other", preset="club")
    answer = director_client.post(f"/events/{other.slug}/room/notices/{notice.pk}/")
    assert refusal(answer) == NO_PAGE
    assert [shown.pk for shown in notices_of(event)] == [notice.pk]
