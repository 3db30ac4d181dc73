"""The standings once more, worked out the slow and obvious way, without the engine's code.

Each figure is a sum over a list, written down as the rules say it; the table is a sort. Its only
purpose is to disagree when the fast way is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from random import Random

Game = tuple[int, int, int, int, int, str]
"""Round, first, second (0: nobody), two figures, outcome."""


@dataclass(frozen=True)
class Given:
    """What was typed: everybody with rating and last round, results, penalties, and the rules."""

    players: Sequence[tuple[int, int | None, int | None]]
    """Number, rating, the last round taken part in (None: still in)."""
    games: Sequence[Game]
    penalties: Sequence[tuple[int, int, int]]
    """Round, number, spread."""
    keys: Sequence[str]
    cap_of: Callable[[int], int | None]
    lots_seed: int
    byes_are_starts: bool
    forfeits_are_starts: bool
    firsts_unknown: Collection[tuple[int, int]] = ()
    """Round and who stands first, where nobody knows who went first."""


@dataclass(frozen=True)
class PlainLine:
    """One entry: rank, number, half points won and lost, spreads, the figure of each metric."""

    rank: int
    number: int
    won: int
    lost: int
    spread: int
    capped: int
    values: tuple[int | None, ...]
    """None for a metric this module does not know."""


SMALLER_IS_BETTER = {"losses", "lot", "seed", "starts"}


def plain_standings(given: Given, after: int) -> list[PlainLine]:
    """The table after a round, the best first, by number where nothing else tells them apart."""
    numbers = [number for number, _, _ in given.players]
    sides = {number: _sides(given, number, after) for number in numbers}
    won = {n: sum(side.won for side in sides[n]) for n in numbers}
    lost = {n: sum(side.lost for side in sides[n]) for n in numbers}
    fined = {n: sum(p[2] for p in given.penalties if p[1] == n and p[0] <= after) for n in numbers}
    spread = {n: sum(side.margin for side in sides[n]) + fined[n] for n in numbers}
    capped = {n: sum(side.capped for side in sides[n]) + fined[n] for n in numbers}
    met = {n: [side.opponent for side in sides[n] if side.played] for n in numbers}
    seeds = sorted(given.players, key=lambda p: (p[1] is None, -(p[1] or 0), p[0]))
    lots = sorted(numbers)
    Random(given.lots_seed).shuffle(lots)  # nosec B311
    figures: dict[str, dict[int, int]] = {
        "wins": won,
        "losses": lost,
        "spread": spread,
        "capped_spread": capped,
        "points_for": {n: sum(side.points for side in sides[n] if side.played) for n in numbers},
        "opponents_wins": {n: sum(won[other] for other in met[n]) for n in numbers},
        "opponents_spread": {n: sum(capped[other] for other in met[n]) for n in numbers},
        "seed": {player[0]: place for place, player in enumerate(seeds, 1)},
        "lot": {number: lot for lot, number in enumerate(lots, 1)},
        "starts": {n: _firsts(given, sides[n]) for n in numbers},
    }
    here = {n: left is None or after <= left for n, _, left in given.players}
    order: dict[int, list[int]] = {n: [0 if here[n] else 1] for n in numbers}
    values: dict[int, list[int | None]] = {n: [] for n in numbers}
    for key in given.keys:
        if key in ("head_to_head_wins", "head_to_head_spread"):
            column = _among_level(key, sides, order)
        elif key in figures:
            column = figures[key]
        else:
            for n in numbers:
                values[n].append(None)
            continue
        for n in numbers:
            values[n].append(column[n])
            order[n].append(column[n] if key in SMALLER_IS_BETTER else -column[n])
    table = sorted(numbers, key=lambda n: (order[n], figures["seed"][n], n))
    return [
        PlainLine(
            1 + sum(1 for other in numbers if order[other] < order[n]),
            n, won[n], lost[n], spread[n], capped[n], tuple(values[n]),
        )
        for n in table
    ]  # fmt: skip


@dataclass(frozen=True)
class _Side:
    """One result as one of its two players sees it."""

    round: int
    opponent: int
    won: int
    lost: int
    margin: int
    capped: int
    points: int
    played: bool
    first: bool | None
    outcome: str
    forfeited: bool


def _sides(given: Given, number: int, after: int) -> list[_Side]:
    found = []
    for round_, first, second, one, other, outcome in given.games:
        if round_ > after or number not in (first, second) or outcome == "void":
            continue
        is_first = number == first
        mine, theirs = (one, other) if is_first else (other, one)
        forfeited = outcome == "both_forfeit" or outcome == (
            "first_forfeits" if is_first else "second_forfeits"
        )
        played = outcome in ("played", "first_wins", "second_wins")
        if played:
            margin = mine - theirs
            won = 2 if margin > 0 else 1 if margin == 0 else 0
            if outcome != "played":
                won = 2 if (outcome == "first_wins") is is_first else 0
        else:
            margin = mine
            won = 0 if forfeited else 2
        limit = given.cap_of(round_)
        capped = margin if limit is None else max(-limit, min(limit, margin))
        opponent = second if is_first else first
        found.append(
            _Side(
                round_, opponent, won, 2 - won, margin, capped, mine,
                played, None if (round_, first) in given.firsts_unknown else is_first,
                outcome, forfeited,
            )
        )  # fmt: skip
    return found


def _firsts(given: Given, sides: Sequence[_Side]) -> int:
    """How often somebody went first; what is charged alternates, first when firsts do not lead."""
    history: list[bool] = []
    for side in sorted(sides, key=lambda side: side.round):
        if side.played and side.first is not None:
            history.append(side.first)
        elif (side.outcome == "bye" and given.byes_are_starts) or (
            side.forfeited and given.forfeits_are_starts
        ):
            history.append(history.count(True) <= history.count(False))
    return history.count(True)


def _among_level(
    key: str, sides: dict[int, list[_Side]], order: dict[int, list[int]]
) -> dict[int, int]:
    """Head to head: the games against those who are level so far."""
    groups: dict[tuple[int, ...], set[int]] = {}
    for number, so_far in order.items():
        groups.setdefault(tuple(so_far), set()).add(number)
    column = {}
    for number, own in sides.items():
        level = groups[tuple(order[number])]
        games = [side for side in own if side.played and side.opponent in level]
        column[number] = sum(
            side.won if key == "head_to_head_wins" else side.margin for side in games
        )
    return column
