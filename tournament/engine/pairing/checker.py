"""Check a round's pairings for faults, whatever their origin.

This check is independent of the methods' code, so it also detects faults in the methods.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from tournament.engine.message import Message, Messages
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.request import PairingRequest


class Fault(StrEnum):
    """The possible faults of a round; each value is a message code."""

    TWICE = "twice"
    HIMSELF = "himself"
    LEFT_OUT = "left_out"
    UNKNOWN = "unknown"
    NOT_THERE = "not_there"
    BOARD_TWICE = "board_twice"
    APART = "apart"
    SHOULD_NOT_MEET = "should_not_meet"
    NOT_AS_SET = "not_as_set"
    NO_BYE_AS_SET = "no_bye_as_set"
    REPEAT = "repeat"
    SECOND_BYE = "second_bye"
    SEVERAL_BYES = "several_byes"


BLOCKING_FAULTS = frozenset(Fault) - {
    Fault.REPEAT,
    Fault.SECOND_BYE,
    Fault.SEVERAL_BYES,
    Fault.SHOULD_NOT_MEET,
    Fault.NOT_AS_SET,
    Fault.NO_BYE_AS_SET,
}
"""Faults that prevent saving a round. The others are warnings."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault with the entries it concerns."""

    fault: Fault
    numbers: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    board: int | None = None

    @property
    def is_blocking(self) -> bool:
        """Whether the problem prevents saving the round."""
        return self.fault in BLOCKING_FAULTS

    @property
    def message(self) -> Message:
        """The message for the director, with entries by number."""
        return Message(
            self.fault.value, numbers=self.numbers, rounds=self.rounds, board=self.board or 0
        )


def check_round(request: PairingRequest, plan: Plan) -> tuple[Problem, ...]:
    """Return every problem of `plan`, the blocking ones first."""
    seats = [number for pair in plan.pairs for number in (pair.first, pair.second)]
    seats += [bye.number for bye in plan.byes]
    seen = Counter(seats)
    entered = {entrant.number for entrant in request.entrants}
    present = set(request.present)
    himself = [pair.first for pair in plan.pairs if pair.first == pair.second]
    problems = [Problem(Fault.HIMSELF, (number,)) for number in himself]
    problems += [
        Problem(Fault.TWICE, (number,))
        for number, times in sorted(seen.items())
        if times > 1 and number not in himself
    ]
    problems += [Problem(Fault.UNKNOWN, (n,)) for n in sorted(seen) if n not in entered]
    problems += [
        Problem(Fault.NOT_THERE, (n,)) for n in sorted(seen) if n in entered and n not in present
    ]
    problems += [Problem(Fault.LEFT_OUT, (n,)) for n in request.present if n not in seen]
    boards = Counter(pair.board for pair in plan.pairs)
    problems += [Problem(Fault.BOARD_TWICE, board=b) for b, n in sorted(boards.items()) if n > 1]
    for fault, pairs in (
        (Fault.APART, request.forbidden_pairs),
        (Fault.SHOULD_NOT_MEET, request.unwanted_pairs),
    ):
        problems += [Problem(fault, (p.first, p.second)) for p in plan.pairs if p.numbers in pairs]
    made = {pair.numbers for pair in plan.pairs}
    sitting = {bye.number for bye in plan.byes}
    problems += [
        Problem(Fault.NOT_AS_SET, both)
        for both in request.fixed_pairs
        if frozenset(both) not in made
    ]
    problems += [Problem(Fault.NO_BYE_AS_SET, (n,)) for n in request.fixed_byes if n not in sitting]
    for pair in plan.pairs:
        if rounds := request.meetings.get(pair.numbers):
            problems.append(Problem(Fault.REPEAT, (pair.first, pair.second), rounds))
    for bye in plan.byes:
        if rounds := request.byes.get(bye.number):
            problems.append(Problem(Fault.SECOND_BYE, (bye.number,), rounds))
    others = sorted(sitting.difference(request.fixed_byes))
    if plan.method == "manual" and any(
        frozenset(pair) not in request.forbidden_pairs for pair in combinations(others, 2)
    ):
        problems.append(Problem(Fault.SEVERAL_BYES, tuple(others)))
    return tuple(problems)


MAX_LISTED_PLAYERS = 5
"""The maximum number of omitted players reported one by one.

If there are more, only this many are named and the rest are counted.
"""


def messages_of(problems: Iterable[Problem]) -> Messages:
    """Return a message for each problem; many omitted players share a message."""
    listed = list(problems)
    left = [problem for problem in listed if problem.fault is Fault.LEFT_OUT]
    if len(left) <= MAX_LISTED_PLAYERS:
        return tuple(problem.message for problem in listed)
    shared = Message(
        "many_left_out",
        players=len(left),
        named=tuple(problem.numbers[0] for problem in left[:MAX_LISTED_PLAYERS]),
        others=len(left) - MAX_LISTED_PLAYERS,
    )
    others = [problem.message for problem in listed if problem.fault is not Fault.LEFT_OUT]
    return (*others, shared)
