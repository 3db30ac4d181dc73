"""Each player's chances in the remaining rounds, and the players who would lose control of the event.

Both come from simulated futures (`tournament.engine.pairing.simulation`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tournament.engine.pairing.reachable_places import ReachablePlaces
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.simulation import (
    BATCH_SIZE,
    IntArray,
    SimulationStart,
    count_batches,
    count_event_wins,
    even_groups,
    final_places,
    remaining_rows,
)

MAX_BOUNDING_FUTURES = 10_000
"""The maximum number of futures simulated first, to find the largest factor for the full simulation."""
UNREACHABLE_MARGIN = 1_000
"""A margin that no game reaches, used if spread does not clinch and is not capped."""
MIN_TOP_PLACES = 4


@dataclass(frozen=True)
class PlaceOdds:
    """The number of futures in which each player finishes in each place: `counts[now, then]`, by 0-based place.

    A player has a real chance of a place if it or a higher one is reached in at least `percent` percent of
    the futures. `bound` is the largest factor with which the futures were paired.
    """

    order: tuple[int, ...]
    counts: IntArray
    futures: int
    percent: int
    bound: int

    @cached_property
    def _futures_at_or_above(self) -> IntArray:
        """The number of futures in which each player finishes in a place or above it.

        It is indexed by the player's current place and the place reached.
        """
        reached: IntArray = np.cumsum(self.counts, axis=1)
        return reached

    def future_count(self, place: int, then: int) -> int:
        """Return the number of futures in which the player at `place` finishes at `then` or above."""
        return int(self._futures_at_or_above[place, then])

    def has_real_chance(self, place: int, then: int) -> bool:
        """Return whether the player at `place` finishes at `then` or above often enough."""
        return self.future_count(place, then) * 100 >= self.percent * self.futures

    @cached_property
    def lowest_with_real_chance(self) -> tuple[int, ...]:
        """For each place, the lowest place whose player has a real chance of it; at least the place itself."""
        enough = self._futures_at_or_above * 100 >= self.percent * self.futures
        return tuple(
            max(place, int(np.flatnonzero(enough[:, place]).max(initial=0)))
            for place in range(len(self.order))
        )

    def lowest_able_to_reach(self, then: int) -> int:
        """Return the lowest 0-based place whose player finishes at `then` or above in any future.

        -1 for a negative `then`.
        """
        if then < 0:
            return -1
        return int(
            np.flatnonzero(self._futures_at_or_above[:, min(then, len(self.order) - 1)]).max(
                initial=0
            )
        )


@dataclass(frozen=True)
class FutureSimulator:
    """The basis for simulating a division's futures: reachable and fixed places, largest margins, and the seed."""

    reachable: ReachablePlaces
    fixed: tuple[int, ...]
    """The places of the gibsonized players, who meet no one in contention."""
    largest_margins: tuple[int, ...]
    """The largest margin in each remaining round."""
    seed: int

    @classmethod
    def from_request(
        cls, request: PairingRequest, reachable: ReachablePlaces, fixed: Sequence[int]
    ) -> "FutureSimulator":
        """Return the basis for simulating the rounds after the request's source round."""
        widest = tuple(
            _greatest_margin(request, left, reachable.rounds_left)
            for left in range(reachable.rounds_left, 0, -1)
        )
        seed = request.random_for("futures").getrandbits(64)
        return cls(reachable, tuple(sorted(fixed)), widest, seed)

    def odds(self, *, futures: int, percent: int) -> PlaceOdds:
        """Return every player's chances. A smaller number of futures is simulated first, to limit the factor."""
        seats = self._group_situation(len(self.reachable.order)).seats
        groups, _ = even_groups(seats, self.fixed)
        left = self.reachable.rounds_left
        bound = left
        if left > 1:
            few = self._group_odds(groups, min(futures, MAX_BOUNDING_FUTURES), percent, left)
            bound = max(1, min(left, self._count_below_first(few)))
        return self._group_odds(groups, futures, percent, bound)

    def winning_out_counts(self, place: int, odds: PlaceOdds, futures: int) -> tuple[int, int]:
        """Return two counts of the futures in which the player at `place` wins the event by winning every game.

        The first count assumes a game with the leader in every round, the second in the last round at most.
        Only the top players are simulated, because the rest cannot affect first place.
        """
        most = self._group_situation(len(self.reachable.order)).seats
        top = max(odds.lowest_with_real_chance[0] + 1, place + 1, 2 * odds.bound, MIN_TOP_PLACES)
        top = min(most, top + top % 2)
        now = self._group_situation(min(top, len(self.reachable.order)))
        rows = remaining_rows([list(range(now.seats))], self.reachable.rounds_left, odds.bound)

        def wins(*, meets_first: bool) -> int:
            return count_event_wins(
                now,
                rows,
                place,
                meets_first=meets_first,
                futures=futures,
                seed=self.seed,
                widest=self.largest_margins,
            )

        return wins(meets_first=True), wins(meets_first=False)

    def _group_odds(
        self, groups: Sequence[Sequence[int]], futures: int, percent: int, bound: int
    ) -> PlaceOdds:
        rows = remaining_rows(groups, self.reachable.rounds_left, bound)
        counts = final_places(
            self._group_situation(len(self.reachable.order)),
            rows,
            futures=futures,
            seed=self.seed,
            widest=self.largest_margins,
        )
        return PlaceOdds(
            self.reachable.order, counts, count_batches(futures) * BATCH_SIZE, percent, bound
        )

    def _group_situation(self, size: int) -> SimulationStart:
        records = [self.reachable.records[number] for number in self.reachable.order[:size]]
        return SimulationStart(
            tuple(record.half_wins for record in records),
            tuple(record.spread for record in records),
        )

    def _count_below_first(self, odds: PlaceOdds) -> int:
        """Return how many players in a row below the first non-gibsonized one have a real chance of that place."""
        first = next((p for p in range(len(odds.order)) if p not in self.fixed), 0)
        count = 0
        for place in range(first + 1, len(odds.order)):
            if not odds.has_real_chance(place, first):
                break
            count += 1
        return count


def _greatest_margin(request: PairingRequest, left: int, rounds: int) -> int:
    """Return the largest margin that counts in a game with `left` rounds to play, including this game.

    Half the gibson allowance counts, because two players can gain the whole of it on each other.
    Without an allowance, the round's spread cap applies, or no limit.
    """
    if request.gibson_spread:
        allowance = request.gibson_spread[min(left, len(request.gibson_spread)) - 1]
        return max(1, allowance // 2)
    cap = request.spread_cap.for_round(request.standings_round + rounds - left + 1)
    return UNREACHABLE_MARGIN if cap is None else max(1, cap)
