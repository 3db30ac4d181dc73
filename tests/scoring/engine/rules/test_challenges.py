"""Challenges: every mode, verdict, paying side, per turn and per word, and their replay."""

from dataclasses import replace

import pytest

from scoring.engine.rules.challenges import NoChallenge, challenge
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, PenaltyTo
from scoring.wording.engine import sentence
from tests.scoring.engine.positions import ENGLISH, NWL, game, plays, rows

CASES = rows("challenges.csv")
PLAY = plays(0, "8D RETAIN", announced=30, rack="RETAINS")


def rules(case):
    return replace(
        NWL,
        challenge=ChallengeMode(case["mode"]),
        penalty_points=int(case["points"]),
        penalty_to=PenaltyTo(case["to"]),
        penalty_per=PenaltyPer(case["per"]),
    )


def name(case) -> str:
    return "-".join(case.values())


def outcome(case):
    valid = case["verdict"] == "valid"
    return challenge(rules(case), PLAY, 1, valid=valid, words=int(case["words"]))


@pytest.mark.parametrize("case", CASES, ids=name)
def test_challenge_result_matches_the_table(case):
    if case["recorded"] == "refused":
        with pytest.raises(NoChallenge) as refused:
            outcome(case)
        assert sentence(refused.value.message).endswith("nothing to challenge.")
        return
    result, totals = outcome(case), [14, 0]  # RETAIN 8D: (2 + 5) x 2
    seat = int(case["seat"]) if case["seat"] else None
    if case["recorded"] in ("nothing", "loses"):
        assert (result.turns, result.loser) == ((), seat)
    else:
        (turn,) = result.turns
        announced = int(case["announced"])
        wanted = (case["recorded"], seat, announced)
        assert (turn.kind.value, turn.player, turn.announced) == wanted
        assert result.loser is None
        assert sentence(result.message).endswith(".")
        if case["recorded"] == "withdrawn":
            totals = [0, 0]
        else:
            totals[seat] += announced
    played = game([PLAY, *result.turns], rules(case))
    assert (played.faults, played.running) == ({}, totals)
    assert played.to_move == (0 if case["recorded"] == "pass" else 1)
    assert played.board.is_empty is (case["recorded"] == "withdrawn")


def test_withdrawn_play_keeps_its_rack_and_the_reason():
    (turn,) = challenge(NWL, PLAY, 1, valid=False, remark="word list misread").turns
    assert (turn.rack, turn.remark) == (ENGLISH.split_into_tiles("RETAINS"), "word list misread")
    (turn,) = challenge(NWL, PLAY._replace(announced=None), 1, valid=False).turns
    assert turn.announced is None
