"""Correcting a board by its score sheets, and what its page shows beside the figures."""

import re

import pytest

from scoring.actions.activity import Actor
from tests.shown import as_shown, stripped
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import ResultEntry

pytestmark = pytest.mark.django_db
BOARD = "/events/autumn-open/a/rounds/1/boards/1/"
DESK = "/events/autumn-open/a/rounds/1/results/"


def test_two_score_sheets_correct_the_result_of_an_unrecorded_board(director_client, desk, board):
    """From the board to its sheets: a ruling on a row, and the agreed final score corrects the result."""
    before = enter_result(desk, board(1), 450, 400)
    address = director_client.post(f"{BOARD}game/", {"then": "sheets"})["Location"]
    game = board(1).game
    assert (address, game.rules) == (f"/games/{game.pk}/dispute/", "naspa_nwl")
    columns = {"1-1": "200 210", "1-2": "199 201", "2-1": "200 208", "2-2": "199 201"}
    sent = {f"column-{place}": text.replace(" ", "\n") for place, text in columns.items()}
    director_client.post(f"{address}sheets/", sent)
    director_client.post(f"{address}rows/", {"seat": 1, "row": 2, "points": "209 8H FROZEN"})
    shown = director_client.get(address).context["page"]
    assert shown.final_form.scores == ((1, "Ana Lopez", "409"), (2, "Ben Okafor", "400"))
    settled = {"final-1": "409", "final-2": "400", "reason": "Laid again by both."}
    director_client.post(f"{address}final/", settled)
    counts = board(1).results.get(standing="counts")
    assert (str(counts), counts.reason) == ("409-400", "Laid again by both.")
    before.refresh_from_db()
    assert (before.standing, before.superseded_by_id) == ("superseded", counts.pk)
    shown = director_client.get(address).context["page"]
    assert shown.current_result == "Current result: Ana Lopez 409, Ben Okafor 400, as agreed."
    assert shown.other_results == []


def test_outcome_choices_name_the_forfeiting_player_and_the_spread(director_client, board):
    choices = director_client.get(BOARD).context["form"].fields["outcome"].choices
    assert [label for _key, label in choices[1:]] == [
        "Ana Lopez wins, whatever the scores",
        "Ben Okafor wins, whatever the scores",
        "Ana Lopez forfeits: −50, the opponent +50",
        "Ben Okafor forfeits: −50, the opponent +50",
        "Both forfeit: −50 each",
        "Void: the round does not count",
    ]


def test_long_list_of_changed_places_is_folded(director_client, desk, board):
    enter_result(desk, board(2), 410, 400)
    enter_result(Actor("helper"), board(1), 402, 380)
    enter_result(desk, board(1), 400, 402, accepted=True)
    page = director_client.get(BOARD)
    assert "Ben Okafor by 2. Use this result 4 players move in the standings" in stripped(page)
    moves = re.search(r"<details>.*?</details>", page.text, re.DOTALL)[0]
    assert moves.count("<li>") == 4


def test_correction_is_undone_on_the_boards_page(director_client, desk, board):
    enter_result(desk, board(1), 450, 400)
    page = director_client.get(BOARD).text
    assert 'href="/events/autumn-open/a/results/?round=1">Results of round 1</a>' in page
    (undo,) = re.findall(r'action="([^"]+/undo/\d+/)"', page)
    answer = director_client.post(undo, {"back": "1/1"})
    assert answer.url == BOARD
    assert not board(1).results.exclude(standing="superseded").exists()
    assert "/undo/" not in re.sub("(?s)<nav.*?</nav>", "", director_client.get(BOARD).text)


@pytest.mark.parametrize("address", [f"{BOARD}result/", DESK, f"{DESK}line/"])
def test_refused_page_keeps_its_tabs(director_client, round_one, address):
    page = director_client.post(address, {"line": "1 402 38", "mode": "scores", "by": "board"})
    assert page.status_code == 422
    assert '<nav class="row tabs' in page.text


def test_bye_is_corrected_on_its_page_after_a_question(director_client, desk, four):
    publish_round(desk, pair_by_hand(desk, four, [(1, 2)], [3, 4]))
    page = "/events/autumn-open/a/rounds/1/byes/4/"
    typed = {"outcome": "first_forfeits", "spread": "", "reason": "She never came."}
    for accepted, outcome in (("", "bye"), ("first_forfeits/", "first_forfeits")):
        director_client.post(page, typed | as_shown(director_client, page) | {"accepted": accepted})
        counts = ResultEntry.objects.get(pairing__first__number=4, standing="counts")
        assert counts.outcome == outcome
    assert counts.reason == "She never came."
