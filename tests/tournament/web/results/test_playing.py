"""A round from published to closed: typed results, questions, corrections, standings, reports."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.shown import as_shown
from tournament.actions.results.recorded_games import post_recorded_result
from tournament.actions.results.results import enter_result
from tournament.models import ResultEntry, Round
from tournament.web.language import COOKIE

pytestmark = pytest.mark.django_db

DESK = "/events/autumn-open/a/"
TYPE = f"{DESK}rounds/1/results/"


def text(answer):
    """The page's words without tags, blanks as one."""
    words = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(words.split())


def typed(client, *figures, **more):
    """Type a line at the desk and enter it, without the script."""
    values = {"line": " ".join(map(str, figures)), "mode": "scores", "by": "board"}
    return client.post(TYPE, values | more)


def test_a_draft_is_published_by_one_button(director_client, desk, four):
    from tournament.actions.rounds.drafts import pair_by_hand

    pair_by_hand(desk, four, [(1, 2), (3, 4)])
    director_client.post(f"{DESK}rounds/1/phase/", {"to": "published"})
    assert Round.objects.get().phase == "published"


def test_a_typed_result_is_confirmed_with_winner_spread_and_new_records(director_client, round_one):
    answer = typed(director_client, 1, 402, 380)
    assert answer.url == f"{DESK}?round=1"
    assert (
        "Board 1: Ana Lopez 402, Ben Okafor 380. Ana Lopez by 22. "
        "Now Ana Lopez 1-0 +22, Ben Okafor 0-1 −22." in text(director_client.get(answer.url))
    )


def test_a_forfeit_is_typed_in_the_language_of_the_page(director_client, round_one, board):
    director_client.cookies[COOKIE] = "de"
    typed(director_client, 1, "nicht da")
    assert ResultEntry.objects.get(pairing=board(1)).outcome == "first_forfeits"
    director_client.cookies[COOKIE] = "es"
    assert "«v» puede significar aquí varias cosas." in text(typed(director_client, 2, "v"))


@pytest.mark.full
def test_the_boards_still_missing_are_always_named(director_client, round_one):
    assert "2 results missing: boards 1, 2." in text(director_client.get(DESK))
    typed(director_client, 1, 402, 380)
    assert "1 result missing: board 2." in text(director_client.get(DESK))


@pytest.mark.full
def test_an_odd_score_is_asked_once_and_accepted_by_the_same_entry_again(
    director_client, round_one, board
):
    answer = typed(director_client, 1, 402, 38)
    assert "A score of 38 is unusual. Enter again if it is right." in text(answer)
    page = answer.content.decode()
    assert 'id="line-accepted" value="b1 402 38"' in page
    assert 'value="1 402 38"' in page
    assert not board(1).results.exists()
    changed = typed(director_client, 1, 402, 39, accepted="b1 402 38")
    assert "A score of 39 is unusual." in text(changed)
    typed(director_client, 1, 402, 38, accepted="b1 402 38")
    assert str(board(1).results.get()) == "402-38"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("9 402 380", "Round 1 has no board 9."),
        ("1 4o2 380", "“4o2” is not a score."),
        ("1 380", "Behind the number belong two scores; one is typed."),
        ("1 40200 380", "A score of 40200 is not possible."),
        ("0 402 380", "“0” is neither a board nor a player."),
    ],
)
def test_what_was_typed_stays_with_the_reason(director_client, round_one, board, line, sentence):
    answer = typed(director_client, line)
    assert sentence in text(answer)
    page = answer.content.decode()
    assert f'value="{line}"' in page
    assert re.search(r'name="line"[^>]*data-replace', page)
    assert not board(1).results.exists()


def test_a_score_with_the_long_minus_is_negative(director_client, round_one, board):
    typed(director_client, 1, "\N{MINUS SIGN}40", 380, accepted="b1 -40 380")
    assert str(board(1).results.get()) == "-40-380"


@pytest.mark.parametrize(
    ("line", "result"),
    [("p2 380 402", "402-380"), ("1 ff", "Both forfeit"), ("p2 f", "Second forfeits")],
)
def test_the_desk_takes_whatever_the_results_page_takes(
    director_client, round_one, board, line, result
):
    typed(director_client, line)
    assert str(board(1).results.get()) == result


