"""The checker: what is wrong with a round's pairings, whoever or whatever made them.

Written without the methods' code, so that a fault there shows here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.request import Request


class Fault(StrEnum):
    """What can be wrong; the value is the sentence, with the names put in."""

    TWICE = "{names} is in this round more than once."
    HIMSELF = "{names} is paired against the same name."
    LEFT_OUT = "{names} has neither an opponent nor the bye."
    UNKNOWN = "There is no number {numbers} in this division."
    NOT_THERE = "{names} is withdrawn or absent this round."
    BOARD_TWICE = "Board {board} is given to more than one pairing."
    APART = "{names} are kept apart and cannot meet."
    WISHED_APART = "{names} should not meet where it can be helped."
    NOT_AS_SET = "{names} were set to meet and do not."
    NO_BYE_AS_SET = "{names} was set to have the bye and has not."
    REPEAT = "{names} have met before, in {rounds}."
    SECOND_BYE = "{names} has had a bye already, in {rounds}."


BLOCKING = frozenset(Fault) - {
    Fault.REPEAT,
    Fault.SECOND_BYE,
    Fault.WISHED_APART,
    Fault.NOT_AS_SET,
    Fault.NO_BYE_AS_SET,
}
"""Faults no round is saved with. The others are warnings."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault, with the entries it concerns."""

    fault: Fault
    numbers: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    board: int | None = None

    @property
    def blocks(self) -> bool:
        """Whether the round cannot be saved like this."""
        return self.fault in BLOCKING

    def sentence(self, names: Mapping[int, str] | None = None) -> str:
        """The sentence for the director, with `names` by entry number where given."""
        known = names or {}
        return self.fault.value.format(
            names=_listed(known.get(number, f"number {number}") for number in self.numbers),
            numbers=_listed(str(number) for number in self.numbers),
            rounds=("rounds " if len(self.rounds) > 1 else "round ")
            + _listed(str(round_) for round_ in self.rounds),
            board=self.board,
        )

    def __str__(self) -> str:
        return self.sentence()


def check(request: Request, plan: Plan) -> tuple[Problem, ...]:
    """Every problem of `plan`, what blocks first; empty when there is none."""
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
    for fault, pairs in ((Fault.APART, request.apart), (Fault.WISHED_APART, request.wished_apart)):
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
    return tuple(problems)


FEW = 5
"""So many left out are told one by one; more are counted, and so many named."""


def in_sentences(problems: Iterable[Problem], names: Mapping[int, str]) -> list[str]:
    """A sentence for each problem; many who were left out share one."""
    listed = list(problems)
    left = [problem for problem in listed if problem.fault is Fault.LEFT_OUT]
    if len(left) <= FEW:
        return [problem.sentence(names) for problem in listed]
    others = [problem.sentence(names) for problem in listed if problem.fault is not Fault.LEFT_OUT]
    some = ", ".join(names.get(p.numbers[0], f"number {p.numbers[0]}") for p in left[:FEW])
    told = f"{len(left)} players have neither an opponent nor the bye: {some}"
    return [*others, f"{told} and {len(left) - FEW} more."]


def _listed(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = list(words) or [""]
    return f"{', '.join(most)} and {last}" if most else last
