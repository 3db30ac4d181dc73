"""What everybody may hope for in the rounds left, and who would lose control of the event.

Both are read from simulated futures (`tournament.engine.pairing.simulation`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tournament.engine.pairing.reachable_places import Chase
from tournament.engine.pairing.request import Request
from tournament.engine.pairing.simulation import (
    BATCH,
    Numbers,
    Situation,
    batches,
    even_groups,
    final_places,
    rounds_to_come,
    wins_of,
)

TO_BOUND = 10_000
"""So many futures tell how far down the leader's opponents are taken from in the others."""
WIDEST = 1_000
"""A margin nobody reaches, where spread does not clinch and no cap holds."""
LEAST_TOP = 4


@dataclass(frozen=True)
class Hopes:
    """How often everybody ends where: `counts[now, then]` by places from 0.

    `percent` of the futures are enough for a hope. `bound` is the factor the futures were paired
    with at most.
    """

    order: tuple[int, ...]
    counts: Numbers
    futures: int
    percent: int
    bound: int

    @cached_property
    def _reached(self) -> Numbers:
        """How often everybody ends on each place or above it."""
        reached: Numbers = np.cumsum(self.counts, axis=1)
        return reached

    def times(self, place: int, then: int) -> int:
        """In how many futures the player of `place` ends on place `then` or above."""
        return int(self._reached[place, then])

    def may_hope(self, place: int, then: int) -> bool:
        """Whether the player of `place` ends on place `then` or above often enough."""
        return self.times(place, then) * 100 >= self.percent * self.futures

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        """For each place the lowest player who may hope for it; the place's own at least."""
        enough = self._reached * 100 >= self.percent * self.futures
        return tuple(
            max(place, int(np.flatnonzero(enough[:, place]).max(initial=0)))
            for place in range(len(self.order))
        )

    def lowest_ever(self, then: int) -> int:
        """The lowest player who ends on place `then` or above in any future at all; -1: nobody."""
        if then < 0:
            return -1
        return int(np.flatnonzero(self._reached[:, min(then, len(self.order) - 1)]).max(initial=0))


@dataclass(frozen=True)
class Simulated:
    """The futures of one division: how they are paired, and with which seed."""

    chase: Chase
    fixed: tuple[int, ...]
    """The places of the gibsonized, whom nobody meets who contends for anything."""
    widest: tuple[int, ...]
    """The greatest margin of each round to come."""
    seed: int

    @classmethod
    def of(cls, request: Request, chase: Chase, fixed: Sequence[int]) -> "Simulated":
        """The futures after the source round of a request."""
        widest = tuple(
            _greatest_margin(request, left, chase.left) for left in range(chase.left, 0, -1)
        )
        seed = request.lots("futures").getrandbits(64)
        return cls(chase, tuple(sorted(fixed)), widest, seed)

    def hopes(self, *, futures: int, percent: int) -> Hopes:
        """What everybody may hope for: first a few futures that bound the factor, then all."""
        seats = self._situation(len(self.chase.order)).seats
        groups, _ = even_groups(seats, self.fixed)
        left = self.chase.left
        bound = left
        if left > 1:
            few = self._hopes(groups, min(futures, TO_BOUND), percent, left)
            bound = max(1, min(left, self._lowest_below_first(few)))
        return self._hopes(groups, futures, percent, bound)

    def always_winning(self, place: int, hopes: Hopes, futures: int) -> tuple[int, int]:
        """In how many futures the player of `place` wins the event, winning every game.

        First when he meets the leader in every round, then when in none but the last. Only those
        at the top are played out: who cannot be first does not decide who is.
        """
        most = self._situation(len(self.chase.order)).seats
        top = max(hopes.lowest[0] + 1, place + 1, 2 * hopes.bound, LEAST_TOP)
        top = min(most, top + top % 2)
        now = self._situation(min(top, len(self.chase.order)))
        rows = rounds_to_come([list(range(now.seats))], self.chase.left, hopes.bound)

        def wins(*, meets_first: bool) -> int:
            return wins_of(
                now,
                rows,
                place,
                meets_first=meets_first,
                futures=futures,
                seed=self.seed,
                widest=self.widest,
            )

        return wins(meets_first=True), wins(meets_first=False)

    def _hopes(
        self, groups: Sequence[Sequence[int]], futures: int, percent: int, bound: int
    ) -> Hopes:
        rows = rounds_to_come(groups, self.chase.left, bound)
        counts = final_places(
            self._situation(len(self.chase.order)),
            rows,
            futures=futures,
            seed=self.seed,
            widest=self.widest,
        )
        return Hopes(self.chase.order, counts, batches(futures) * BATCH, percent, bound)

    def _situation(self, size: int) -> Situation:
        records = [self.chase.records[number] for number in self.chase.order[:size]]
        return Situation(
            tuple(record.wins2 for record in records),
            tuple(record.spread for record in records),
        )

    def _lowest_below_first(self, hopes: Hopes) -> int:
        """How many in a row below the first not gibsonized may hope to take his place."""
        first = next((p for p in range(len(hopes.order)) if p not in self.fixed), 0)
        count = 0
        for place in range(first + 1, len(hopes.order)):
            if not hopes.may_hope(place, first):
                break
            count += 1
        return count


def _greatest_margin(request: Request, left: int, rounds: int) -> int:
    """The most one game can count with `left` rounds to play, the game's own included.

    The allowance is what the two players of a game can gain on each other, so a margin is half.
    """
    if request.gibson_spread:
        allowance = request.gibson_spread[min(left, len(request.gibson_spread)) - 1]
        return max(1, allowance // 2)
    cap = request.spread_cap.of(request.after + rounds - left + 1)
    return WIDEST if cap is None else max(1, cap)
