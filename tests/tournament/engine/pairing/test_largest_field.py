"""No field of up to 2,000 players and 40 rounds exceeds a limit, with any method and option."""

from dataclasses import Field, fields
from functools import cache
from random import Random
from typing import Any

import pytest

from tournament.engine.entrants import Entrant
from tournament.engine.pairing.method import CannotPair, all_methods
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.results import Result
from tournament.engine.standings import standings

pytestmark = pytest.mark.full
ROUNDS = 40
SMALL, LARGEST = 120, 2_000
FUTURES = {"simulations": 500, "control_loss_simulations": 100}
"""Few simulations for COP: their number affects the time and no cost."""


@cache
def before_the_last_round(players: int) -> PairingRequest:
    """Return round 40 after 39 tied rounds, with number 1 strongest and unbalanced starts."""
    draw = Random(players)
    entrants = tuple(Entrant(number, number) for number in range(1, players + 1))
    results = []
    for number in range(1, ROUNDS):
        order = draw.sample(range(1, players + 1), players)
        for one, other in zip(order[::2], order[1::2], strict=True):
            margin = draw.randint(-300, 300) + 200 * (other - one) // players
            low = 380 - abs(margin) // 2
            scores = (low + max(margin, 0), low + max(-margin, 0))
            results.append(Result(number, one, other, *scores))
    return PairingRequest(
        ROUNDS,
        entrants,
        tuple(results),
        standing=standings(entrants, results, after=ROUNDS - 1).order,
        rounds_total=ROUNDS,
        seed=1,
        classes={number: "ABCD"[number % 4] for number in range(1, players + 1)},
        teams={number: f"team {number % 2}" for number in range(1, players + 1)},
        prizes=(PrizeBand(1, 1), PrizeBand(2, 2), PrizeBand(3, 10), PrizeBand(1, 1, "B")),
        unwanted_pairs=frozenset(frozenset((n, n + 4)) for n in range(1, players - 4, 9)),
        forbidden_pairs=frozenset(frozenset((n, n + 2)) for n in range(1, players - 2, 11)),
        names={number: f"Player {number}" for number in range(1, players + 1)},
    )


def other_values(option: Field[Any], players: int) -> list[Any]:
    """Return other values of the option: every choice, the other boolean, or a number as large as the field."""
    if choices := option.metadata.get("choices"):
        return [value for value, *_ in choices if value != option.default]
    if isinstance(option.default, bool):
        return [not option.default]
    if option.name == "repeats":
        return [0, ROUNDS]
    if option.name in ("start_round", "field", "pairs", "byes", *FUTURES):
        return []
    return [players // 2] if isinstance(option.default, int) else []


def ways(players: int) -> list[tuple[str, dict[str, Any]]]:
    """Return every method with its default options, and with each option changed."""
    cases: list[tuple[str, dict[str, Any]]] = []
    for key, method in all_methods().items():
        options = fields(method.Options)
        usual: dict[str, Any] = {
            row.name: FUTURES[row.name] for row in options if row.name in FUTURES
        }
        if any(row.name == "start_round" for row in options):
            usual["start_round"] = ROUNDS
        cases.append((key, usual))
        cases += [
            (key, usual | {row.name: value})
            for row in options
            for value in other_values(row, players)
        ]
    return cases


def named(value: Any) -> str:
    return value if isinstance(value, str) else ",".join(f"{k}={v}" for k, v in value.items())


def refused_as_a_fault(players: int, method: str, options: dict[str, Any]) -> list[str]:
    """Return the code of a refusal that is an internal error, or nothing for a legitimate refusal."""
    try:
        plan_round(before_the_last_round(players), method, options)
    except CannotPair as refusal:
        return [message.code for message in refusal.messages if message.code == "fault"]
    return []


@pytest.mark.parametrize(("method", "options"), ways(SMALL), ids=named)
def test_no_method_exceeds_a_limit_in_round_forty(method, options):
    assert refused_as_a_fault(SMALL, method, options) == []


@pytest.mark.long
@pytest.mark.parametrize(("method", "options"), ways(LARGEST), ids=named)
def test_no_method_exceeds_a_limit_with_2000_players(method, options):
    assert refused_as_a_fault(LARGEST, method, options) == []


def test_2000_players_are_paired_in_round_forty():
    """With king of the hill, which ends nearly every event; part of the gate."""
    plan, _ = plan_round(before_the_last_round(LARGEST), "king_of_the_hill")
    assert len(plan.pairs) == LARGEST // 2
