"""Stream sources: fields, slots and channels, and nothing before its release."""

import re

import pytest
from django.urls import reverse

from scoring.models import Activity
from tests.scoring.views.pads import put
from tournament.actions.act import Refused
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.broadcast.actions import streams
from tournament.broadcast.actions.streams import MAX_SLOTS, delete_slot, point_slot, switch_stream
from tournament.broadcast.queries.stream_fields import FIELDS, JOINED_FIELD
from tournament.broadcast.web.streams import is_slot_in_use
from tournament.hall.tests.harbour import set_rules
from tournament.hall.tests.web.test_live import LINES
from tournament.models import Event
from tournament.web.page_cache import page_cache

pytestmark = pytest.mark.django_db
AT = "/stream/autumn-open/featured"


@pytest.fixture(autouse=True)
def empty_page_cache():
    page_cache.forget()
    yield
    page_cache.forget()


@pytest.fixture
def under_way(desk, event, round_one, board):
    """Record six turns of board 1, all released at once."""
    set_rules(desk, event, live_boards="every_turn")
    game = start_game(desk, board(1))
    put(game, *LINES)
    return game


def field(client, name):
    answer = client.get(f"{AT}/{name}.txt")
    assert answer.status_code == 200, answer.content
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.text


@pytest.mark.full
def test_every_field_is_available_as_text_and_as_a_transparent_page(client, desk, under_way, board):
    enter_result(desk, board(2), 400, 380)
    for name in [*FIELDS, JOINED_FIELD]:
        assert field(client, name) is not None
        page = client.get(f"{AT}/{name}/")
        assert (page.status_code, page["X-Frame-Options"]) == (200, "SAMEORIGIN"), name
        assert 'class="stream-field"' in page.text, name
    assert "<svg" in client.get(f"{AT}/board/").text


def test_changing_a_slot_updates_every_source(client, desk, under_way):
    assert field(client, "p1_name") == "Ana Lopez"
    point_slot(desk, Event.objects.get(), "featured", division="a", number=1, board=2)
    assert field(client, "p1_name") == "Zoë Müller"


def test_channel_has_the_language_of_its_event_and_uses_the_slot(client, desk, under_way):
    streams.point_channel(desk, under_way.pairing.round.division.event, "Quay")
    Event.objects.update(language="de")
    assert not is_slot_in_use("autumn-open", "featured")
    assert "Vokale" in client.get("/stream/quay/featured/unseen_count.txt").text
    assert is_slot_in_use("autumn-open", "featured")


def test_draft_board_and_one_slot_too_many_are_refused(desk, four, under_way):
    event = Event.objects.get()
    pair_by_hand(desk, four, [(1, 4), (2, 3)])
    with pytest.raises(Refused, match="Round 2 of that division has no published board 1"):
        point_slot(desk, event, "x", division="a", number=2, board=1)
    for number in range(MAX_SLOTS):
        point_slot(desk, event, f"slot{number}")
    with pytest.raises(Refused, match=f"There are already {MAX_SLOTS} slots. Delete"):
        point_slot(desk, event, "one-more")


def test_result_rows_link_to_a_stream_only_if_one_exists(director_client, desk, event, round_one):
    address = reverse("feature_board", args=["autumn-open", "a", 1, 2])
    results = reverse("results", args=["autumn-open", "a"])
    assert address not in director_client.get(results).text
    board = director_client.get(reverse("board", args=["autumn-open", "a", 1, 2]))
    assert f'action="{address}"' in board.text
    director_client.post(address)
    assert Event.objects.get().slots["featured"]["board"] == 2
    assert address in director_client.get(results).text


def test_disabled_stream_shows_nothing_and_keeps_its_slots(client, desk, under_way):
    point_slot(desk, Event.objects.get(), "featured", division="a", number=1, board=2)
    for is_on, shown in ((False, ""), (False, ""), (True, "Zoë Müller")):
        switch_stream(desk, Event.objects.get(), on=is_on)
        assert (field(client, "p1_name"), bool(field(client, "line"))) == (shown, is_on)
    verbs = Activity.objects.filter(verb__startswith="turn_stream").order_by("id")
    assert list(verbs.values_list("verb", flat=True)) == ["turn_stream_off", "turn_stream_on"]


def test_putting_a_board_on_air_turns_the_stream_on_for_the_latest_round(
    client, director_client, desk, four, under_way
):
    publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)]))
    event = Event.objects.get()
    switch_stream(desk, event, on=False)
    delete_slot(desk, event, "featured", in_use=False, confirmed=False)
    assert field(client, "p1_name") == "", "what a slot shows is no switch"
    sent = {"slot": "featured", "division": "a", "board": "2"}
    address = "/events/autumn-open/streams/point/"
    page = director_client.post(address, sent, follow=True).text
    assert Event.objects.get().slots == {"featured": {"division": "a", "round": 2, "board": 2}}
    assert field(client, "round") == "2"
    overlay = re.search('id="overlay" readonly size="60" value="http://testserver([^"]*)"', page)[1]
    names = field(client, "p1_name"), field(client, "p2_name")
    shown = client.get(overlay.replace("&amp;", "&")).text
    assert [name for name in names if name not in shown] == []
