"""The form of a player: a letter for every game that counts, by who won it, not by the scores alone."""

import re

import pytest
from django.utils.html import strip_tags

from tournament.actions.results.results import enter_result

pytestmark = pytest.mark.django_db


def form_of(client, number):
    page = client.get(f"/events/autumn-open/a/players/{number}/").content.decode()
    return re.findall(r'<li class="(won|lost|tied)">(\w)</li>', page)


def test_a_game_is_won_lost_or_tied_and_the_letter_says_so(director_client, desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    pairing = board(1)
    assert form_of(director_client, pairing.first.number) == [("won", "W")]
    assert form_of(director_client, pairing.second.number) == [("lost", "L")]
    other = board(2)
    enter_result(desk, other, 390, 390, accepted=True)
    assert form_of(director_client, other.first.number) == [("tied", "T")]


def test_before_the_first_result_there_is_no_form(director_client, round_one, board):
    assert form_of(director_client, board(1).first.number) == []


def test_the_games_in_figures_stand_beside_the_rounds(director_client, desk, round_one, board):
    address = f"/events/autumn-open/a/players/{board(1).first.number}/"
    assert "In figures" not in director_client.get(address).content.decode()
    enter_result(desk, board(1), 402, 380)
    page = " ".join(strip_tags(director_client.get(address).content.decode()).split())
    assert "In figures Rank1 Record1-0, +22 Average score402, against 380" in page
    assert "Highest score402 Went first, second1, 0" in page
    assert "Total spread by round" not in page


def test_two_results_make_a_picture_of_the_spread(director_client, whole_robin):
    page = director_client.get("/events/autumn-open/a/players/1/").content.decode()
    assert "Total spread by round" in page
    assert "<title>Total spread of Ana Lopez after each round: " in page