def test_the_script_gets_the_confirmation_and_the_desk_but_not_the_line(director_client, round_one):
    values = {"line": "1 402 380", "mode": "scores", "by": "board"}
    answer = director_client.post(TYPE, values, headers={"HX-Request": "true"})
    page = answer.content.decode()
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
    assert "desk-boards" not in question.content.decode()


def test_the_cursor_waits_on_the_line_whatever_came_of_the_last(director_client, round_one):
    def cursor(answer):
        return re.findall(r'<input[^>]*name="(\w+)"[^>]*autofocus', answer.content.decode())

    assert cursor(director_client.get(DESK)) == ["line"]
    assert cursor(typed(director_client, 1, 402, "38o")) == ["line"]


@pytest.mark.full
def test_a_round_closes_by_one_button_when_nothing_is_missing(director_client, round_one):
    typed(director_client, 1, 402, 380)
    assert 'value="closed"' not in director_client.get(DESK).content.decode()
    typed(director_client, 2, 402, 381)
    assert 'value="closed"' in director_client.get(DESK).content.decode()
    director_client.post(f"{DESK}rounds/1/phase/", {"to": "closed"})
    assert "Make round 2" in text(director_client.get(DESK))


def test_closing_too_early_says_which_board_is_missing(director_client, round_one):
    answer = director_client.post(f"{DESK}rounds/1/phase/", {"to": "closed"}, follow=True)
    assert "Round 1 is published" not in text(answer)
    assert "Round 1 is missing 2 results: board 1, 2." in text(answer)


@pytest.mark.full
def test_a_contradiction_is_shown_beside_the_result_until_it_is_ruled_on(
    director_client, desk, round_one, board
):
    post_recorded_result(desk, board(1), 402, 380)
    typed(director_client, 1, 402, 370)
    answer = typed(director_client, 1, 402, 370, accepted="b1 402 370")
    assert "This contradicts the result there is. Both are kept" in text(
        director_client.get(answer.url)
    )
    assert "Two results" in text(director_client.get(DESK))
    path = f"{DESK}rounds/1/boards/1/"
    assert "Ana Lopez 402, Ben Okafor 370 Typed by director" in text(director_client.get(path))
    refused = director_client.post(
        f"{path}result/",
        as_shown(director_client, path)
        | {"outcome": "played", "first_score": 402, "second_score": 370},
    )
    assert "The game was recorded turn by turn. Say why the result is corrected." in text(refused)
    director_client.post(
        f"{path}result/",
        as_shown(director_client, path)
        | {
            "outcome": "played",
            "first_score": 402,
            "second_score": 370,
            "reason": "overtime",
        },
    )
    assert "Two results" not in text(director_client.get(DESK))
    assert str(board(1).results.get(standing="counts")) == "402-370"


def test_a_forfeit_is_entered_on_the_boards_page(director_client, round_one, board):
    director_client.post(f"{DESK}rounds/1/boards/1/result/", {"outcome": "second_forfeits"})
    result = board(1).results.get()
    assert (result.outcome, result.first_score, result.second_score) == (
        "second_forfeits",
        50,
        -50,
    )
    assert "Ben Okafor forfeits" in text(director_client.get(DESK))


@pytest.mark.full
def test_a_win_against_the_scores_is_entered_on_the_boards_page_and_shown(
    director_client, round_one, board
):
    typed = {"outcome": "second_wins", "first_score": 420, "second_score": 380}
    page = director_client.post(f"{DESK}rounds/1/boards/1/result/", typed, follow=True)
    assert "Ana Lopez 420 , Ben Okafor 380 : Ben Okafor wins , whatever the scores" in text(page)
    assert "420 &nbsp;–&nbsp; Okafor B. 380 . second wins" in text(director_client.get(DESK))
    now = text(director_client.get(f"{DESK}standings/"))
    assert "1 2 Ben Okafor 1 0 −40" in now
    unscored = director_client.post(f"{DESK}rounds/1/boards/2/result/", {"outcome": "first_wins"})
    assert text(unscored).count("A game that was played has a score here.") == 2


