"""Lines of results at the desk and on the results page: answers by htmx, focus, polling, languages."""

import re
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.shown import text
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import ResultEntry
from tournament.web.language import COOKIE

pytestmark = pytest.mark.django_db

PAGE = "/events/autumn-open/a/results/"
LINE = "/events/autumn-open/a/rounds/1/results/line/"
DESK_LINE = "/events/autumn-open/a/rounds/1/results/"


@pytest.fixture
def type_line(director_client, round_one):
    """Return a function that enters a line by htmx, or as a whole page with `whole`."""

    def typed(line, *, mode="scores", by="board", accepted="", whole=False, address=LINE):
        headers = {} if whole else {"HX-Request": "true"}
        values = {"line": line, "mode": mode, "by": by, "accepted": accepted}
        return director_client.post(address, values, headers=headers)

    return typed


def test_entered_result_updates_only_its_row_and_the_line(type_line, board):
    answer = type_line("1 402 380")
    assert "Ana Lopez 402, Ben Okafor 380. Ana Lopez by 22." in text(answer)
    assert "1 missing: board 2" in text(answer)
    rows = re.findall(r'<tr id="pairing-(\d+)" hx-swap-oob="true">', answer.text)
    assert rows == [str(board(1).pk)]
    assert "<strong>Ana Lopez</strong>" in answer.text
    assert "Dai Jones" not in text(answer)


def test_typing_mode_is_kept_between_lines_and_pages(director_client, type_line, board):
    answer = type_line("2 402 380 22", mode="both", by="player", whole=True)
    assert str(board(1).results.get()) == "380-402"
    director_client.get(f"{PAGE}?mode=both&by=player")
    for page in (answer, director_client.get(PAGE)):
        for field in ('name="mode" value="both"', 'name="by" value="player"'):
            assert field in page.text


def polled(client):
    """Return a function that sends the request of the boards on the page, which poll every two seconds."""
    address = re.search(r'hx-get="([^"]+since=[^"]+)"', client.get(PAGE).text)[1]
    headers = {"HX-Request": "true"}
    return lambda: client.get(address.replace("&amp;", "&"), headers=headers)


def test_results_of_others_are_polled_and_sent_only_if_changed(
    director_client, desk, round_one, board
):
    ask = polled(director_client)
    assert ask().status_code == 204
    enter_result(desk, board(2), 371, 390)
    fresh = ask().text
    for part in ("boards-live", "still-missing", "places"):
        assert f'id="{part}"' in fresh
    for part in ("<html", "<h1", "data-entry-line", 'id="confirmation"'):
        assert part not in fresh
    assert "1 missing: board 1" in text(ask())


def test_waiting_results_page_reloads_when_the_round_is_published(director_client, desk, four):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    ask = polled(director_client)
    assert ask().status_code == 204
    publish_round(desk, four.rounds.get())
    assert ask().headers["HX-Refresh"] == "true"


@pytest.mark.parametrize("address", [LINE, DESK_LINE])
def test_question_keeps_the_line_and_a_second_enter_accepts(type_line, board, address):
    typed = partial(type_line, address=address)
    question = typed("1 402 38")
    assert "A score of 38 is unusual. Press Enter again" in text(question)
    assert question.status_code == 422
    assert 'name="line"' not in question.text  # the line being typed is left alone
    assert 'value="b1 402 38"' in question.text
    whole = typed("1 402 38", whole=True).text
    assert 'value="1 402 38"' in whole
    assert "data-replace" not in whole
    typed("1 402 39", accepted="b1 402 38")
    assert not board(1).results.exists()
    done = typed("1 402 38", accepted="b1 402 38")
    assert str(board(1).results.get()) == "402-38"
    assert 'value="b1 402 38"' not in done.text


@pytest.mark.parametrize("address", [LINE, DESK_LINE])
def test_unreadable_line_is_kept_with_the_reason(type_line, address):
    answer = type_line("1 4o2 380", whole=True, address=address)
    assert "“4o2” is not a score." in text(answer)
    assert 'value="1 4o2 380"' in answer.text
    assert re.search(r'name="line"[^>]*data-replace', answer.text)
    partly = type_line("1 4o2 380", accepted="b1 402 38", address=address)
    assert partly.status_code == 422
    assert "“4o2” is not a score." in text(partly)
    assert "b1 402 38" not in partly.text


def test_number_alone_leads_to_its_board(type_line):
    board_page = "/events/autumn-open/a/rounds/1/boards/2/"
    assert type_line("2")["HX-Redirect"] == board_page
    assert type_line("p3", whole=True).url == board_page


def test_entering_a_result_takes_a_constant_number_of_queries(
    director_client, desk, event, type_line
):
    def cost(address, line):
        typed = {"line": line, "mode": "scores", "by": "board"}
        with CaptureQueriesContext(connection) as counted:
            director_client.post(address, typed, headers={"HX-Request": "true"})
        return len(counted)

    division = create_division(desk, event, name="B")
    add_players(desk, division, "\n".join(f"Player {a}{b}" for a in "ABCDE" for b in "VWXYZF"))
    publish_round(desk, pair_by_hand(desk, division, [(n, n + 1) for n in range(1, 31, 2)]))
    of_b = "/events/autumn-open/b/rounds/1/results/line/"
    large, small = ([cost(to, f"{b} 402 {b + 300}") for b in (1, 2)] for to in (of_b, LINE))
    assert large == small
    assert small[1] <= 28


def test_forfeit_is_typed_in_the_language_of_the_page(director_client, type_line, board):
    director_client.cookies[COOKIE] = "de"
    type_line("1 nicht da", address=DESK_LINE)
    assert ResultEntry.objects.get(pairing=board(1)).outcome == "first_forfeits"
    director_client.cookies[COOKIE] = "es"
    question = type_line("2 v", address=DESK_LINE)
    assert "«v» puede significar aquí varias cosas." in text(question)


def test_htmx_receives_the_confirmation_and_the_desk_without_the_line(type_line):
    answer = type_line("1 402 380", address=DESK_LINE)
    page = answer.text
    assert "Ana Lopez by 22." in text(answer)
    assert "1 result missing: board 2." in text(answer)
    for part in ("next-step", "desk-boards", "desk-panel", "desk-poll", "places", "line-accepted"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', page), part
    assert 'name="line"' not in page
    assert "desk-boards" not in type_line("2 402 38", address=DESK_LINE).text


def test_line_has_autofocus_after_every_answer(director_client, type_line):
    desk = director_client.get("/events/autumn-open/a/")
    for answer in (desk, type_line("1 402 38o", whole=True, address=DESK_LINE)):
        assert re.findall(r'<input[^>]*name="(\w+)"[^>]*autofocus', answer.text) == ["line"]
