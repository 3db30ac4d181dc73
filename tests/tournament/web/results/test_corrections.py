"""Correcting a board: consequences first, both sides of a contradiction, outdated pages."""

import re

import pytest
from django.utils.html import strip_tags

from scoring.actions.activity import Actor
from tests.shown import as_shown, stripped
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round

pytestmark = pytest.mark.django_db

BOARD = "/events/autumn-open/a/rounds/1/boards/1/"


@pytest.fixture
def round_two(desk, four, board):
    enter_result(desk, board(1), 450, 400)
    enter_result(desk, board(2), 410, 400)
    return publish_round(desk, pair_by_hand(desk, four, [(1, 3), (2, 4)]))


def correct(client, **more):
    values = {"outcome": "played", "first_score": 400, "second_score": 450}
    values |= as_shown(client, BOARD) | {"reason": "slip turned round"}
    return client.post(f"{BOARD}result/", values | more)


def test_two_score_sheets_correct_the_result_of_an_unrecorded_board(
    director_client, round_two, board
):
    """From the board to its sheets: a ruling on a row, and the agreed final score corrects the result."""
    page = director_client.get(BOARD).text
    assert 'name="then" value="sheets">Settle a dispute' in page
    before = board(1).results.get(standing="counts")
    address = director_client.post(f"{BOARD}game/", {"then": "sheets"})["Location"]
    game = board(1).game
    assert address == f"/games/{game.pk}/dispute/"
    assert game.rules == round_two.division.event.rules.rules
    columns = {"1-1": "200 210", "1-2": "199 201", "2-1": "200 208", "2-2": "199 201"}
    sent = {f"column-{place}": "\n".join(text.split()) for place, text in columns.items()}
    director_client.post(f"{address}sheets/", sent)
    director_client.post(f"{address}rows/", {"seat": 1, "row": 2, "points": "209 8H FROZEN"})
    shown = director_client.get(address)
    assert shown.context["page"].final_form.scores == (
        (1, "Ana Lopez", "409"),
        (2, "Ben Okafor", "400"),
    )
    settled = {"final-1": "409", "final-2": "400", "reason": "Laid again by both."}
    director_client.post(f"{address}final/", settled)
    counts = board(1).results.get(standing="counts")
    assert (str(counts), counts.reason) == ("409-400", "Laid again by both.")
    before.refresh_from_db()
    assert (before.standing, before.superseded_by_id) == ("superseded", counts.pk)
    shown = director_client.get(address).context["page"]
    assert shown.current_result == "Current result: Ana Lopez 409, Ben Okafor 400, as agreed."
    assert shown.other_results == []
    correct(
        director_client,
        first_score=410,
        second_score=400,
        reason="again",
        accepted="played/410/400",
    )
    shown = director_client.get(address).context["page"]
    assert "Ana Lopez 410, Ben Okafor 400, the result of board 1" in shown.current_result


def test_outcome_choices_name_the_forfeiting_player_and_the_spread(director_client, round_two):
    choices = correct(director_client, first_score="x").context["form"].fields["outcome"].choices
    assert [label for _key, label in choices[1:]] == [
        "Ana Lopez wins, whatever the scores",
        "Ben Okafor wins, whatever the scores",
        "Ana Lopez forfeits: −50, the opponent +50",
        "Ben Okafor forfeits: −50, the opponent +50",
        "Both forfeit: −50 each",
        "Void: the round does not count",
    ]


@pytest.fixture
def contradicting(desk, django_user_model, round_one, board):
    helper = Actor.for_user(django_user_model.objects.create_user("helper"))
    enter_result(desk, board(2), 410, 400)
    enter_result(helper, board(1), 402, 380)
    enter_result(desk, board(1), 380, 402, accepted=True)
    return board(1).results.get(standing="counts"), board(1).results.get(standing="beside")


def test_long_list_of_changed_places_is_folded(director_client, desk, contradicting, board):
    enter_result(desk, board(1), 400, 402, accepted=True)
    page = director_client.get(BOARD)
    words = stripped(page)
    assert "Ben Okafor by 2. Use this result 4 players move in the standings" in words
    moves = re.search(r"<details>.*?</details>", page.text, re.DOTALL)[0]
    assert [" ".join(strip_tags(move).split()) for move in re.findall("<li>.*?</li>", moves)] == [
        "Zoë Müller moves up from place 2 to 1.",
        "Ben Okafor moves up from place 4 to 2.",
        "Ana Lopez moves down from place 1 to 3.",
        "Dai Jones moves down from place 3 to 4.",
    ]


LINES = {
    "desk": "/events/autumn-open/a/rounds/1/results/",
    "results": "/events/autumn-open/a/rounds/1/results/line/",
}


def test_correction_is_undone_on_the_boards_page(director_client, desk, round_one, board):
    enter_result(desk, board(1), 450, 400)
    page = director_client.get(BOARD).text
    assert 'href="/events/autumn-open/a/results/?round=1">Results of round 1</a>' in page
    (undo,) = re.findall(r'action="([^"]+/undo/\d+/)"', page)
    answer = director_client.post(undo, {"back": "1/1"})
    assert answer.url == BOARD
    assert not board(1).results.exclude(standing="superseded").exists()
    assert "/undo/" not in re.sub("(?s)<nav.*?</nav>", "", director_client.get(BOARD).text)


@pytest.mark.parametrize(
    "address", [f"{BOARD}result/", *LINES.values()], ids=["board", "desk", "results"]
)
def test_refused_page_keeps_its_tabs(director_client, round_one, address):
    page = director_client.post(address, {"line": "1 402 38", "mode": "scores", "by": "board"})
    assert page.status_code == 422
    assert '<nav class="row tabs' in page.text
