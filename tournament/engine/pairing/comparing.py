"""Two pairings of one round side by side, also with two opponents fixed: what gets better or worse."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from tournament.engine.pairing.method import CannotPair, Method, all_methods
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import Request
from tournament.engine.standings.metric import halves

FEW = 3
SO_FAR_OUT = 2
"""Firsts and seconds that differ by so many are out of balance."""


@dataclass(frozen=True)
class Weighed:
    """A plan with everything that speaks against it, in figures and by number."""

    request: Request
    plan: Plan

    @cached_property
    def repeats(self) -> Mapping[frozenset[int], tuple[int, ...]]:
        """Pairs that have met, with the rounds in which they did."""
        met = self.request.meetings
        return {pair.numbers: met[pair.numbers] for pair in self.plan.pairs if pair.numbers in met}

    @cached_property
    def second_byes(self) -> frozenset[int]:
        """Who has the bye again."""
        return frozenset(b.number for b in self.plan.byes if self.request.byes.get(b.number))

    @cached_property
    def wished_apart(self) -> frozenset[frozenset[int]]:
        """Pairs that should not meet where it can be helped."""
        return frozenset(p.numbers for p in self.plan.pairs) & self.request.wished_apart

    @cached_property
    def apart(self) -> frozenset[frozenset[int]]:
        """Pairs that are never to meet."""
        return frozenset(p.numbers for p in self.plan.pairs) & self.request.apart

    @cached_property
    def half_wins_apart(self) -> int:
        """How many half wins opponents are apart, all boards together."""
        records = self.request.records
        return sum(abs(records[p.first].wins2 - records[p.second].wins2) for p in self.plan.pairs)

    @cached_property
    def places_apart(self) -> int:
        """How many places opponents are apart, all boards together."""
        place = {number: at for at, number in enumerate(self.request.ranked)}
        return sum(
            abs(place[p.first] - place[p.second])
            for p in self.plan.pairs
            if p.numbers <= place.keys()
        )

    @cached_property
    def out_of_balance(self) -> Mapping[int, tuple[int, int]]:
        """Firsts and seconds, this round counted, of those in whom they differ by two or more."""
        found = {}
        for pair in self.plan.pairs:
            for number, goes_first in ((pair.first, True), (pair.second, False)):
                starts = self.request.starts[number]
                firsts = starts.firsts + goes_first
                seconds = starts.seconds + (not goes_first)
                if abs(firsts - seconds) >= SO_FAR_OUT:
                    found[number] = (firsts, seconds)
        return dict(sorted(found.items()))


def changed_boards(now: Plan, other: Plan) -> frozenset[int]:
    """The boards of `other` at which two sit who do not meet in `now`."""
    met = {pair.numbers for pair in now.pairs}
    return frozenset(pair.board for pair in other.pairs if pair.numbers not in met)


def what_changes(now: Weighed, other: Weighed, *, ranked: bool = True) -> tuple[str, ...]:
    """What `other` would change, a sentence each, the worst first; empty when nothing that matters.

    Without `ranked` places and wins do not matter, as in a table or a draw.
    """
    name = now.request.name

    def two(pair: frozenset[int]) -> str:
        one, another = sorted(pair)
        return f"{name(one)} and {name(another)}"

    told = [f"{two(pair)} are kept apart." for pair in _new(now.apart, other.apart)]
    told += [
        f"{two(pair)} would meet again, after {_rounds(other.repeats[pair])}."
        for pair in _new(now.repeats, other.repeats)
    ]
    told += [
        f"{name(number)} would have the bye again."
        for number in sorted(other.second_byes - now.second_byes)
    ]
    told += [
        f"{two(pair)} would meet, who should not where it can be helped."
        for pair in _new(now.wished_apart, other.wished_apart)
    ]
    told += [f"{two(pair)} would not meet again." for pair in _new(other.repeats, now.repeats)]
    told += [
        f"{name(number)} would not have the bye again."
        for number in sorted(now.second_byes - other.second_byes)
    ]
    if ranked and other.half_wins_apart != now.half_wins_apart:
        told.append(
            f"Opponents would be {_wins(other.half_wins_apart)} apart, all boards together, "
            f"instead of {halves(now.half_wins_apart)}."
        )
    if ranked and other.places_apart != now.places_apart:
        told.append(
            f"Opponents would stand {other.places_apart} places apart, all boards together, "
            f"instead of {now.places_apart}."
        )
    return (*told, *_balance(now, other))


def _balance(now: Weighed, other: Weighed) -> list[str]:
    """Who would be out of balance: by name while they are few, else how many."""
    fresh = sorted(other.out_of_balance.keys() - now.out_of_balance.keys())
    if len(fresh) > FEW:
        count, before = len(other.out_of_balance), len(now.out_of_balance)
        told = f"{count} players would have firsts and seconds two or more apart"
        return [f"{told}, instead of {before}."]
    return [
        f"{now.request.name(number)} would have gone first {other.out_of_balance[number][0]} and "
        f"second {other.out_of_balance[number][1]} times."
        for number in fresh
    ]


def _new(
    now: Collection[frozenset[int]], other: Collection[frozenset[int]]
) -> list[frozenset[int]]:
    return sorted(set(other) - set(now), key=sorted)


def _wins(half_wins: int) -> str:
    return f"{halves(half_wins)} {'win' if half_wins <= 2 else 'wins'}"


def _rounds(rounds: tuple[int, ...]) -> str:
    *most, last = (str(number) for number in rounds)
    return f"rounds {', '.join(most)} and {last}" if most else f"round {last}"


BY_HAND = "manual"
IN_ITS_PLACE = "swiss"
"""What pairs the others where the round was made by hand."""

OUT_OF_TURN = (
    "The round follows a table in which everybody's turn comes: whoever leaves it meets somebody "
    "twice or not at all later on."
)


@dataclass(frozen=True, slots=True)
class Instead:
    """The answer: the best round in which the two meet, and what it costs, or why there is none."""

    one: int
    other: int
    plan: Plan | None
    sentences: tuple[str, ...]

    @property
    def is_possible(self) -> bool:
        """Whether there is such a round."""
        return self.plan is not None


def instead_of(
    request: Request,
    method: str,
    options: Mapping[str, Any],
    now: Plan,
    one: int,
    other: int,
) -> Instead:
    """What it would take that `one` meets `other` in the round that is paired as `now` says."""
    name = request.name
    two = frozenset((one, other))
    if one == other:
        return Instead(one, other, None, ("Choose two different players.",))
    if absent := [number for number in (one, other) if number not in request.present]:
        told = tuple(f"{name(number)} does not play in this round." for number in absent)
        return Instead(one, other, None, told)
    if any(pair.numbers == two for pair in now.pairs):
        return Instead(one, other, None, (f"{name(one)} meets {name(other)} in this round.",))
    if two in request.apart:
        told = (f"{name(one)} and {name(other)} are kept apart and never meet.",)
        return Instead(one, other, None, told)
    kept = tuple(pair for pair in request.fixed_pairs if not two & set(pair))
    free = tuple(number for number in request.fixed_byes if number not in two)
    fixed = replace(request, fixed_pairs=(*kept, (one, other)), fixed_byes=free)
    try:
        plan, problems = plan_round(fixed, IN_ITS_PLACE if method == BY_HAND else method, options)
    except CannotPair as reason:
        return Instead(one, other, None, (f"With the two fixed: {reason}",))
    if blocking := [problem.sentence(request.names) for problem in problems if problem.blocks]:
        return Instead(one, other, None, tuple(blocking))
    return Instead(one, other, plan, _price(request, all_methods()[method], now, plan, two))


def _price(
    request: Request, method: Method, now: Plan, plan: Plan, two: frozenset[int]
) -> tuple[str, ...]:
    others = len(changed_boards(now, plan)) - 1
    told = [
        f"{others} other board{'s' * (others != 1)} would change."
        if others > 0
        else "No other board would change."
    ]
    left = sorted(
        number for pair in now.pairs if pair.numbers & two for number in pair.numbers - two
    )
    partner = {n: m for p in plan.pairs for n, m in ((p.first, p.second), (p.second, p.first))}
    for number in left:
        then = f"meet {request.name(partner[number])}" if number in partner else "have the bye"
        told.append(f"{request.name(number)} would {then}.")
    ranked = method.uses_standings or method.is_list
    changes = what_changes(Weighed(request, now), Weighed(request, plan), ranked=ranked)
    if "field" in {item.name for item in fields(method.Options)}:
        changes = (*changes, OUT_OF_TURN)
    return (*changes, *told) if changes else ("It would cost nothing that counts.", *told)
