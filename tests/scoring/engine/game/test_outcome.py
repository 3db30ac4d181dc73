"""The counted scores and winners of a recorded game: the table of cases and more."""

import pytest

from scoring.engine.dispute.recount import compare_sheets
from scoring.engine.game.outcome import (
    DecidedBy,
    Outcome,
    announced_finals,
    announced_outcome,
    counted_scores,
    decide_outcome,
    outcome_of,
)
from scoring.engine.rules.rulesets import TieRule
from scoring.wording.outcomes import outcome_sentence
from tests.scoring.engine.positions import (
    adjusts,
    bonus,
    game,
    holds,
    overtime,
    passes,
    plays,
    withdraws,
)
from tests.scoring.outcome_cases import OUTCOMES

NAMES = ("Ann", "Ben", "Cid", "Dot")


def name(case):
    return case.name


def replayed(case):
    return game(case.turns, case.rules, players=len(case.before))


@pytest.mark.parametrize("case", OUTCOMES, ids=name)
def test_outcome_matches_the_table(case):
    """RULES sections 2, 4 and 5; only the first play is announced wrong, so a ruling has the same effect."""
    played = replayed(case)
    outcome = outcome_of(played, {0} if case.let_stand else ())
    assert (outcome.finals, outcome.winners) == (case.finals, case.winners)
    assert outcome.decided_by is DecidedBy(case.by)
    assert outcome_of(played).winners == case.by_the_rules
    announced = announced_outcome(played)
    assert (announced.finals, announced.winners) == (case.finals, case.winners)
    assert compare_sheets(NAMES[: played.players], (), played).correct == outcome_of(played)


def test_unfinished_game_has_totals_and_no_winner():
    going = outcome_of(game([plays(0, "8H ZONE", 26)]))
    assert going == Outcome((26, 0))
    assert (going.margin, going.is_tie) == (None, False)
    assert outcome_sentence(going, NAMES[:2]) == "Ann 26, Ben 0"
    assert decide_outcome([300, None], [300, 300], TieRule.HALF) == Outcome((300, None))


def test_withdrawn_play_deducts_its_ruled_or_announced_score():
    """No points are announced for a withdrawn play; those of the play are used."""
    zone = plays(0, "8H ZONE", 36)
    played = game([zone, withdraws(0), passes(1)])
    assert counted_scores(played, {0}) == [36, -36, 0]
    assert outcome_of(played, {0}).finals == announced_finals(played) == (0, 0)
    # After a lost challenge, only the bonus is left.
    played = game([zone, bonus(0, 5), bonus(0, 5), withdraws(0), passes(1)])
    assert counted_scores(played, {0}) == [36, 5, 5, -36, 0]
    assert counted_scores(played) == [26, 5, 5, -26, 0]
    assert announced_finals(played) == (10, 0)
    unannounced = game([plays(0, "8H ZONE"), bonus(0, 5), withdraws(0), passes(1)])
    assert announced_finals(unannounced) == (5, 0)
    nothing = game([plays(0, "8H ZONE", 26), withdraws(1)])  # no play of this player
    assert counted_scores(nothing) == [26, 0]


def test_written_totals_determine_the_announced_finals():
    zone = plays(0, "8H ZONE", 26)
    assert announced_finals(game([zone._replace(total=29), plays(1, "I8 .E")])) == (29, None)
    assert announced_finals(game([zone, passes(1)._replace(announced=None)])) == (26, 0)
    over = [plays(0, "8H ZONE", 36), *(passes(seat, "QIEIOUR") for seat in (1, 0) * 3)]
    assert announced_finals(game(over)) == (36, 0)
    assert announced_outcome(game(over)).finals == (36 - 16, -16)  # with racks not written
    short = holds(0, "QIEIOUR")._replace(announced=-11)
    assert announced_outcome(game([*over, short])).finals == (36 - 11, -16)


def test_winner_is_decided_before_racks_or_by_time():
    turns = [
        plays(0, "8H ZONE", 26), adjusts(0, 275), adjusts(1, 310),
        holds(0, "A"), holds(1, "Q"), overtime(1, 0),
    ]  # fmt: skip
    outcome = announced_outcome(game(turns, "box_hasbro"))
    assert (outcome.finals, outcome.winners) == ((300, 300), (1,))
    assert decide_outcome([400, 300], [400, 300], TieRule.HALF, lost={0}).winners == (1,)
    assert decide_outcome([400, 300], [400, 300], TieRule.HALF, lost={0, 1}).winners == (0,)
    late = decide_outcome([400, 300, 300], [400, 290, 310], TieRule.PRE_ADJUSTMENT, lost={0})
    assert (late.winners, late.decided_by) == ((2,), DecidedBy.TIME)
    assert Outcome((1, 2), (1,), DecidedBy.TIME) == Outcome((1, 2), (1,), DecidedBy.SCORES)


@pytest.mark.parametrize(
    ("outcome", "margin", "sentence"),
    [
        (Outcome((412, 389), (0,)), 23, "Ann wins, 412 to 389"),
        (Outcome((389, 412), (0,)), -23, "Ann wins: Ann 389, Ben 412"),
        (Outcome((400, 400), (0, 1)), 0, "Tie, 400 each"),
        (Outcome((400, 400), (1,)), 0, "Ben wins: Ben 400, Ann 400"),
        (
            Outcome((400, 400), (1,), DecidedBy.BEFORE_RACKS),
            0,
            "Ben wins, having led before the remaining tiles were counted: Ben 400, Ann 400",
        ),
        (Outcome((8, 94), (0,), DecidedBy.TIME), -86, "Ann wins on time: Ann 8, Ben 94"),
        (Outcome((3, 3, -7, -11), (1,)), 0, "Ben wins: Ben 3, Ann 3, Cid −7, Dot −11"),
        (Outcome((-20, 2), (1,)), 22, "Ben wins, 2 to −20"),
        (Outcome((120, 101, 99), (0,)), 19, "Ann wins: Ann 120, Ben 101, Cid 99"),
        (Outcome((None, None), (1,)), None, "Ben wins"),
        (Outcome((None, None), (0, 1)), None, "Tie"),
        (Outcome((None, 12)), None, "Ann ?, Ben 12"),
    ],
)
def test_outcome_sentence_states_the_margin(outcome, margin, sentence):
    assert outcome.margin == margin
    assert outcome_sentence(outcome, NAMES[: len(outcome.finals)]) == sentence
