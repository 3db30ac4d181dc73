"""Correcting a board: consequences first, both sides of a contradiction, outdated pages."""

import re

import pytest
from django.utils.html import strip_tags

from scoring.actions.activity import Actor
from tests.shown import as_shown, carried, stripped
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


@pytest.mark.full
def test_changed_places_are_listed_before_saving(director_client, round_two, board):
    question = correct(director_client)
    assert "Ben Okafor moves up from place 4 to 1." in stripped(question)
    assert "Ben Okafor wins instead of Ana Lopez." in stripped(question)
    assert "Nothing has been saved yet." in stripped(question)
    assert ">Yes, correct the result</button>" in question.text
    assert str(board(1).results.get(standing="counts")) == "450-400"
    correct(director_client, accepted="played/400/450")
    assert str(board(1).results.get(standing="counts")) == "400-450"
    assert board(1).results.get(standing="counts").reason == "slip turned round"
    correct(director_client, first_score=401, second_score=450, reason="misread")
    assert str(board(1).results.get(standing="counts")) == "401-450", "nobody moves: not asked"


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


@pytest.mark.full
def test_change_of_winner_is_shown_even_if_no_player_changes_place(
    director_client, desk, round_two, board
):
    """Both pairs have the same margins, so the ranks may stay while the winner changes."""
    tied = correct(director_client, first_score=450, second_score=450)
    assert "It is now a tie; previously, Ana Lopez had won." in stripped(tied)
    correct(director_client, first_score=450, second_score=450, accepted="played/450/450")
    again = correct(director_client, first_score=451, second_score=450)
    assert "Ana Lopez wins; previously, it was a tie." in stripped(again)
    answer = correct(director_client, first_score=450, second_score=450, outcome="second_wins")
    assert "Ben Okafor wins; previously, it was a tie." in stripped(answer)
    forfeit = correct(director_client, outcome="first_forfeits", first_score="", second_score="")
    assert "wins instead" not in stripped(forfeit)


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


@pytest.mark.full
def test_correction_to_a_forfeit_is_confirmed_on_the_board_page(director_client, round_two):
    typed = {"outcome": "first_forfeits", "first_score": "", "second_score": ""}
    question = correct(director_client, **typed)
    (accepted,) = re.findall(r'name="accepted" value="([^"]+)"', question.text)
    answer = correct(director_client, **typed, accepted=accepted)
    page = stripped(
        director_client.get(answer["Location"]) if answer.status_code == 302 else answer
    )
    assert "Board 1: Corrected from 450-400 to Ana Lopez forfeits." in page


@pytest.fixture
def contradicting(desk, django_user_model, round_one, board):
    helper = Actor.for_user(django_user_model.objects.create_user("helper"))
    enter_result(desk, board(2), 410, 400)
    enter_result(helper, board(1), 402, 380)
    enter_result(desk, board(1), 380, 402, accepted=True)
    return board(1).results.get(standing="counts"), board(1).results.get(standing="beside")


def test_contradicting_results_are_shown_side_by_side_with_consequences(
    director_client, contradicting
):
    page = director_client.get(BOARD)
    words = stripped(page)
    assert "Ana Lopez 402, Ben Okafor 380 Typed by helper" in words
    assert "Ana Lopez 380, Ben Okafor 402 Typed by director" in words
    assert "Ben Okafor moves up from place 4 to 1." in words
    assert "Ana Lopez by 22. Use this result" in words
    assert re.findall(r'name="entry" value="(\d+)"', page.text) == [
        str(row.pk) for row in contradicting
    ]


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


@pytest.mark.full
def test_ruling_without_its_reason_is_refused_at_the_reason_field(
    director_client, desk, contradicting, board
):
    publish_round(desk, pair_by_hand(desk, board(1).round.division, [(1, 3), (2, 4)]))
    page = director_client.get(BOARD)
    assert re.search(r'id="ruling-reason"[^>]* required', page.text)
    chosen = as_shown(director_client, BOARD) | {"entry": contradicting[1].pk, "reason": "  "}
    refused = director_client.post(f"{BOARD}ruling/", chosen).text
    field = refused.partition('id="ruling-reason"')[2].partition("</div>")[0]
    assert 'aria-invalid="true"' in field
    assert "Round" in field.partition('role="alert">')[2]
    assert 'aria-current="page">Enter results' in refused
    assert board(1).results.get(standing="counts") == contradicting[0]


def test_ruling_takes_one_click_and_the_other_result_remains_in_the_history(
    director_client, contradicting, board
):
    chosen = as_shown(director_client, BOARD) | {"entry": contradicting[1].pk}
    answer = director_client.post(f"{BOARD}ruling/", chosen, follow=True)
    unknown = director_client.post(f"{BOARD}ruling/", {"entry": "999"}, follow=True)
    assert "no longer exists" in stripped(unknown)
    assert "Board 1: Corrected from 402-380 to 380-402." in stripped(answer)
    assert "Use this result" not in stripped(answer)
    assert [str(row) for row in board(1).results.filter(standing="superseded")] == [
        "402-380",
        "380-402",
    ]


