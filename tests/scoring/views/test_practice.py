"""Practice for scorekeepers: typing a simulated game as it is announced, and the result."""

import pytest

from scoring.actions.activity import Actor
from scoring.actions.practice import begin_practice
from scoring.actions.turns import record_turn
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Game, PracticeGame
from scoring.queries.practice import practice_result
from scoring.queries.sheets import sheet
from scoring.views.practice import calls_of, simulated_record
from tests.scoring.views.pads import Page, at

pytestmark = pytest.mark.django_db


def typed(client, game, line):
    """Enter a line; twice if it is questioned."""
    seen = sheet(game).fingerprint
    client.post(at("record", game), {"line": line, "seen": seen, "confirmed": line, "cased": "1"})


@pytest.fixture
def practice(director):
    """Return a reproducible game of 16 turns with several wrong announced scores."""
    return begin_practice(Actor.for_user(director), simulated_record(4), pace=20, turns=16)


def test_practice_starts_on_a_pad_that_shows_each_call(director_client):
    for _ in range(50):  # a random game may begin with an exchange, which has no square
        answer = director_client.post("/games/practice/", {"pace": "0", "turns": "8"})
        practice = PracticeGame.objects.latest("pk")
        if practice.turns[0]["kind"] == "play":
            break
    assert answer.url == f"/games/{practice.pk}/"
    assert len(practice.turns) == 8
    first = practice.turns[0]
    page = Page(director_client.get(answer.url))
    square, word = first["line"].replace("(", "").replace(")", "").split()[:2]
    assert f"{first['player']} plays" in page.text
    assert f"{word} {'down' if square[0].isalpha() else 'across'} from {square}" in page.text
    assert f"“{first['announced']}”" in page.text
    assert first["line"] not in page.text
    director_client.post("/games/practice/", {"pace": "0", "turns": "8"})
    assert PracticeGame.objects.latest("pk").turns != practice.turns, "another game each time"
    assert director_client.post("/games/practice/", {"pace": "7"}).status_code == 422
    form = director_client.get("/games/practice/").context["form"]
    assert (form["pace"].value(), form["turns"].value()) == (20, 16)


def test_call_states_everything_seen_and_heard_at_the_table():
    turns = [
        {"player": "Ann", "kind": "play", "line": "6F F(ORa)Ys 27", "announced": 27, "correct": 28},
        {"player": "Ben", "kind": "exchange", "line": "-GII", "announced": 0, "correct": 0},
        {"player": "Ann", "kind": "pass", "line": "-", "announced": 0, "correct": 0},
        {"player": "Ben", "kind": "withdrawn", "line": "-- -60", "announced": -60, "correct": -60},
    ]
    calls = [" | ".join(call.values()) for call in calls_of(PracticeGame(turns=turns))]
    assert calls == [
        "Ann plays | FORaYs | across from 6F, the S is a blank | “27”",
        "Ben exchanges | GII |  | ",
        "Ann passes |  |  | ",
        "Challenged: Ben takes the play back |  |  | ",
    ]


def test_some_announced_scores_are_wrong_and_depend_on_the_seed(practice, director):
    wrong = [t for t in practice.turns if t["announced"] not in (None, t["correct"])]
    assert 2 <= len(wrong) <= 10
    again = begin_practice(Actor.for_user(director), simulated_record(4), pace=0, turns=16)
    assert again.turns == practice.turns


def test_result_compares_every_turn_with_its_call(director, practice):
    first, second, third, *_others = practice.turns
    for line in (first["line"].replace("(", "").replace(")", ""), "-"):
        read = parse_turn(line, sheet(practice.game).replay)
        record_turn(practice.game, read.turn, Actor.for_user(director), confirmed=True)
    result = practice_result(practice)
    assert [
        (turn.number, turn.player, bool(turn.recorded), turn.is_right) for turn in result.turns[:3]
    ] == [
        (1, first["player"], True, True),
        (2, second["player"], True, False),
        (3, third["player"], False, False),
    ]
    assert (len(result.turns), result.recorded_count, len(result.wrong_turns)) == (16, 1, 15)


@pytest.mark.full
def test_result_lists_time_keys_and_slips(director_client, practice):
    game = practice.game
    slips = [
        at for at, t in enumerate(practice.turns) if t["announced"] not in (None, t["correct"])
    ]
    for number, turn in enumerate(practice.turns[:-1]):
        line = turn["line"]
        if number == slips[0]:  # the correct score is typed instead of the announced one
            line = line.rsplit(" ", 1)[0] + f" {turn['correct']}"
        typed(director_client, game, line)
    ended = director_client.post(f"/games/{game.pk}/practice/", {"keys": "150"}, follow=True)
    practice.refresh_from_db()
    result = practice_result(practice)
    assert (result.keys, result.keystrokes_per_turn) == (150, 10.0)
    assert result.recorded_count == 14
    assert (result.slip_count, result.caught_slip_count) == (
        len(slips), len([at for at in slips if at not in (slips[0], 15)]),
    )  # fmt: skip
    text = Page(ended).text
    assert "150, 10.0 per turn" in text
    assert f"wrong, missed: {practice.turns[slips[0]]['correct']} is right" in text
    assert "not recorded" in text


def test_practice_ends_once_and_stops_its_calls(director_client, practice):
    address = f"/games/{practice.pk}/practice/"
    assert director_client.get(address).url == f"/games/{practice.pk}/"
    director_client.post(address, {"keys": "5"})
    director_client.post(address, {"keys": "900"})
    practice.refresh_from_db()
    assert practice.keys == 5
    assert "End the practice" not in Page(director_client.get(f"/games/{practice.pk}/")).text


def test_practice_games_are_not_in_the_library(director_client, practice):
    assert "Practice for scorekeepers" not in Page(director_client.get("/games/")).text
    assert Game.objects.count() == 1
