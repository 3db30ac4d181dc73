"""Deciding who goes first, step by step."""

from random import Random

import pytest

from tournament.engine.pairing.firsts import FirstReason, decide_first
from tournament.engine.results import Outcome, Result
from tournament.engine.starts import StartRules, Starts, starts_of


def starts(number, text):
    """Parse starts such as `FS-F`: first in round 1, second in round 2, no start in round 3, first in round 4."""
    return Starts(number, tuple((i, c == "F") for i, c in enumerate(text, start=1) if c in "FS"))


@pytest.mark.parametrize(
    ("one", "other", "first", "why"),
    [
        ("FF", "FS", 2, FirstReason.FEWER_FIRSTS),
        ("FS-", "FSS", 2, FirstReason.MORE_SECONDS),
        ("FFSSS", "FS-", 1, FirstReason.BALANCE),
        ("FS-", "FFSSS", 2, FirstReason.BALANCE),
        ("FS--", "FFSS", 1, FirstReason.FEWER_FIRSTS),
        ("FS", "SF", 1, FirstReason.TURN_ABOUT),
        ("FSFS", "SFFS", 1, FirstReason.TURN_ABOUT),
        ("SFF", "FSF", 2, FirstReason.TURN_ABOUT),  # the last round in which they differed
    ],
)
def test_rule_of_firsts_decides_step_by_step(one, other, first, why):
    decided = decide_first(starts(1, one), starts(2, other), Random(0))
    assert (decided.number, decided.why) == (first, why)


def test_equal_starts_are_decided_by_earlier_meetings_and_a_repeatable_draw():
    draws = {decide_first(starts(1, ""), starts(2, ""), Random(seed)).number for seed in range(20)}
    assert draws == {1, 2}
    again = decide_first(starts(2, ""), starts(1, ""), Random(3))
    assert decide_first(starts(1, ""), starts(2, ""), Random(3)) == again
    decided = decide_first(starts(1, "FS"), starts(2, "SF"), Random(0), met=[(1, 1), (2, 2)])
    assert (decided.number, decided.why) == (1, FirstReason.HEAD_TO_HEAD)
    assert starts_of([1, 2], [], arranged=[(1, 2, 1)])[2].firsts == 1


def test_byes_and_forfeits_count_as_starts_only_if_enabled():
    bye = [Result(1, 1, 0, 50, 0, Outcome.BYE)]
    assert starts_of([1], bye)[1].history == ()
    assert starts_of([1], bye, StartRules(byes_charged=True))[1].history == ((1, True),)
    # Forfeits are charged alternately, to the forfeiter only.
    results = [Result(n, 1, 2, -50, 50, Outcome.FIRST_FORFEITS) for n in (1, 2, 3)]
    charged = starts_of([1, 2], results, StartRules(forfeits_charged=True))
    assert [first for _, first in charged[1].history] == [True, False, True]
    assert charged[2].history == ()
