"""How an event may go on: many futures of a division, every game a fair coin.

Ratings are ignored. The margin of a game is drawn from a half-normal distribution of 104.4 points,
which has the figures counted in real games: median 70, mean 83, 90th percentile 172, 5.5 % above
200. A margin of 0 is a tie.

The same seed gives the same futures on any machine. Only the raw output of the PCG64 bit generator
is used, because that alone is promised never to change; everything is an integer; and a place in
the order is part of the number that is sorted, so that no two numbers are equal and every sorting
algorithm gives one answer.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]

SIGMA = 104.4
"""Points; the one parameter of the margins."""
BATCH = 2_000
"""Futures computed at a time; what is in memory grows with it and nothing else does."""
HALF_WIN = 200_000
"""What half a win counts against a point of spread."""
PLACE_BITS = 11
MOST_PLAYERS = 2**PLACE_BITS - 1
NOBODY = -(10**9)
"""The half wins of the empty seat that makes an odd field even: always last."""

DRAWN_BITS = 12
"""Of the 16 bits a game takes, 12 tell the margin and the highest tells who wins."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Who plays on, best first: half wins and spread of each place, and what a bye brings.

    Everybody has the same number of games to come.
    """

    half_wins: tuple[int, ...]
    spread: tuple[int, ...]
    bye_spread: int = 50

    def __post_init__(self) -> None:
        if len(self.half_wins) != len(self.spread):
            raise ValueError("Half wins and spreads must be as many as players.")
        if len(self.half_wins) > MOST_PLAYERS:
            raise ValueError(f"At most {MOST_PLAYERS} players can be simulated.")

    def __len__(self) -> int:
        return len(self.half_wins)

    @property
    def seats(self) -> int:
        """How many are paired each round: an empty seat is added to an odd field."""
        return len(self) + len(self) % 2


Row = tuple[tuple[int, int], ...]
"""One round to come: pairs of places, counted from 0, that meet whoever then stands there."""


def rounds_to_come(groups: Sequence[Sequence[int]], rounds: int, bound: int) -> list[Row]:
    """How each of the `rounds` to come is paired: by places, group by group.

    In a group the first so many meet as many places below them: the fewest of the rounds left,
    `bound`, and half the group. The upper half of whoever is left meets the lower half. In the last
    round everybody meets the next in order. Groups have even sizes (`even_groups`).
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
    """Places from 0 cut at those in `fixed`, who cannot be caught and cannot catch anybody.

    A group of odd size takes the fixed place below it. The other fixed places, which are returned
    too, come to the end of the last group, where nobody contends for anything of theirs.
    `seats` is even.
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
    now: Situation, rows: Sequence[Row], *, futures: int, seed: int, widest: Sequence[int]
) -> Numbers:
    """How often the player of each place ends on each place, as an array [now, then].

    `widest` is the greatest margin of each round, in points. The number of futures is rounded up
    to whole batches, and that is the sum over every row of the array.
    """
    gains = [_gains(limit) for limit in widest]
    size = len(now)
    counts: Numbers = np.zeros(now.seats * now.seats, dtype=np.int64)
    bits = np.random.PCG64(seed)
    place: Numbers = np.arange(now.seats, dtype=np.int64)
    for _ in range(batches(futures)):
        keys = _start(now)
        for row, gain in zip(rows, gains, strict=True):
            _play(keys, row, _draw(bits, gain, len(row)), now)
        players = keys & MOST_PLAYERS
        cells = (players * now.seats + place).ravel()
        counts += np.bincount(cells, minlength=len(counts))
    return counts.reshape(now.seats, now.seats)[:size, :size]


def wins_of(
    now: Situation,
    rows: Sequence[Row],
    winner: int,
    *,
    meets_first: bool,
    futures: int,
    seed: int,
    widest: Sequence[int],
) -> int:
    """In how many futures the player of place `winner` ends first, winning every game.

    With `meets_first` that player meets whoever is first in every round; otherwise in none but
    the last, where the rows decide.
    """
    gains = [_gains(limit) for limit in widest]
    bits = np.random.PCG64(seed)
    every = np.arange(BATCH)
    first = 0
    for _ in range(batches(futures)):
        keys = _start(now)
        for number, row in enumerate(rows):
            drawn = _draw(bits, gains[number], len(row))
            at = (keys & MOST_PLAYERS == winner).argmax(axis=1)
            opponent = next(pair[1] for pair in row if pair[0] == 0)
            if meets_first:
                _swap(keys, np.where(at == 0, opponent, at), opponent)
                at = np.where(at == 0, 0, opponent)
            elif number < len(rows) - 1 and now.seats > 2:
                # Whoever would meet the first takes another's seat: that of the next in order.
                instead = 2 if opponent == 1 else 1
                meets = at == opponent
                _swap(keys, np.where(meets, instead, opponent), opponent)
                at = np.where(meets, instead, at)
            pair, side = _seating(row, now.seats)
            own = np.abs(drawn[every, pair[at]])
            own[own == 0] = _in_order(HALF_WIN + 1)
            drawn[every, pair[at]] = own * side[at]
            _play(keys, row, drawn, now)
        first += int(np.count_nonzero(keys[:, 0] & MOST_PLAYERS == winner))
    return first


def batches(futures: int) -> int:
    """How many batches hold that many futures."""
    return -(-futures // BATCH)


@cache
def margins() -> tuple[int, ...]:
    """The margins a game is drawn from, every one as likely as the next, smallest first."""
    size = 2**DRAWN_BITS
    normal = NormalDist(sigma=SIGMA)
    return tuple(round(normal.inv_cdf((size + at + 0.5) / (2 * size))) for at in range(size))


@cache
def _gains(limit: int) -> Numbers:
    """What the upper of a pair gains in the order, for each of the 65,536 draws."""
    clipped = np.minimum(np.array(margins(), dtype=np.int64), limit)
    won = np.where(clipped > 0, HALF_WIN + clipped, 0)
    drawn = np.arange(2**16, dtype=np.int64)
    sign = 1 - 2 * (drawn >> 15)
    gains: Numbers = (won[drawn & (2**DRAWN_BITS - 1)] * sign) << PLACE_BITS
    return gains


def _draw(bits: np.random.PCG64, gains: Numbers, pairs: int) -> Numbers:
    """What the upper of each pair gains, in a whole batch: four games to a number drawn."""
    games = BATCH * pairs
    raw = np.asarray(bits.random_raw(-(-games // 4)), dtype="<u8")
    drawn: Numbers = gains[raw.view("<u2")[:games]].reshape(BATCH, pairs)
    return drawn


def _start(now: Situation) -> Numbers:
    """The order as it is now, in every future of a batch: smaller is better, the place below."""
    order = [
        -(half_wins * HALF_WIN + spread)
        for half_wins, spread in zip(now.half_wins, now.spread, strict=True)
    ]
    order += [-NOBODY * HALF_WIN] * (now.seats - len(now))
    keys = [_in_order(value) + place for place, value in enumerate(order)]
    return np.tile(np.array(keys, dtype=np.int64), (BATCH, 1))


def _in_order(value: int) -> int:
    """Half wins and spread as they stand in the order: above the bits that hold the place."""
    return value << PLACE_BITS


def _play(keys: Numbers, row: Row, drawn: Numbers, now: Situation) -> None:
    """One round of every future: gains counted, then everybody in the new order."""
    if len(now) < now.seats:  # the empty seat is always last; who meets it has the bye
        bye = next(index for index, pair in enumerate(row) if now.seats - 1 in pair)
        won = _in_order(HALF_WIN + now.bye_spread)
        drawn[:, bye] = won if row[bye][1] == now.seats - 1 else -won
    for pairs, uppers, lowers in _runs(row):
        keys[:, uppers] -= drawn[:, pairs]
        keys[:, lowers] += drawn[:, pairs]
    keys.sort(axis=1)


@cache
def _runs(row: Row) -> tuple[tuple[slice, slice, slice], ...]:
    """The row in runs of pairs at even distances: the pairs, their upper and their lower places.

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


def _swap(keys: Numbers, one: NDArray[np.intp], other: int) -> None:
    """In every future the player on place `one` and the player on place `other` change seats."""
    every = np.arange(BATCH)
    moved, replaced = keys[every, one], keys[:, other].copy()
    keys[every, one] = replaced
    keys[:, other] = moved


def _seating(row: Row, seats: int) -> tuple[NDArray[np.intp], Numbers]:
    """For each place its pair in the row, and 1 for the upper of it or -1 for the lower."""
    pair = np.zeros(seats, dtype=np.intp)
    side: Numbers = np.ones(seats, dtype=np.int64)
    for index, (upper, lower) in enumerate(row):
        pair[upper] = pair[lower] = index
        side[lower] = -1
    return pair, side
