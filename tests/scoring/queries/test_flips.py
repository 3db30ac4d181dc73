"""Flips shown for a game: the last one, with the current scores, and each at its own ruling."""

import datetime as dt
from dataclasses import replace

import pytest

from scoring.engine.game.outcome import Outcome
from scoring.models import Activity, Game, Ruling
from scoring.queries.flips import (
    Flip,
    current_flip,
    flip_by_ruling,
    flips_of_game,
    last_flips,
    logged_outcome,
)

NOON = dt.datetime(2026, 10, 3, 12, tzinfo=dt.UTC)
SECOND = dt.timedelta(seconds=1)
NAMES = ("Ann", "Ben")
FLIP = Flip(
    before="Ann wins, 40 to 30", after="Ben wins, 30 to 20", why="Turn 5 was ruled on", turn=5,
    ruled_at="", by="desk", at=NOON, reason="", finals=(20, 30), winners=(1,),
)  # fmt: skip
OF_RULING = replace(FLIP, ruled_at=NOON.isoformat())


def ruled(at):
    return Ruling(ruled_at=at)


@pytest.mark.parametrize(
    ("flip", "at", "turn", "is_its"),
    [
        (FLIP, NOON - SECOND, 5, True), (FLIP, NOON, 5, True), (FLIP, NOON + SECOND, 5, False),
        (FLIP, NOON, 6, False), (FLIP, NOON, 4, False),
        (OF_RULING, NOON, 5, True), (OF_RULING, NOON, 9, True),
        (OF_RULING, NOON - SECOND, 5, False), (OF_RULING, NOON + SECOND, 5, False),
    ],
)  # fmt: skip
def test_flip_belongs_to_the_ruling_of_its_time_or_in_earlier_versions_to_the_preceding_one(
    flip, at, turn, is_its
):
    assert flip_by_ruling(ruled(at), turn, [flip]) == (flip if is_its else None)


def test_later_of_two_flips_belongs_to_the_ruling():
    later = replace(FLIP, why="later")
    assert flip_by_ruling(ruled(NOON), 5, [FLIP, later]) == later
    assert flip_by_ruling(None, 5, [FLIP]) is None
    assert flip_by_ruling(ruled(NOON), 5, []) is None
    far = replace(FLIP, turn=int("1000"))  # not one of the small numbers that Python keeps
    assert flip_by_ruling(ruled(NOON), int("1000"), [far]) == far


def test_last_flip_is_current_while_its_winner_still_wins():
    first = replace(FLIP, winners=(0,), after="Ann wins, 31 to 30", finals=(31, 30))
    assert current_flip([first, FLIP], Outcome((20, 30), (1,)), NAMES) == FLIP
    now = current_flip([first, FLIP], Outcome((20, 35), (1,)), NAMES)
    assert now == replace(FLIP, after="Ben wins, 35 to 20", finals=(20, 35))
    for winners in ((0,), (), (0, 1)):
        assert current_flip([first, FLIP], Outcome((20, 30), winners), NAMES) is None
    assert current_flip([], Outcome((20, 30), (1,)), NAMES) is None
    assert current_flip([FLIP, first], Outcome((20, 30), (1,)), NAMES) is None


def test_winners_are_logged_by_seat_or_in_earlier_versions_by_name():
    assert logged_outcome({"finals": [1, 2], "winners": [2]}, NAMES) == Outcome((1, 2), (1,))
    assert logged_outcome({"finals": [1, 1], "winners": [1, 2]}, NAMES).winners == (0, 1)
    assert logged_outcome({"finals": [2, 1], "winners": ["Ann"]}, NAMES).winners == (0,)


def entered(game, verb, *, carried=False, **after):
    why = {"code": after.pop("code", "ruled_on"), "params": {"turn": 5, "decision": "x"}}
    Activity.objects.create(
        at=NOON, actor="desk", verb=verb, summary="", scope=f"game:{game.pk}", carried=carried,
        before={"finals": [40, 30], "winners": [1]}, after={**after, "why": why},
        hash=f"{verb}{Activity.objects.count()}",
    )  # fmt: skip


@pytest.fixture
def two_games(db):
    games = []
    for names in (NAMES, ("Cem", "Dai")):
        game = Game.objects.create(
            rules="wespa", tile_set="english", layout="standard", created_at=NOON
        )
        for seat in (2, 1):
            game.players.create(seat=seat, name=names[seat - 1])
        games.append(game)
    return games


def test_flips_of_several_games_have_the_latest_final_scores(two_games):
    one, other = two_games
    entered(one, "finish_game", finals=[40, 30], winners=[1])
    entered(one, "result_flips", finals=[20, 30], winners=[2], ruled_at=NOON.isoformat())
    entered(other, "result_flips", finals=[9, 30], winners=[2], code="corrected")
    entered(one, "finish_game", finals=[18, 30], winners=[2])
    entered(other, "finish_game", finals=[9, 30])
    flips = last_flips([one, other])
    assert {key: (flip.finals, flip.after) for key, flip in flips.items()} == {
        one.pk: ((18, 30), "Ben wins, 30 to 18"),
        other.pk: ((9, 30), "Dai wins, 30 to 9"),
    }
    assert (flips[one.pk].turn, flips[other.pk].turn) == (5, None)
    assert flips[one.pk].ruled_at == NOON.isoformat()
    assert flips[other.pk].before == "Cem wins, 40 to 30"


def test_game_without_a_flip_takes_one_query(two_games, django_assert_num_queries):
    one, _ = two_games
    entered(one, "finish_game", finals=[40, 30], winners=[1])
    with django_assert_num_queries(1):
        assert last_flips([one]) == {}


def test_only_a_flip_by_a_ruling_has_a_turn(two_games):
    one, _ = two_games
    for code in ("ruled_on", "ruling_taken_back", "corrected"):
        entered(one, "result_flips", finals=[20, 30], winners=[2], code=code)
    assert [flip.turn for flip in flips_of_game(one, NAMES)] == [5, None, None]


@pytest.mark.parametrize(
    ("why", "turn"),
    [("Turn 12 was ruled on: the announced score stands", 12), ("Turn 8 was corrected", None)],
)
def test_flip_of_an_earlier_version_keeps_its_stored_wording(two_games, why, turn):
    """Before codes, an entry stored names and sentences, which are unchanged."""
    one, _ = two_games
    Activity.objects.create(
        at=NOON, actor="desk", verb="result_flips", summary="", scope=f"game:{one.pk}", hash="x",
        before={"finals": [25, 29], "winners": ["Ben"], "sentence": "Ben won by four"},
        after={"finals": [25, 24], "winners": ["Ann"], "sentence": "Ann won by one", "why": why},
    )  # fmt: skip
    (flip,) = flips_of_game(one, NAMES)
    assert (flip.before, flip.after, flip.why) == ("Ben won by four", "Ann won by one", why)
    assert (flip.winners, flip.turn, flip.ruled_at) == ((0,), turn, "")


def test_flips_from_another_installation_are_ignored(two_games):
    one, _ = two_games
    entered(one, "result_flips", carried=True, finals=[20, 30], winners=[2])
    assert flips_of_game(one, NAMES) == ()
    entered(one, "result_flips", finals=[20, 30], winners=[2])
    assert [flip.winners for flip in flips_of_game(one, NAMES)] == [(1,)]
