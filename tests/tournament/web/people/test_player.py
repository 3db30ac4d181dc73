"""A player's own page: the board to go to and the results, and never more than is public."""

import re

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.actions.standings.display import show_standings

pytestmark = pytest.mark.django_db

ANA = "/events/autumn-open/a/players/1/"


def text(response):
    return " ".join(strip_tags(response.content.decode()).split())


def test_a_player_sees_the_board_to_go_to(client, round_one):
    page_text = text(client.get(ANA))
    assert "Round 1 Board 1, going first, against Ben Okafor." in page_text
    assert "No result yet." in page_text


def test_a_player_sees_the_results_the_record_and_the_rank(client, desk, round_one, board):
    enter_result(desk, board(1), 402, 380)
    enter_result(desk, board(2), 300, 400)
    close_round(desk, round_one)
    page_text = text(client.get("/events/autumn-open/a/players/2/"))
    assert "No board yet: the next round is not published." in page_text
    assert "Rank 3, 0-1, spread −22." in page_text
    assert "1 Ana Lopez second L 380–402 −22 0-1 −22" in page_text


def test_a_draft_is_nobodys_board(client, desk, four):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    assert "No board yet" in text(client.get(ANA))
    assert "Ben Okafor" not in text(client.get(ANA))


def test_results_held_back_are_not_told(client, desk, four, whole_robin):
    show_standings(desk, four, rounds_planned=3, held_back_from=3)
    page_text = text(client.get(ANA))
    assert "After round 2" in page_text
    assert "holds back the results of later rounds" in page_text
    assert re.findall(r"(\d) (?:Ben Okafor|Zoë Müller|Dai Jones) (?:first|second)", page_text) == [
        "2",
        "1",
    ]


def test_the_page_asks_for_news_and_gets_nothing_until_there_is_some(
    client, desk, round_one, board, django_assert_num_queries
):
    asks = re.search(r'hx-get="([^"]+/since/[^"]+)"', client.get(ANA).content.decode())[1]
    with django_assert_num_queries(2):
        assert client.get(asks).status_code == 204
    enter_result(desk, board(1), 402, 380)
    assert "402–380" in text(client.get(asks))


def test_the_page_is_light(client, desk, round_one, board, django_assert_max_num_queries):
    enter_result(desk, board(1), 402, 380)
    with django_assert_max_num_queries(13):
        client.get(ANA)


def test_a_director_sees_what_can_be_done(director_client, round_one):
    assert "Give a penalty" in text(director_client.get(ANA))


def test_nobody_has_that_number(client, round_one):
    assert client.get("/events/autumn-open/a/players/9/").status_code == 404
    assert client.get("/events/autumn-open/a/players/9/since/0/").status_code == 404


def test_a_name_is_no_markup(client, desk, four):
    four.entries.get(number=1).player.__class__.objects.filter(entries__number=1).update(
        name="<b>Ana</b>"
    )
    assert b"<b>Ana" not in client.get(ANA).content
    publish_round(desk, pair_by_hand(desk, four, [(1, 2), (3, 4)]))
    assert b"<b>Ana" not in client.get("/events/autumn-open/a/players/2/").content


def test_a_scorecard_asked_for_in_the_hall_leads_back_to_the_page(client, round_one):
    address = "/events/autumn-open/reports/scorecards/?player=1"
    there = reverse("site_player", args=["autumn-open", "a", 1])
    assert f"QR code: http://testserver{there}" in client.get(address).content.decode()
    alone = client.get(address, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert "QR code" not in alone
