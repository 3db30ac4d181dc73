"""Two pairings of one round side by side: which boards differ, and what gets better or worse."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.pairing.plan import Plan
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
