"""Possible futures of the remaining rounds for one player: a constructed one and simulated ones.

A future proves that a place can be reached; `prospects` calculates the bounds.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

FUTURES = 12
"""The maximum number of simulated futures for players with the same wins and games left."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A player in a future, with wins in half points and the number of games left."""

    number: int
    wins: int
    left: int
    spread: int


SafeLead = Callable[[int, int], int | None]
"""A function that returns the lead in spread that is safe, given the games left of two players; None if no lead is."""


def count_surely_above(spreads: Sequence[int], spread: int, apart: int | None) -> int:
    """Return how many of these ascending spreads `spread` can no longer overtake; a lead of `apart` is safe.

    If `apart` is None, no lead is safe.
    """
    return 0 if apart is None else len(spreads) - bisect_left(spreads, spread + apart)


def count_surely_below(spreads: Sequence[int], spread: int, apart: int | None) -> int:
    """Return how many of these ascending spreads can no longer overtake `spread`; a lead of `apart` is safe.

    If `apart` is None, no lead is safe.
    """
    return 0 if apart is None else bisect_right(spreads, spread - apart)


@dataclass(frozen=True, slots=True)
class _Future:
    """The final standings of one future, in which a player wins every remaining game, or none."""

    above: int
    """The number of players who finish with more wins than that player."""
    level: Mapping[int, Sequence[int]]
    """The ascending spreads of players who finish with equal wins, by their current games left."""
    numbers: Collection[int]
    """The entry numbers of players who finish with equal wins."""


class Futures:
    """Futures of a division, each valid for all players with the same wins and games left.

    Such players can be exchanged, because nothing else decides how the games go.
    """

    def __init__(self, seats: Sequence[Contender], beyond: SafeLead, seed: int) -> None:
        """Store the active players, in the order of the standings."""
        self._seats = seats
        self._beyond = beyond
        self._seed = seed
        self._played: dict[tuple[int, int, bool], list[_Future]] = {}
        self._first: dict[tuple[int, int], Contender] = {}
        for seat in seats:
            self._first.setdefault((seat.wins, seat.left), seat)

    def can_reach(self, seat: Contender, bound: int, *, wins: bool) -> bool:
        """Return whether the constructed future or a simulated one puts the player at place `bound`.

        With `wins`, the futures favour the player; without it, the opponents.
        """
        first = self._first[seat.wins, seat.left]
        return any(
            self._place(seat, first, future, favoured=wins) == bound
            for future in self._futures_for(first, wins=wins)
        )

    def _futures_for(self, first: Contender, *, wins: bool) -> Iterator[_Future]:
        """Yield the constructed future and the simulated ones, each calculated on first use."""
        played = self._played.setdefault((first.wins, first.left, wins), [])
        yield from played
        others = [other for other in self._seats if other is not first]
        while len(played) <= FUTURES:
            draw = Random(f"{self._seed}/{first.number}/{wins}/{len(played)}") if played else None
            played.append(_construct_future(first, others, draw, wins=wins))
            yield played[-1]

    def _place(self, seat: Contender, first: Contender, future: _Future, *, favoured: bool) -> int:
        """Return the player's final place in `future` after swapping positions with `first`.

        If favoured, the player passes those with equal wins who can still fall behind on spread.
        """
        place = 1 + future.above
        for left, spreads in future.level.items():
            apart = self._beyond(seat.left, left)
            place += _count_level_above(spreads, seat.spread, apart, favoured=favoured)
        if seat is not first and seat.number in future.numbers:
            apart = self._beyond(seat.left, seat.left)
            place += _count_level_above([first.spread], seat.spread, apart, favoured=favoured)
            place -= _count_level_above([seat.spread], seat.spread, apart, favoured=favoured)
        return place


def _count_level_above(
    spreads: Sequence[int], spread: int, apart: int | None, *, favoured: bool
) -> int:
    """Return how many of these ascending spreads end up above `spread`, in the best or the worst case.

    All the players have equal wins; the best case applies if `favoured`.
    """
    if favoured:
        return count_surely_above(spreads, spread, apart)
    return len(spreads) - count_surely_below(spreads, spread, apart)


def _construct_future(
    seat: Contender, others: Sequence[Contender], draw: Random | None, *, wins: bool
) -> _Future:
    """Return a future in which the player wins every remaining game or, without `wins`, none.

    In each round, wins go first to those whose win harms the player least or, in an unfavourable
    future, to those who can pass the player soonest. `draw` varies this order.
    """
    own = seat.wins + (2 * seat.left if wins else 0)
    totals = [other.wins for other in others]
    left = [other.left for other in others]
    for round_ in range(max([seat.left, *left], default=0)):
        by_place = []
        for at, games in enumerate(left):
            if games <= round_:
                continue
            gap = own - totals[at]
            noise = draw.random() * 3 if draw else 0.0
            if wins:
                harmless = gap < 0 or gap >= 2
                by_place.append((not harmless, noise - abs(gap), at))
            else:
                reachable = 0 < gap <= 2 * games
                by_place.append((not reachable, gap + noise, at))
        by_place.sort()
        playing = [at for _, _, at in by_place]
        if seat.left > round_ and playing:
            totals[playing.pop(-1 if wins else 0)] += 0 if wins else 2
        half = (len(playing) + 1) // 2
        winners, losers = playing[:half], playing[half:]
        for winner, loser in zip_longest(winners, losers):
            short = wins and own - totals[winner] == 1
            if loser is not None and short and own - totals[loser] >= 1:
                totals[winner] += 1
                totals[loser] += 1
            else:
                totals[winner] += 2
    level: dict[int, list[int]] = {}
    numbers = set()
    for other, total in zip(others, totals, strict=True):
        if total == own:
            insort(level.setdefault(other.left, []), other.spread)
            numbers.add(other.number)
    return _Future(sum(total > own for total in totals), level, numbers)
