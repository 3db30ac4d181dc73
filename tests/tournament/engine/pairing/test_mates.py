"""Keeping team or club mates apart: how many wins further away an opponent may be."""

import pytest

from tests.tournament.engine.pairing.situations import situation
from tournament.engine.pairing.planning import plan_round
from tournament.wording.sentences import sentences

LEVEL = [
    "2-0 +300",
    "2-0 +200",
    "2-0 +100",
    "2-0 +50",
    "0-2 -50",
    "0-2 -100",
    "0-2 -200",
    "0-2 -300",
]
LADDER = ["3-0 +300", "2-1 +200", "1-2 -100", "0-3 -300"]


def met(records, teams, mates, **more):
    request = situation(records, rounds_total=9, teams=teams, **more)
    options = {"mates": mates, "balance_firsts": False}
    plan, _ = plan_round(request, "swiss", options)
    return {tuple(sorted(pair.numbers)) for pair in plan.pairs}, plan, request


def test_mates_may_meet_under_the_meet_setting():
    pairs, _, _ = met(LEVEL, {1: "Ospreys", 2: "Ospreys"}, "meet")
    assert (1, 2) in pairs


@pytest.mark.parametrize("price", ["1", "2"])
def test_mates_are_kept_apart_among_equal_wins(price):
    pairs, _, _ = met(LEVEL, {1: "Ospreys", 2: "Ospreys"}, price)
    assert (1, 2) not in pairs
    assert {frozenset(pair) <= {1, 2, 3, 4} for pair in pairs} == {True, False}


def test_mates_are_kept_apart_for_the_number_of_wins_set():
    """1 and 2 are a win apart from 3 and 4; keeping mates apart makes two pairs two wins apart."""
    teams = dict.fromkeys((1, 2), "Ospreys") | dict.fromkeys((3, 4), "Herons")
    near = {(1, 2), (3, 4)}
    assert met(LADDER, teams, "meet")[0] == near
    assert met(LADDER, teams, "1")[0] == near
    assert met(LADDER, teams, "2")[0] == {(1, 3), (2, 4)}


def test_mates_that_still_meet_are_named_in_the_reasons():
    teams = dict.fromkeys(range(1, 5), "Ospreys")
    _, plan, request = met(LADDER, teams, "1")
    reasons = " ".join(" ".join(sentences(pair.reasons, request.names)) for pair in plan.pairs)
    assert "both in Ospreys" in reasons


def test_entries_without_a_team_are_not_mates():
    assert met(LADDER, {}, "2")[0] == {(1, 2), (3, 4)}
