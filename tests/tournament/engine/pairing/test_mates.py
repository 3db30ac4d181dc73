"""Keeping team or club mates apart: how many wins further away an opponent may be."""

import pytest

from tests.tournament.engine.pairing.situations import situation
from tournament.engine.pairing.planning import plan_round
from tournament.wording.sentences import sentences

LEVEL = [f"2-0 +{n}" for n in (300, 200, 100, 50)] + [f"0-2 -{n}" for n in (50, 100, 200, 300)]
LADDER = ["3-0 +300", "2-1 +200", "1-2 -100", "0-3 -300"]


def met(records, teams, mates, **more):
    request = situation(records, rounds_total=9, teams=teams, **more)
    options = {"mates": mates, "balance_firsts": False}
    plan, _ = plan_round(request, "swiss", options)
    return {tuple(sorted(pair.numbers)) for pair in plan.pairs}, plan, request


@pytest.mark.parametrize(("price", "may_meet"), [("meet", True), ("1", False), ("2", False)])
def test_mates_are_kept_apart_among_equal_wins(price, may_meet):
    pairs, _, _ = met(LEVEL, {1: "Ospreys", 2: "Ospreys"}, price)
    assert ((1, 2) in pairs) is may_meet
    assert {frozenset(pair) <= {1, 2, 3, 4} for pair in pairs} == {True, False}


def test_mates_are_kept_apart_for_the_number_of_wins_set():
    """1 and 2 are a win apart from 3 and 4; keeping mates apart makes two pairs two wins apart."""
    teams = dict.fromkeys((1, 2), "Ospreys") | dict.fromkeys((3, 4), "Herons")
    near = {(1, 2), (3, 4)}
    assert met(LADDER, teams, "meet")[0] == near
    assert met(LADDER, teams, "1")[0] == near
    assert met(LADDER, teams, "2")[0] == {(1, 3), (2, 4)}
    assert met(LADDER, {}, "2")[0] == near
    _, plan, request = met(LADDER, dict.fromkeys(range(1, 5), "Ospreys"), "1")
    reasons = " ".join(" ".join(sentences(pair.reasons, request.names)) for pair in plan.pairs)
    assert "both in Ospreys" in reasons