def test_a_played_game_without_scores_says_where_they_are_missing(director_client, round_one):
    answer = director_client.post(f"{DESK}rounds/1/boards/1/result/", {"outcome": "played"})
    assert text(answer).count("A game that was played has a score here.") == 2


@pytest.mark.full
def test_who_helps_sees_the_standings_after_any_round(keeper_client, four, whole_robin):
    now = text(keeper_client.get(f"{DESK}standings/"))
    assert "After round 3" in now
    assert "Rank No. Name W L Spread" in now
    first = text(keeper_client.get(f"{DESK}standings/?round=1"))
    assert "1 1 Ana Lopez 1 0 +20" in first
    assert "After round 1" in first
    assert "After round 3" in text(keeper_client.get(f"{DESK}standings/?round=junk"))


def test_reports_come_as_files_with_their_names(director_client, four, whole_robin):
    answer = director_client.get(
        "/events/autumn-open/reports/standings/?division=a&round=2&format=csv"
    )
    assert answer["Content-Type"].startswith("text/csv")
    assert "autumn-open-standings-division-a-round-2.csv" in answer["Content-Disposition"]
    assert "Ana Lopez" in answer.content.decode()
    pdf = director_client.get(
        "/events/autumn-open/reports/standings/?division=a&format=pdf&paper=letter"
    )
    assert pdf.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("division=z&format=csv", "has no division “z”"),
        ("round=9&format=csv", "round 9 is not played"),
        ("round=nine&format=csv", "Round is a whole number, not “nine”."),
        ("format=doc", "There is no format “doc”"),
        ("format=pdf&paper=a0", "There is no paper “a0”"),
        ("colour=red", "takes no colour"),
    ],
)
def test_a_report_that_cannot_be_says_why_and_keeps_the_form(
    director_client, four, whole_robin, query, sentence
):
    answer = director_client.get(f"/events/autumn-open/reports/standings/?{query}")
    assert answer.status_code == 422
    assert sentence in text(answer)


def test_a_report_there_is_not_names_those_there_are(director_client, event):
    assert "There is no report “gossip”" in text(
        director_client.get("/events/autumn-open/reports/gossip/")
    )


def test_recording_a_board_opens_its_score_pad_and_leads_back(director_client, round_one, board):
    answer = director_client.post(f"{DESK}rounds/1/boards/1/game/")
    assert answer.url == board(1).game.get_absolute_url()
    pad = director_client.get(answer.url).content.decode()
    assert 'href="/events/autumn-open/a/rounds/1/boards/1/"' in pad
    assert "Division A, round 1" in pad


@pytest.mark.full
def test_the_desk_costs_the_same_number_of_queries_with_one_board_and_with_three(
    director_client, desk, event
):
    from tournament.actions.event.events import create_division
    from tournament.actions.people.entries import add_players
    from tournament.actions.rounds.drafts import pair_by_hand
    from tournament.actions.rounds.rounds import publish_round

    division = create_division(desk, event, name="B")
    paths = {
        "/events/autumn-open/b/": 18,
        "/events/autumn-open/b/standings/": 9,
        "/events/autumn-open/b/players/": 7,
        "/events/autumn-open/b/rounds/new/": 11,
        "/events/autumn-open/": 12,  # recent actions, the boards and the clock of each division
        "/": 5,
        "/events/autumn-open/reports/": 13,
    }
    for people in ("A One\nB Two", "C Three\nD Four\nE Five\nF Six"):
        add_players(desk, division, people)
        numbers = list(division.entries.values_list("number", flat=True))
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        round_ = publish_round(desk, pair_by_hand(desk, division, pairs))
        for pairing in round_.pairings.filter(replaced_at=None, second__isnull=False):
            enter_result(desk, pairing, 400, 380)
        seen = {}
        for path in paths:
            with CaptureQueriesContext(connection) as counted:
                director_client.get(path)
            seen[path] = len(counted)
        assert seen == paths
