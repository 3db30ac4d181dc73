"""What the hall sees: fresh by itself, light, and never more than is public."""

import re

import pytest
from django.utils.html import strip_tags

from scoring.models import Activity
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.standings.display import show_standings

pytestmark = pytest.mark.django_db

HALL = "/events/autumn-open/a/hall/"


def text(answer):
    return " ".join(strip_tags(answer.content.decode()).split())


def asks_for(answer):
    """The address the page asks for by itself."""
    return re.search(r'id="hall"[^>]*hx-get="([^"]+)"', answer.content.decode())[1]


def test_the_hall_sees_the_round_and_the_standings(client, desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    words = text(client.get(HALL))
    assert "Round 1 Playing" in words
    assert "Ana Lopez 402 380 2 Ben Okafor" in words
    assert "Standings, round 1 under way" in words
    assert "Refresh" in words


def test_nothing_is_sent_until_something_is_new(client, desk, round_one, board):
    asks = asks_for(client.get(HALL))
    quiet = client.get(asks)
    assert (quiet.status_code, quiet.content) == (204, b"")
    enter_result(desk, board(1), 402, 380)
    fresh = client.get(asks)
    assert "402 380" in text(fresh)
    assert "<html" not in fresh.content.decode()
    assert client.get(asks_for(fresh)).status_code == 204


def test_every_change_of_a_result_is_new(client, desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    asks = asks_for(client.get(HALL))
    correct_result(desk, board(1), 402, 390)
    assert "402 390" in text(client.get(asks))


def test_another_division_is_nothing_new(client, desk, event, round_one):
    asks = asks_for(client.get(HALL))
    add_players(desk, create_division(desk, event, name="B"), "Eve Stone")
    assert Activity.objects.order_by("-id").first().scope.endswith("/b")
    assert client.get(asks).status_code == 204


def test_a_draft_and_what_is_held_back_stay_out_even_for_the_director(
    director_client, desk, four, whole_robin
):
    pair_by_hand(desk, four, [(1, 3), (2, 4)])
    show_standings(desk, four, rounds_planned=4, held_back_from=3)
    words = text(director_client.get(HALL))
    assert "Round 4" not in words
    assert "Standings after round 2" in words
    assert "holds back the standings" in words


def test_before_the_first_round_it_says_so(client, four):
    assert "No round is published yet." in text(client.get(HALL))


def test_asking_for_news_is_light(client, round_one, board, desk, django_assert_num_queries):
    enter_result(desk, board(1), 402, 380)
    asks = asks_for(client.get(HALL))
    with django_assert_num_queries(2):
        client.get(asks)
    with django_assert_num_queries(10):
        client.get(HALL)
