"""The pictures of a division: each with its table, to visitors without the rounds that are held back."""

import pytest

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/a/pictures/"
SHOW = "/events/autumn-open/a/standings/show/"


def test_every_picture_has_its_table(director_client, four, whole_robin):
    page = director_client.get(PAGE).content.decode()
    assert page.count("<svg") - page.count('<svg class="icon"') >= 3
    assert page.count("<table") >= 3
    titles = ("Rank by round", "Spread by round", "Round by round", "Score distribution")
    for title in (*titles, "Progress of a round"):
        assert f"<h1>{title}</h1>" in page


def test_when_results_came_in_is_for_the_director_alone(keeper_client, four, whole_robin):
    page = keeper_client.get(PAGE).content.decode()
    assert "<h1>Round by round</h1>" in page
    assert "Progress of a round" not in page


def test_a_visitor_sees_no_round_that_is_held_back(client, director_client, four, whole_robin):
    director_client.post(SHOW, {"rounds_planned": "", "held_back_from": "2"})
    assert "Round 2" in director_client.get(PAGE).content.decode()
    client.logout()
    assert "Round 2" not in client.get(PAGE).content.decode()


def test_the_number_of_queries_does_not_grow_with_the_rounds(
    client, four, whole_robin, django_assert_max_num_queries
):
    with django_assert_max_num_queries(60):
        client.get(PAGE)
