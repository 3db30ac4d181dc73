"""Simulate many futures of a division, with each game decided by a fair coin.

Ratings are ignored. The margin of a game is drawn from a half-normal distribution with a sigma of
104.4 points, which matches figures from real games: median 70, mean 83, 90th percentile 172, 5.5 %
above 200. A margin of 0 is a tie.

The same seed gives the same futures on any machine. Only the raw output of the PCG64 bit generator
is used, because only that is guaranteed never to change. All values are integers. A place in the
order is part of the sorted number, so that no two numbers are equal and every sorting algorithm
gives the same result.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]

MARGIN_SIGMA = 104.4
"""The sigma of the margins, in points; their only parameter."""
BATCH_SIZE = 2_000
"""The number of futures computed at a time, so that more futures need no more memory."""
HALF_WIN = 200_000
"""The value of half a win relative to a point of spread."""
PLACE_BITS = 11
MAX_PLAYERS = 2**PLACE_BITS - 1
EMPTY_SEAT_HALF_WINS = -(10**9)
"""The half wins of the empty seat that makes an odd field even; it always ranks last."""

MARGIN_BITS = 12
"""The number of bits for the margin, of the 16 bits drawn for each game; the highest decides the winner."""


@dataclass(frozen=True, slots=True)
class SimulationStart:
    """The active players, best first: half wins and spread by place, and the spread of a bye.

    All have the same number of games left.
    """

    half_wins: tuple[int, ...]
    spread: tuple[int, ...]
    bye_spread: int = 50

    def __post_init__(self) -> None:
        if len(self.half_wins) != len(self.spread):
            raise ValueError("Half wins and spreads must be as many as players.")
        if len(self.half_wins) > MAX_PLAYERS:
            raise ValueError(f"At most {MAX_PLAYERS} players can be simulated.")

    def __len__(self) -> int:
        return len(self.half_wins)

    @property
    def seats(self) -> int:
        """The number of seats to pair each round, including an empty seat in an odd field."""
        return len(self) + len(self) % 2


RoundPairs = tuple[tuple[int, int], ...]
"""A future round, as pairs of 0-based places; the players then in these places meet."""


def remaining_rows(groups: Sequence[Sequence[int]], rounds: int, bound: int) -> list[RoundPairs]:
    """Return the pairs of places for each of the `rounds` left, group by group.

    In each group, the first n places meet the next n, where n is the smallest of the rounds left,
    `bound` and half the group. The upper half of the rest meets the lower half. In the last round,
    first meets second, third meets fourth and so on. Groups have even sizes (`even_groups`).
    """
    rows = []
    for left in range(rounds, 0, -1):
        pairs: list[tuple[int, int]] = []
        for group in groups:
            if left == 1:
                pairs += zip(group[::2], group[1::2], strict=True)
                continue
            factor = max(1, min(left, bound, len(group) // 2))
            pairs += [(group[place], group[place + factor]) for place in range(factor)]
            rest = group[2 * factor :]
            half = len(rest) // 2
            pairs += zip(rest[:half], rest[half:], strict=True)
        rows.append(tuple(pairs))
    return rows


def even_groups(seats: int, fixed: Collection[int] = ()) -> tuple[list[list[int]], list[int]]:
    """Return the 0-based places split at those in `fixed`, which cannot be caught and cannot catch others.

    A group of odd size takes the fixed place below it. The other fixed places, which are also returned,
    join the end of the last group, where they affect no contention. `seats` is even.
    """
    groups: list[list[int]] = []
    own: list[int] = []
    over: list[int] = []
    for place in range(seats):
        if place not in fixed:
            own.append(place)
            continue
        if len(own) % 2:
            own.append(place)
        else:
            over.append(place)
        if own:
            groups.append(own)
            own = []
    if own or over:
        groups.append(own + over)
    return groups, over


def final_places(
    now: SimulationStart,
    rows: Sequence[RoundPairs],
    *,
    futures: int,
    seed: int,
    widest: Sequence[int],
) -> IntArray:
    """Return the number of futures for each current place (rows) and final place (columns) of a player.

    `widest` is the largest margin of each round, in points. The number of simulated futures, which is the
    sum of each row of the array, is `futures` rounded up to whole batches.
    """
    gains = [_gain_table(limit) for limit in widest]
    size = len(now)
    counts: IntArray = np.zeros(now.seats * now.seats, dtype=np.int64)
    bits = np.random.PCG64(seed)
    place: IntArray = np.arange(now.seats, dtype=np.int64)
    for _ in range(count_batches(futures)):
        keys = _initial_order(now)
        for row, gain in zip(rows, gains, strict=True):
            _play_round(keys, row, _draw_gains(bits, gain, len(row)), now)
        players = keys & MAX_PLAYERS
        cells = (players * now.seats + place).ravel()
        counts += np.bincount(cells, minlength=len(counts))
    return counts.reshape(now.seats, now.seats)[:size, :size]


def count_event_wins(
    now: SimulationStart,
    rows: Sequence[RoundPairs],
    winner: int,
    *,
    meets_first: bool,
    futures: int,
    seed: int,
    widest: Sequence[int],
) -> int:
    """Return the number of futures in which the player at `winner` finishes first by winning every game.

    With `meets_first`, that player meets whoever is first at the time in every round; otherwise only in
    the last round, if the rows say so.
    """
    gains = [_gain_table(limit) for limit in widest]
    bits = np.random.PCG64(seed)
    every = np.arange(BATCH_SIZE)
    first = 0
    for _ in range(count_batches(futures)):
        keys = _initial_order(now)
        for number, row in enumerate(rows):
            drawn = _draw_gains(bits, gains[number], len(row))
            at = (keys & MAX_PLAYERS == winner).argmax(axis=1)
            opponent = next(pair[1] for pair in row if pair[0] == 0)
            if meets_first:
                _swap_players(keys, np.where(at == 0, opponent, at), opponent)
                at = np.where(at == 0, 0, opponent)
            elif number < len(rows) - 1 and now.seats > 2:
                # The opponent due to meet the first player takes the next seat in order instead.
                instead = 2 if opponent == 1 else 1
                meets = at == opponent
                _swap_players(keys, np.where(meets, instead, opponent), opponent)
                at = np.where(meets, instead, at)
            pair, side = _seating(row, now.seats)
            own = np.abs(drawn[every, pair[at]])
            own[own == 0] = _order_value(HALF_WIN + 1)
            drawn[every, pair[at]] = own * side[at]
            _play_round(keys, row, drawn, now)
        first += int(np.count_nonzero(keys[:, 0] & MAX_PLAYERS == winner))
    return first


def count_batches(futures: int) -> int:
    """Return the number of batches for that many futures."""
    return -(-futures // BATCH_SIZE)


@cache
def margins() -> tuple[int, ...]:
    """Return the equally likely margins of a game, smallest first."""
    size = 2**MARGIN_BITS
    normal = NormalDist(sigma=MARGIN_SIGMA)
    return tuple(round(normal.inv_cdf((size + at + 0.5) / (2 * size))) for at in range(size))


@cache
def _gain_table(limit: int) -> IntArray:
    """Return how much each of the 65,536 possible draws adds to the upper player's sort value, with capped margins."""
    clipped = np.minimum(np.array(margins(), dtype=np.int64), limit)
    won = np.where(clipped > 0, HALF_WIN + clipped, 0)
    drawn = np.arange(2**16, dtype=np.int64)
    sign = 1 - 2 * (drawn >> 15)
    gains: IntArray = (won[drawn & (2**MARGIN_BITS - 1)] * sign) << PLACE_BITS
    return gains


