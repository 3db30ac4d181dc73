"""The totals of every entry, calculated once as columns of integers.

All counts are integers: a win is 2 half points, a tie 1. Each column is a list indexed by the
entry's position in `numbers`, since list access is fast enough for 500 players and 7,500 games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.engine.entrants import Entrant
from tournament.engine.results import (
    GAMES,
    NO_CAP,
    NOBODY,
    Outcome,
    Result,
    SpreadCap,
    SpreadPenalty,
    cap_spread,
    game_value,
    result_values,
)
from tournament.engine.starts import PLAYED_ONLY, StartRules, starts_of


@dataclass(frozen=True)
class Tally:
    """The totals after a round, one column each. `half_wins` and `half_losses` are in half points."""

    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...]
    start_rules: StartRules
    half_wins: list[int]
    half_losses: list[int]
    ties: list[int]
    games: list[int]
    """Games actually played: no byes, forfeits or voids."""
    spread: list[int]
    capped_spread: list[int]
    """Spread after applying each round's cap to its game. Penalties are never capped."""
    points_for: list[int]

    @property
    def numbers(self) -> list[int]:
        """Entry numbers by position."""
        return [entrant.number for entrant in self.entrants]

    @cached_property
    def position_by_number(self) -> dict[int, int]:
        """The position of each entry, by its number."""
        return {entrant.number: index for index, entrant in enumerate(self.entrants)}

    @cached_property
    def firsts(self) -> list[int]:
        """The number of firsts of each entry."""
        starts = starts_of(self.numbers, self.results, self.start_rules)
        return [starts[number].firsts for number in self.numbers]

    @cached_property
    def meetings(self) -> list[list[tuple[int, int, int]]]:
        """The games of each entry, as (opponent's position, own spread, own half points)."""
        met: list[list[tuple[int, int, int]]] = [[] for _ in self.entrants]
        position = self.position_by_number
        for _, first, second, first_score, second_score, outcome in self.results:
            if outcome in GAMES:
                one, other = position[first], position[second]
                margin, won = game_value(outcome, first_score, second_score)
                met[one].append((other, margin, won))
                met[other].append((one, -margin, 2 - won))
        return met


def tally(
    entrants: Sequence[Entrant],
    results: Iterable[Result],
    *,
    cap: SpreadCap = NO_CAP,
    penalties: Iterable[SpreadPenalty] = (),
    start_rules: StartRules = PLAYED_ONLY,
) -> Tally:
    """Return the totals of `entrants` from `results`; penalties of other entries are ignored.

    Raise `UnknownEntry` if a result has a number that no entrant has.
    """
    size = len(entrants)
    sums = Tally(
        entrants=tuple(entrants),
        results=tuple(results),
        start_rules=start_rules,
        half_wins=[0] * size,
        half_losses=[0] * size,
        ties=[0] * size,
        games=[0] * size,
        spread=[0] * size,
        capped_spread=[0] * size,
        points_for=[0] * size,
    )
    position = sums.position_by_number
    wins, losses, ties, games = sums.half_wins, sums.half_losses, sums.ties, sums.games
    spread, points = sums.spread, sums.points_for
    capped = sums.capped_spread
    caps, played = bool(cap), Outcome.PLAYED.value
    try:
        for row in sums.results:
            round_, first, second, first_score, second_score, outcome = row
            if outcome != played and outcome not in GAMES:
                _add_unplayed_result(sums, row, cap)
                continue
            one, other = position[first], position[second]
            margin, won = game_value(outcome, first_score, second_score)
            games[one] += 1
            games[other] += 1
            points[one] += first_score
            points[other] += second_score
            spread[one] += margin
            spread[other] -= margin
            if won == 2:
                wins[one] += 2
                losses[other] += 2
            elif won == 0:
                wins[other] += 2
                losses[one] += 2
            else:
                for index in (one, other):
                    wins[index] += 1
                    losses[index] += 1
                    ties[index] += 1
            if caps:
                margin = cap_spread(margin, cap.for_round(round_))
            capped[one] += margin
            capped[other] -= margin
    except KeyError as missing:
        raise UnknownEntry(
            f"Round {round_}: entry {missing.args[0]} has a result but is not in the division."
        ) from None
    for penalty in penalties:
        if penalty.entry in position:
            spread[position[penalty.entry]] += penalty.spread
            capped[position[penalty.entry]] += penalty.spread
    return sums


def _add_unplayed_result(sums: Tally, result: Result, cap: SpreadCap) -> None:
    """Count a bye or a forfeit; a void round adds nothing."""
    for number, share in zip(
        (result.first, result.second),
        result_values(result.outcome, result.first_score, result.second_score),
        strict=True,
    ):
        if number == NOBODY or share.half_points is None:
            continue
        index = sums.position_by_number[number]
        sums.half_wins[index] += share.half_points
        sums.half_losses[index] += 2 - share.half_points
        sums.spread[index] += share.spread
        sums.capped_spread[index] += cap_spread(share.spread, cap.for_round(result.round))


class UnknownEntry(Exception):
    """A result names an entry that is not in the division."""


def catch_up_spreads(
    gibson: Sequence[int], cap: SpreadCap, rounds: int, left: int
) -> list[int | None]:
    """Return the lead in spread that 0, 1 ... `left` games up to the end of round `rounds` cannot make up.

    `gibson` has the event's spreads from the last round back. Without it, a cap limits both players of a
    game; without either, any lead can be made up (None).
    """
    sums: list[int | None] = [0]
    for game in range(left):
        limit: int | None
        if gibson:
            limit = gibson[min(game, len(gibson) - 1)]
        else:
            most = cap.for_round(rounds - game)
            limit = None if most is None else 2 * most + 1
        last = sums[-1]
        sums.append(None if limit is None or last is None else last + limit)
    return sums
