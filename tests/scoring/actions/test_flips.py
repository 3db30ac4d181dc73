"""Flips: a ruling that changes the winner, compared with the scores before it and stored with it."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.actions.activity import Actor
from scoring.actions.disputes import rule_on_disputed_turn
from scoring.actions.edits import remove_turn
from scoring.actions.flips import outcome_for_log
from scoring.actions.games import open_game
from scoring.actions.rulings import rule_on_entry, withdraw_ruling
from scoring.actions.turns import record_all_turns, record_turn
from scoring.engine import gcg
from scoring.engine.game.outcome import Outcome
from scoring.engine.typing.typed_turn import parse_turn
from scoring.models import Activity, Game, Ruling
from scoring.queries.flips import flip_by_ruling, flips_of_game
from scoring.queries.sheets import sheet

CASES = Path(__file__).parents[3] / "fixtures" / "cases"
NOBODY = Actor("desk")
CORRECT, STAND = Ruling.Decision.CORRECT, Ruling.Decision.LET_STAND
ANN, BOB = "Ann Able wins, 410 to 409", "Bob Baker wins, 409 to 408"


def announced_as_a_tie() -> Game:
    """Return a game announced as 409-409, by the rules 410-409; turns 3, 5 and 11 differ, all Ann's."""
    record = gcg.read((CASES / "g18_announced_tie.gcg").read_text(encoding="utf-8"))
    game = open_game(["Ann Able", "Bob Baker"], "naspa_nwl", NOBODY)
    record_all_turns(game, record, NOBODY)
    return game


def rule_on(game: Game, turn: int, decision: str) -> Ruling:
    return rule_on_entry(entry=sheet(game).entries[turn - 1], decision=decision, actor=NOBODY)


def flips(game: Game) -> list[tuple[str, str]]:
    return [(flip.before, flip.after) for flip in flips_of_game(game, sheet(game).names)]


@pytest.mark.django_db
def test_flip_is_measured_against_the_previous_scores_and_belongs_to_its_ruling():
    game = announced_as_a_tie()
    assert sheet(game).outcome.finals == (410, 409)
    assert sheet(game).announced_outcome.finals == (409, 409)
    first, second = rule_on(game, 5, STAND), rule_on(game, 11, STAND)
    rule_on(game, 3, CORRECT)
    assert sheet(game).outcome.finals == (407, 409)
    assert flips(game) == [(ANN, BOB)]
    logged = Activity.objects.get(verb="result_flips")
    assert f"Before: {ANN}. Now: {BOB}. Turn 5 was ruled on" in logged.summary
    third = rule_on(game, 3, STAND)
    known = flips_of_game(game, sheet(game).names)
    assert flip_by_ruling(first, 5, known).before == ANN
    assert flip_by_ruling(second, 11, known) is None
    assert flip_by_ruling(third, 3, known).after == "Tie, 409 each"


@pytest.mark.django_db
def test_ruling_replaced_with_another_figure_is_compared_as_one_change():
    """The first ruling flips the game; the second one changes the score, but not the winner."""
    game = announced_as_a_tie()
    entry = rule_on_disputed_turn(sheet(game).entries[4], STAND, 26, NOBODY).entry
    rule_on_disputed_turn(entry, STAND, 25, NOBODY)
    assert sheet(game).outcome.finals == (407, 409)
    assert flips(game) == [(ANN, BOB)]


def close_game() -> Game:
    """Return a tie by the rules, 25 each; Ann may have 35 as announced, and Ben 30."""
    game = open_game(["Ann", "Ben"], "wespa", NOBODY)
    for line in (
        "8H ZONE 36", "9H AH 34", *["pass"] * 6, "2: adjust -3 late", "1: rack A", "2: rack E",
    ):  # fmt: skip
        turn = parse_turn(line, sheet(game).replay).turn
        record_turn(game, turn, NOBODY, confirmed=True)
    assert sheet(game).outcome == Outcome((25, 25), (0, 1))
    return game


class EveryOrder(TestCase):
    """Rulings in any order."""

    @classmethod
    def setUpTestData(cls):
        cls.game = close_game()

    @pytest.mark.full
    @settings(max_examples=30)
    @given(
        st.lists(
            st.tuples(st.sampled_from([1, 2]), st.sampled_from([CORRECT, STAND, None])),
            min_size=2,
            max_size=6,
        )
    )
    def test_flip_is_logged_exactly_when_the_winner_changes(self, rulings):
        game, expected = self.game, []
        before = sheet(game)
        for turn, decision in rulings:
            row = before.rows[turn - 1]
            if decision is not None:
                rule_on_entry(row.entry, decision, NOBODY)
            elif row.ruling:
                withdraw_ruling(entry=row.entry, actor=NOBODY)
            after = sheet(game)
            if before.outcome.winners != after.outcome.winners:
                expected.append((outcome_for_log(before.outcome), outcome_for_log(after.outcome)))
            before = after
        logged = Activity.objects.filter(verb="result_flips", scope=f"game:{game.pk}").order_by(
            "id"
        )
        entered = [
            (row.before, {key: row.after[key] for key in ("finals", "winners")}) for row in logged
        ]
        assert entered == expected


@pytest.mark.django_db
def test_withdrawn_ruling_and_removed_turn_are_named_if_they_change_the_winner():
    game = announced_as_a_tie()
    rule_on(game, 5, STAND)
    withdraw_ruling(sheet(game).entries[4], NOBODY)
    remove_turn(sheet(game).entries[4], NOBODY)
    whys = [flip.why for flip in flips_of_game(game, sheet(game).names)]
    assert whys[1:] == ["The ruling on turn 5 was withdrawn", "Turn 5 was removed"]
