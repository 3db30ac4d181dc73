"""Members and ratings: the list with one column for each rating list, and a person's history and chart."""

import csv
import datetime as dt
import io
import re

import pytest

from tests.remembered import remembered
from tests.shown import words_shown
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.actions.people.entries import add_players
from tournament.actions.people.rating_lists import add_rating_list
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.standings.ratings import rate_division
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.models import Pairing, Player

pytestmark = pytest.mark.django_db
PAGE = "/members/"


def a_list(desk, text, *, name="NASPA", day=1, club=None):
    return add_rating_list(
        desk,
        key="naspa",
        name=name,
        as_of=dt.date(2026, 9, day),
        source="a test",
        read=parse_rating_list(rows_in(text)),
        club=club,
    )


@pytest.fixture
@remembered
def rated(desk, event, division):
    """Create two lists of a federation, a club with its own continued list, and a rated evening of Ana and Ben."""
    a_list(desk, "Name\tRating\tMember\nAna Lopez\t1780\tAA1\nBen Okafor\t1500\t", day=1)
    a_list(desk, "Name\tRating\tMember\nAnna Lopez\t1800\tAA1\nBen Okafor\t1520\t", day=20)
    assign_to_club(desk, event, create_club(desk, name="Thursdays"))
    add_players(desk, division, "Ana Lopez 1800 #AA1\nBen Okafor 1500")
    publish_round(desk, pair_by_hand(desk, division, [(1, 2)], firsts_as_listed=True))
    enter_result(desk, Pairing.objects.get(board=1), 400, 380)
    rating = rate_division(desk, division)
    add_players(desk, division, "Cy Young")
    return rating


def rows(client, query=""):
    sent = client.get(f"{PAGE}?file=csv{query}").content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(sent)))


def test_members_are_listed_with_their_rating_on_each_newest_list(director_client, rated):
    made = {row.member or row.name: row.rating for row in rated.made.rows.all()}
    assert rows(director_client) == [
        ["Name", "Member", "NASPA", "Thursdays", "Rated games", "Events", "Latest event"],
        ["Lopez, Ana", "AA1", "1800", f"{made['AA1']:g}", "", "1", "2026-10-03"],
        ["Okafor, Ben", "", "1520", f"{made['Ben Okafor']:g}", "", "1", "2026-10-03"],
        ["Young, Cy", "", "", "", "", "1", "2026-10-03"],
    ]


def test_members_are_searched_by_number_and_sorted_by_rating(director_client, rated):
    assert [row[0] for row in rows(director_client, "&find=aa1")[1:]] == ["Lopez, Ana"]
    column = re.search(r"sort=(list_\d+)", director_client.get(PAGE).text)[1]
    ordered = [row[0] for row in rows(director_client, f"&sort=-{column}")[1:]]
    assert ordered == ["Lopez, Ana", "Okafor, Ben", "Young, Cy"]


def test_member_history_contains_lists_rated_events_and_a_graph(director_client, rated):
    ana = Player.objects.get(name="Ana Lopez")
    answer = director_client.get(f"{PAGE}{ana.pk}/")
    page = words_shown(answer)
    new = rated.made.rows.get(member="AA1").rating
    assert "NASPA: 1800" in page
    assert f"3 Oct 2026 Autumn Open A 1800 NASPA 1800 {new:g} +{new - 1800:g}" in page
    assert "20 Sep 2026 1800" in page
    assert "1 Sep 2026 1780" in page
    assert f"The rating of Ana Lopez from list to list: NASPA 1780–1800, Thursdays {new:g}–{new:g}." in (
        answer.text
    )  # fmt: skip
    cy = Player.objects.get(name="Cy Young")
    assert "Not on any rating list." in words_shown(director_client.get(f"{PAGE}{cy.pk}/"))


def test_member_pages_take_a_constant_number_of_queries(
    director_client, desk, division, rated, django_assert_num_queries
):
    director_client.get(PAGE)
    with django_assert_num_queries(8):
        director_client.get(PAGE)
    a_list(desk, "Name\tRating\nAna Lopez\t900", name="Another body")
    add_players(desk, division, "Dee Ray\nEve Eden\nFay Ito")
    with django_assert_num_queries(8):
        director_client.get(PAGE)
