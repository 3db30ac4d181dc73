"""A round from publication to closing: typed results, questions, corrections, standings, reports."""

import re

import pytest

from tests.shown import text
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.models import ResultEntry, Round
from tournament.web.language import COOKIE

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/a/"
TYPE = f"{DESK}rounds/1/results/"


def typed(client, *figures, **more):
    """Enter a line at the desk without the script."""
    values = {"line": " ".join(map(str, figures)), "mode": "scores", "by": "board"}
    return client.post(TYPE, values | more)


def test_draft_is_published_with_one_button(director_client, desk, four):
    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    director_client.post(f"{DESK}rounds/1/phase/", {"to": "published"})
    assert Round.objects.get().phase == "published"


def test_typed_result_is_confirmed_with_winner_spread_and_new_records(director_client, round_one):
    answer = typed(director_client, 1, 402, 380)
    assert answer.url == f"{DESK}?round=1"
    assert (
        "Board 1: Ana Lopez 402, Ben Okafor 380. Ana Lopez by 22. "
        "The records are now Ana Lopez 1-0 +22, Ben Okafor 0-1 −22."
        in text(director_client.get(answer.url))
    )


def test_forfeit_is_typed_in_the_language_of_the_page(director_client, round_one, board):
    director_client.cookies[COOKIE] = "de"
    typed(director_client, 1, "nicht da")
    assert ResultEntry.objects.get(pairing=board(1)).outcome == "first_forfeits"
    director_client.cookies[COOKIE] = "es"
    assert "«v» puede significar aquí varias cosas." in text(typed(director_client, 2, "v"))


def test_htmx_receives_the_confirmation_and_the_desk_without_the_line(director_client, round_one):
    values = {"line": "1 402 380", "mode": "scores", "by": "board"}
    answer = director_client.post(TYPE, values, headers={"HX-Request": "true"})
    page = answer.text
    assert "Ana Lopez by 22." in text(answer)
    assert "1 result missing: board 2." in text(answer)
    for part in ("next-step", "desk-boards", "desk-panel", "desk-poll", "places", "line-accepted"):
        assert re.search(rf'id="{part}"[^>]*hx-swap-oob="true"', page), part
    assert 'name="line"' not in page
    question = director_client.post(
        TYPE, values | {"line": "2 402 38"}, headers={"HX-Request": "true"}
    )
    assert question.status_code == 422
    assert "A score of 38 is unusual." in text(question)
    assert "desk-boards" not in question.text


def test_line_has_autofocus_after_every_answer(director_client, round_one):
    def cursor(answer):
        return re.findall(r'<input[^>]*name="(\w+)"[^>]*autofocus', answer.text)

    assert cursor(director_client.get(DESK)) == ["line"]
    assert cursor(typed(director_client, 1, 402, "38o")) == ["line"]


@pytest.mark.full
def test_complete_round_is_closed_with_one_button(director_client, round_one):
    typed(director_client, 1, 402, 380)
    assert 'value="closed"' not in director_client.get(DESK).text
    typed(director_client, 2, 402, 381)
    assert 'value="closed"' in director_client.get(DESK).text
    director_client.post(f"{DESK}rounds/1/phase/", {"to": "closed"})
    assert "Make round 2" in text(director_client.get(DESK))


def test_closing_too_early_names_the_missing_boards(director_client, round_one):
    answer = director_client.post(f"{DESK}rounds/1/phase/", {"to": "closed"}, follow=True)
    assert "Round 1 is published" not in text(answer)
    assert "Round 1 is missing 2 results: boards 1, 2." in text(answer)


def test_forfeit_is_entered_on_the_boards_page(director_client, round_one, board):
    director_client.post(f"{DESK}rounds/1/boards/1/result/", {"outcome": "second_forfeits"})
    result = board(1).results.get()
    assert (result.outcome, result.first_score, result.second_score) == (
        "second_forfeits",
        50,
        -50,
    )
    assert "Ben Okafor forfeits" in text(director_client.get(DESK))


def test_win_despite_lower_scores_is_entered_and_shown_on_the_boards_page(
    director_client, round_one, board
):
    typed = {"outcome": "second_wins", "first_score": 420, "second_score": 380}
    page = director_client.post(f"{DESK}rounds/1/boards/1/result/", typed, follow=True)
    assert "Ana Lopez 420 , Ben Okafor 380 : Ben Okafor wins , whatever the scores" in text(page)
    assert "420 &nbsp;–&nbsp; Okafor B. 380 . second wins" in text(director_client.get(DESK))
    now = text(director_client.get(f"{DESK}standings/"))
    assert "1 2 Ben Okafor 1 0 −40" in now
    unscored = director_client.post(f"{DESK}rounds/1/boards/2/result/", {"outcome": "first_wins"})
    assert text(unscored).count("Enter a score for a game that was played.") == 2


def test_reports_are_downloaded_as_named_files(director_client, four, whole_robin):
    answer = director_client.get(
        "/events/autumn-open/reports/standings/?division=a&round=2&format=csv"
    )
    assert answer["Content-Type"].startswith("text/csv")
    assert "autumn-open-standings-division-a-round-2.csv" in answer["Content-Disposition"]
    assert "Ana Lopez" in answer.text
    pdf = director_client.get(
        "/events/autumn-open/reports/standings/?division=a&format=pdf&paper=letter"
    )
    assert pdf.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("division=z&format=csv", "has no division “z”"),
        ("format=doc", "There is no format “doc”"),
        ("format=pdf&paper=a0", "There is no paper “a0”"),
        ("colour=red", "has no option colour"),
    ],
)
def test_impossible_report_shows_its_reason_and_keeps_the_form(
    director_client, four, whole_robin, query, sentence
):
    answer = director_client.get(f"/events/autumn-open/reports/standings/?{query}")
    assert answer.status_code == 422
    assert sentence in text(answer)


def test_unknown_report_lists_the_available_ones(director_client, event):
    assert "There is no report “gossip”" in text(
        director_client.get("/events/autumn-open/reports/gossip/")
    )


def test_recording_a_board_opens_its_score_pad_with_a_link_back(director_client, round_one, board):
    answer = director_client.post(f"{DESK}rounds/1/boards/1/game/")
    assert answer.url == board(1).game.get_absolute_url()
    pad = director_client.get(answer.url).text
    assert 'href="/events/autumn-open/a/rounds/1/boards/1/"' in pad
    assert "Division A, round 1" in pad