def _draw_gains(bits: np.random.PCG64, gains: IntArray, pairs: int) -> IntArray:
    """Return what each game of a batch adds to its upper player's sort value; a random number serves four games."""
    games = BATCH_SIZE * pairs
    raw = np.asarray(bits.random_raw(-(-games // 4)), dtype="<u8")
    drawn: IntArray = gains[raw.view("<u2")[:games]].reshape(BATCH_SIZE, pairs)
    return drawn


def _initial_order(now: SimulationStart) -> IntArray:
    """Return the current order for every future of a batch: smaller is better, with the place in the low bits."""
    order = [
        -(half_wins * HALF_WIN + spread)
        for half_wins, spread in zip(now.half_wins, now.spread, strict=True)
    ]
    order += [-EMPTY_SEAT_HALF_WINS * HALF_WIN] * (now.seats - len(now))
    keys = [_order_value(value) + place for place, value in enumerate(order)]
    return np.tile(np.array(keys, dtype=np.int64), (BATCH_SIZE, 1))


def _order_value(value: int) -> int:
    """Return a total of half wins and spread as part of a sort value, above the bits for the place."""
    return value << PLACE_BITS


def _play_round(keys: IntArray, row: RoundPairs, drawn: IntArray, now: SimulationStart) -> None:
    """Play one round in every future: apply the gains in `drawn` to `keys`, then sort each future."""
    if len(now) < now.seats:  # the empty seat is always last; its opponent has the bye
        bye = next(index for index, pair in enumerate(row) if now.seats - 1 in pair)
        won = _order_value(HALF_WIN + now.bye_spread)
        drawn[:, bye] = won if row[bye][1] == now.seats - 1 else -won
    for pairs, uppers, lowers in _pair_runs(row):
        keys[:, uppers] -= drawn[:, pairs]
        keys[:, lowers] += drawn[:, pairs]
    keys.sort(axis=1)


@cache
def _pair_runs(row: RoundPairs) -> tuple[tuple[slice, slice, slice], ...]:
    """Return runs of evenly spaced pairs as slices: the pairs, their upper and their lower places.

    A slice of an array is a view, and views are several times faster than lists of places.
    """
    runs = []
    begin = 0
    while begin < len(row):
        end = begin + 1
        steps = (1, 1)
        if end < len(row):
            steps = (row[end][0] - row[begin][0], row[end][1] - row[begin][1])
        if min(steps) < 1:
            steps = (1, 1)
        else:
            while end < len(row) and steps == (
                row[end][0] - row[end - 1][0],
                row[end][1] - row[end - 1][1],
            ):
                end += 1
        uppers, lowers = (
            slice(row[begin][side], row[end - 1][side] + 1, steps[side]) for side in (0, 1)
        )
        runs.append((slice(begin, end), uppers, lowers))
        begin = end
    return tuple(runs)


def _swap_players(keys: IntArray, one: NDArray[np.intp], other: int) -> None:
    """Exchange the players at places `one` and `other` in every future."""
    every = np.arange(BATCH_SIZE)
    moved, replaced = keys[every, one], keys[:, other].copy()
    keys[every, one] = replaced
    keys[:, other] = moved


def _seating(row: RoundPairs, seats: int) -> tuple[NDArray[np.intp], IntArray]:
    """Return, for each place, the index of its pair in the row, and 1 for the upper player or -1 for the lower."""
    pair = np.zeros(seats, dtype=np.intp)
    side: IntArray = np.ones(seats, dtype=np.int64)
    for index, (upper, lower) in enumerate(row):
        pair[upper] = pair[lower] = index
        side[lower] = -1
    return pair, side
