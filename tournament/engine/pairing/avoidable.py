"""What a round gave up without need: repeats, second byes and broken wishes that could be avoided.

Written without the methods' code and without what they use to weigh pairings: the players of the
round are paired anew with nothing in mind but these three, and the two rounds are compared.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import rustworkx

from tournament.engine.pairing.checker import Problem, check
from tournament.engine.pairing.plan import Plan
from tournament.engine.pairing.request import Request


@dataclass(frozen=True, slots=True, order=True)
class Given:
    """What a round gives up, what weighs most first.

    `repeats` are pairs that met before, `byes` the byes that those with the bye had before,
    `wishes` the pairs somebody wished apart.
    """

    repeats: int = 0
    byes: int = 0
    wishes: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """One round as it was paired, against the best there could have been.

    `least` is None where the round breaks what must hold, so that there is nothing to compare.
    """

    round: int
    problems: tuple[Problem, ...]
    given: Given
    least: Given | None

    @property
    def avoidable_repeats(self) -> int:
        """How many pairs need not have met again."""
        return 0 if self.least is None else self.given.repeats - self.least.repeats

    @property
    def avoidable_byes(self) -> int:
        """How many earlier byes the byes of the round need not have come on top of.

        Told only where the round has no more repeats than it must: otherwise the two are mixed up.
        """
        if self.least is None or self.avoidable_repeats:
            return 0
        return max(0, self.given.byes - self.least.byes)

    @property
    def avoidable_wishes(self) -> int:
        """How many of the wishes broken could have been kept, all else being equal."""
        if self.least is None or self.avoidable_repeats or self.avoidable_byes:
            return 0
        return max(0, self.given.wishes - self.least.wishes)

    @property
    def is_clean(self) -> bool:
        """Whether nothing blocks and nothing could have been avoided."""
        blocked = any(problem.blocks for problem in self.problems)
        return not blocked and self.least is not None and self.given <= self.least

    def sentences(self) -> tuple[str, ...]:
        """What could have been avoided, a sentence each; empty when nothing could."""
        told = []
        if self.least is not None and self.avoidable_repeats:
            told.append(
                f"{_counted(self.given.repeats, 'pairing repeats', 'pairings repeat')} an earlier "
                f"one; {self.least.repeats or 'none'} had to."
            )
        if self.avoidable_byes:
            told.append(
                "A bye went to somebody who had more of them than another who could have it."
            )
        if self.least is not None and self.avoidable_wishes:
            told.append(
                f"{_counted(self.given.wishes, 'wish', 'wishes')} to stay apart "
                f"{'was' if self.given.wishes == 1 else 'were'} not kept; "
                f"{self.least.wishes or 'none'} had to be given up."
            )
        return tuple(told)


def judge(request: Request, plan: Plan) -> Verdict:
    """The verdict on one round, as things stood when `request` was made.

    A round that gives up nothing is not paired anew. 300 players take less than half a second.
    """
    problems, given = check(request, plan), given_up(request, plan)
    if any(problem.blocks for problem in problems):
        return Verdict(plan.round, problems, given, None)
    if given == Given():
        return Verdict(plan.round, problems, given, given)
    return Verdict(plan.round, problems, given, least_given_up(request, plan))


def check_rounds(played: Iterable[tuple[Request, Plan]]) -> tuple[Verdict, ...]:
    """The verdict on every round, in the order given."""
    return tuple(judge(request, plan) for request, plan in played)


def given_up(request: Request, plan: Plan) -> Given:
    """What the round gives up. Repeats that the method means are not given up."""
    pairs = [pair.numbers for pair in plan.pairs]
    return Given(
        sum(pair in request.meetings for pair in pairs) * (not plan.repeats_meant),
        sum(len(request.byes.get(bye.number, ())) for bye in plan.byes),
        sum(pair in request.wished_apart for pair in pairs),
    )


def least_given_up(request: Request, plan: Plan) -> Given | None:
    """The least any round of the same players must give up, with as many byes; None without one.

    What the director has set stays; pairs that never meet do not meet.
    """
    kept = {frozenset(pair) for pair in request.fixed_pairs}
    held = Given(
        sum(
            pair.numbers in request.meetings and not plan.repeats_meant
            for pair in plan.pairs
            if pair.numbers in kept
        ),
        sum(
            len(request.byes.get(bye.number, ()))
            for bye in plan.byes
            if bye.number in request.fixed_byes
        ),
        sum(pair.numbers in request.wished_apart for pair in plan.pairs if pair.numbers in kept),
    )
    players = [n for pair in plan.pairs if pair.numbers not in kept for n in sorted(pair.numbers)]
    free = [bye.number for bye in plan.byes if bye.number not in request.fixed_byes]
    met = frozenset() if plan.repeats_meant else frozenset(request.meetings)
    found = _least(request, sorted([*players, *free]), len(free), met)
    if found is None:
        return None
    return Given(held.repeats + found.repeats, held.byes + found.byes, held.wishes + found.wishes)


def _least(
    request: Request, players: list[int], byes: int, met: frozenset[frozenset[int]]
) -> Given | None:
    """The least for these players, `byes` of whom sit out: one matching, three levels in a weight."""
    size = len(players)
    had = [len(request.byes.get(number, ())) for number in players]
    wish, bye = 1, size + 1
    repeat = bye * (sum(had) + 1)
    edges: list[tuple[int, int, tuple[int, int, int]]] = []
    for one in range(size):
        for other in range(one + 1, size):
            pair = frozenset((players[one], players[other]))
            if pair not in request.apart:
                cost = (int(pair in met), 0, int(pair in request.wished_apart))
                edges.append((one, other, cost))
    edges += [(one, size + seat, (0, had[one], 0)) for one in range(size) for seat in range(byes)]
    ceiling = repeat + bye * (max(had, default=0) + 1) + wish + 1
    if ceiling * (size + byes) >= 1 << 62:
        raise ValueError(f"{size} players are more than can be judged.")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * (size + byes))
    costs = {(one, other): cost for one, other, cost in edges}
    graph.add_edges_from(
        [(one, other, ceiling - repeat * a - bye * b - wish * c) for one, other, (a, b, c) in edges]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(found) < size + byes:
        return None
    chosen = [costs[min(pair), max(pair)] for pair in found]
    return Given(*(sum(cost[level] for cost in chosen) for level in range(3)))


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