def test_scorekeeper_sees_the_contradiction_without_a_ruling_button(keeper_client, contradicting):
    words = stripped(keeper_client.get(BOARD))
    assert "380-402 (typed by director) differs and does not count" in words
    assert "Use this result" not in words


LINES = {
    "desk": "/events/autumn-open/a/rounds/1/results/",
    "results": "/events/autumn-open/a/rounds/1/results/line/",
}


@pytest.fixture(params=LINES)
def type_line(request, director_client):
    """Return a function that types a line into one of the two line forms, with the script."""

    def typed(line, **more):
        values = {"line": line, "mode": "scores", "by": "board"}
        address = LINES[request.param]
        return director_client.post(address, values | more, headers={"HX-Request": "true"})

    return typed


@pytest.mark.full
def test_typed_correction_after_a_later_round_leads_to_the_filled_in_board_page(
    type_line, director_client, round_two, board
):
    question = type_line("1 400 450")
    assert question.status_code == 422
    assert (
        "Rounds after round 1 are published. Give a reason for correcting the result. Press "
        "Enter again to open the board’s page with what you typed. Correct the result"
    ) in stripped(question)
    again = type_line("1 400 450", accepted="b1 400 450")
    assert board(1).results.count() == 1
    page = director_client.get(again.headers["HX-Redirect"])
    assert page.status_code == 200
    html = page.text
    assert re.search(r'name="first_score"[^>]*value="400"|value="400"[^>]*name="first_score"', html)
    assert re.search(r'name="reason"[^>]*autofocus', html)
    assert "Nothing has been saved yet. Ben Okafor wins instead of Ana Lopez." in stripped(page)
    sent = carried(html) | {"outcome": "played", "first_score": 400, "second_score": 450}
    saved = director_client.post(f"{BOARD}result/", sent | {"reason": "slip turned"}, follow=True)
    assert "Board 1: Corrected from 450-400 to 400-450." in stripped(saved)
    assert board(1).results.get(standing="counts").reason == "slip turned"


@pytest.mark.full
def test_typed_spread_or_forfeit_is_filled_in_on_the_board_page(
    type_line, director_client, round_two, board
):
    spread = type_line("p2 +50", mode="spread", accepted="p2 +50").headers["HX-Redirect"]
    page = director_client.get(spread).text
    assert "First player’s spread" in page
    assert 'name="second_score"' not in page
    values = {"outcome": "played", "first_score": -50, "spread_only": 1, "reason": "slip"}
    director_client.post(f"{BOARD}result/", carried(page) | values)
    assert str(board(1).results.get(standing="counts")) == "spread −50"
    forfeit = type_line("1 f", accepted="b1 f").headers["HX-Redirect"]
    page = director_client.get(forfeit).text
    assert '<option value="first_forfeits" selected>' in page


@pytest.mark.full
def test_missing_reason_and_impossible_score_are_marked_at_their_fields(director_client, round_two):
    refused = correct(director_client, reason="", accepted="played/400/450")
    assert "Rounds after round 1 are published. Give a reason" in stripped(refused)
    (field,) = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', refused.text)
    assert 'name="reason"' in field
    assert 'aria-describedby="id_reason_error"' in field
    assert 'id="id_reason_error"' in refused.text
    page = correct(director_client, second_score=99999).text
    (field,) = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', page)
    assert 'name="second_score"' in field
    wrong = stripped(correct(director_client, first_score="4o2"))
    assert "Type both scores as whole numbers." in wrong


def test_correction_is_undone_on_the_boards_page(director_client, desk, round_one, board):
    enter_result(desk, board(1), 450, 400)
    page = director_client.get(BOARD).text
    assert 'href="/events/autumn-open/a/results/?round=1">Results of round 1</a>' in page
    (undo,) = re.findall(r'action="([^"]+/undo/\d+/)"', page)
    answer = director_client.post(undo, {"back": "1/1"})
    assert answer.url == BOARD
    assert not board(1).results.exclude(standing="superseded").exists()
    assert "/undo/" not in re.sub("(?s)<nav.*?</nav>", "", director_client.get(BOARD).text)


def test_enter_is_the_main_button_of_a_board_without_a_result(
    director_client, desk, round_one, board
):
    def filled():
        page = director_client.get(BOARD).text
        return re.findall(r'class="next-action"[^>]*>([^<]*)<', page)

    assert filled() == ["Enter"]
    enter_result(desk, board(1), 450, 400)
    assert filled() == []


@pytest.mark.parametrize(
    "address", [f"{BOARD}result/", *LINES.values()], ids=["board", "desk", "results"]
)
def test_refused_page_keeps_its_tabs(director_client, round_one, address):
    page = director_client.post(address, {"line": "1 402 38", "mode": "scores", "by": "board"})
    assert page.status_code == 422
    assert '<nav class="row tabs' in page.text
