"""Divisions late in an event, built from the records on a standings sheet."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from tournament.engine.entrants import Entrant
from tournament.engine.pairing.cop.place_odds import PlaceOdds
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest, PrizeBand
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.engine.standings import standings

CASES = Path(__file__).parent / "cases"
BY_RULE = (
    "swiss", "king_of_the_hill", "queen_of_the_hill", "factor", "quartiles", "australian", "random",
)  # fmt: skip
"""Methods that weigh every pair by rules."""
GONE = 900
"""First number of the withdrawn opponents who gave the players their records."""
NAMES = (
    "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo", "Mia",
    "Ned", "Ola", "Pia", "Rob", "Sue", "Tom", "Uma",
)  # fmt: skip
NAMED = dict(enumerate(NAMES, start=1))


def situation(
    records: Sequence[str],
    *,
    rounds_total: int,
    met: Iterable[Sequence[int]] = (),
    had_bye: Iterable[int] = (),
    prizes: Iterable[Sequence[Any]] = (),
    gibson_spread: Iterable[int] = (1000,),
    classes: Mapping[str, str] | None = None,
    apart: Iterable[Sequence[int]] = (),
    **more: Any,
) -> PairingRequest:
    """Return the request for the next round from records such as `9-2 +1500`, best first, numbered from 1.

    `met` lists pairs for each earlier meeting; `had_bye` lists players for each earlier bye.
    """
    margins: dict[int, list[int]] = {}
    for number, text in enumerate(records, start=1):
        margins[number] = margins_of(text)
    played = len(margins[1])
    byes = {(0, number) for number in had_bye}
    results = _results(margins, byes, met)
    players = tuple(Entrant(n, n) for n in range(1, len(records) + 1))
    gone = tuple(Entrant(GONE + n, GONE + n, withdrawn_after=0) for n in range(1, played + 1))
    entrants = (*players, *gone)
    order = standings(entrants, results, after=played).order
    assert [n for n in order if n < GONE] == [p.number for p in players], "records not in order"
    return PairingRequest(
        round=played + 1,
        entrants=entrants,
        results=tuple(results),
        standing=order,
        rounds_total=rounds_total,
        prizes=tuple(PrizeBand(*prize) for prize in prizes),
        gibson_spread=tuple(gibson_spread),
        classes={int(n): name for n, name in (classes or {}).items()},
        forbidden_pairs=frozenset(map(frozenset, apart)),
        names={number: _name(number) for number in range(1, len(records) + 1)},
        **more,
    )


def _name(number: int) -> str:
    return NAMED.get(number, f"Player {number}")


def margins_of(text: str) -> list[int]:
    """Return margins that add up to a record: 1 for most games, the rest in one of them."""
    record, spread = text.split()
    wins, losses = (round(2 * float(part)) for part in record.split("-"))
    margins = [1] * (wins // 2) + [0] * (wins % 2) + [-1] * (losses // 2)
    rest = int(spread) - sum(margins)
    if rest:
        margins[margins.index(1 if rest > 0 else -1)] += rest
    return margins


def _results(
    margins: Mapping[int, list[int]], byes: set[tuple[int, int]], met: Iterable[Sequence[int]]
) -> list[Result]:
    """Return the games: against each other for pairs in `met`, otherwise against withdrawn players."""
    taken = dict.fromkeys(byes, NOBODY)
    for one, other in met:
        _meet(margins, taken, one, other)
    results = []
    for number, own in margins.items():
        for turn, margin in enumerate(own):
            opponent = taken.get((turn, number), GONE + turn + 1)
            scores = 400 + max(margin, 0), 400 - min(margin, 0)
            if opponent == NOBODY:
                results.append(Result(turn + 1, number, NOBODY, margin, 0, Outcome.BYE))
            elif opponent > number:
                results.append(Result(turn + 1, number, opponent, *scores))
    return results


def _meet(
    margins: Mapping[int, list[int]], taken: dict[tuple[int, int], int], one: int, other: int
) -> None:
    """Turn a win of one player and a loss of the other by a point into a game between them."""
    for winner, loser in ((one, other), (other, one)):
        own, theirs = margins[winner], margins[loser]
        won = [t for t, m in enumerate(own) if m == 1 and (t, winner) not in taken]
        lost = [t for t, m in enumerate(theirs) if m == -1 and (t, loser) not in taken]
        free = [t for t in won if t in lost or (t, loser) not in taken]
        if free and lost:
            turn = free[-1]
            theirs[turn], theirs[lost[0]] = theirs[lost[0]], theirs[turn]
            taken[turn, winner], taken[turn, loser] = loser, winner
            return
    raise AssertionError(f"{one} and {other} cannot have met with these records")


def cases(name: str) -> dict[str, dict[str, Any]]:
    """Return the cases of a data file by name."""
    return tomllib.loads((CASES / name).read_text(encoding="utf-8"))


REQUEST_KEYS = ("records", "rounds_total", "met", "had_bye", "prizes", "classes", "apart")
"""Keys of a worked case that describe the division."""


def request_for(case: Mapping[str, Any], **more: Any) -> PairingRequest:
    """Return the request of a case."""
    given = {key: case[key] for key in REQUEST_KEYS if key in case}
    return situation(given.pop("records"), **given, **more)


def entrants(count: int, left: Mapping[int, int] | None = None) -> tuple[Entrant, ...]:
    """Return entrants; those in `left` have withdrawn after the given round."""
    after = left or {}
    return tuple(Entrant(n, n, withdrawn_after=after.get(n)) for n in range(1, count + 1))


def apart(*pairs: Iterable[int]) -> frozenset[frozenset[int]]:
    """Return the pairs as a request holds those kept apart."""
    return frozenset(map(frozenset, pairs))


def made(
    number: int, *pairs: tuple[int, int], byes: Iterable[int] = (), method: str = "manual"
) -> Plan:
    """Return a round with these pairs, the first named going first, and byes."""
    boards = tuple(Pair(board, *pair) for board, pair in enumerate(pairs, start=1))
    return Plan(number, method, boards, tuple(map(Bye, byes)))


def pairs_of(plan: Plan) -> list[list[int]]:
    """Return the pairs in board order, the lower number first."""
    return [sorted(pair.numbers) for pair in plan.pairs]


def met(plan: Plan) -> list[list[int]]:
    """Return the pairs sorted by number."""
    return sorted(pairs_of(plan))


def hoping(order: Sequence[int], lowest: Sequence[int]) -> PlaceOdds:
    """Return the hopes over ten simulated outcomes; `lowest[place]` is the lowest player to reach the place in one."""
    counts = np.zeros((len(order), len(order)), dtype=np.int64)
    for place, player in enumerate(lowest):
        counts[player, place] = 1
    return PlaceOdds(tuple(order), counts, 10, 10, 1)


def played_event(
    players: int, rounds: int, rounds_total: int, draw: Random, **more: Any
) -> PairingRequest:
    """Return a division after rounds with random pairings and results, with byes if the field is odd."""
    field = entrants(players)
    results: list[Result] = []
    for number in range(1, rounds + 1):
        order = list(range(1, players + 1))
        draw.shuffle(order)
        if players % 2:
            results.append(Result(number, order.pop(), NOBODY, 50, 0, Outcome.BYE))
        results += [
            Result(number, *pair, draw.randint(280, 520), draw.randint(280, 520))
            for pair in zip(order[::2], order[1::2], strict=True)
        ]
    order = standings(field, results, after=rounds).order
    more = {"standing": order, "rounds_total": rounds_total, **more}
    return PairingRequest(rounds + 1, field, tuple(results), **more)


def round_of(
    method: str,
    number: int,
    count: int,
    results: Iterable[Result] = (),
    *,
    left: Mapping[int, int] | None = None,
    **options: Any,
) -> Plan:
    """Return a round of a method that follows a field of so many players."""
    request = PairingRequest(number, entrants(count, left), tuple(results))
    return plan_round(request, method, {"field": tuple(range(1, count + 1)), **options})[0]


def won_by(plan: Plan, better: Callable[[int, int], int] = min) -> Iterator[Result]:
    """Yield the results of a round in which one of each two numbers, lower and higher, wins by 10."""
    for pair in plan.pairs:
        won = better(*sorted(pair.numbers)) == pair.first
        yield Result(plan.round, pair.first, pair.second, 400 + 10 * won, 400 + 10 * (not won))
    for bye in plan.byes:
        yield Result(plan.round, bye.number, NOBODY, 50, 0, Outcome.BYE)


def rounds_played(
    method: str, rounds: int, count: int, better: Callable[[int, int], int] = min, **options: Any
) -> list[Plan]:
    """Return the first rounds of a method that follows a field of so many players."""
    plans: list[Plan] = []
    results: list[Result] = []
    for number in range(1, rounds + 1):
        plans.append(round_of(method, number, count, results, **options))
        results += won_by(plans[-1], better)
    return plans
