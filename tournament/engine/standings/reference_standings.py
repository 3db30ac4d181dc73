"""A division as plain lists, from which all figures of its standings are simple sums.

It shares no code with the fast calculation: the meaning of a result is defined again, as in the
rules. Its only purpose is to detect errors in the fast calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

PlainGame: TypeAlias = tuple[int, int, int, int, int, str]
"""A result: round, first entry, second entry (0 for none), two scores or awarded spreads, and outcome."""


@dataclass(frozen=True)
class ReferenceSide:
    """A result from the point of view of one of its players; wins and losses are in half points."""

    round: int
    opponent: int
    won: int
    lost: int
    margin: int
    capped: int
    points: int
    played: bool
    first: bool | None
    """Whether this player went first; None if unknown."""
    outcome: str
    forfeited: bool


@dataclass(frozen=True)
class ReferenceDivision:
    """The data entered for a division: players with their ratings and last rounds, results, penalties, and rules."""

    players: Sequence[tuple[int, int | None, int | None]]
    """The number, the rating, and the last round taken part in (None if active) of each player."""
    games: Sequence[PlainGame]
    penalties: Sequence[tuple[int, int, int]]
    """The round, the entry number and the spread of each penalty."""
    cap_of: Callable[[int], int | None]
    """The most spread a game of a round counts for, in points; None is no cap."""
    lots_seed: int
    byes_are_starts: bool
    forfeits_are_starts: bool
    firsts_unknown: Collection[tuple[int, int]] = ()
    """The round and the first-named entry of each game with an unknown start."""

    def up_to(self, after: int) -> ReferenceDivision:
        """Return the division with only the results and penalties of rounds 1 to `after`."""
        return replace(
            self,
            games=[game for game in self.games if game[0] <= after],
            penalties=[penalty for penalty in self.penalties if penalty[0] <= after],
        )

    @property
    def numbers(self) -> list[int]:
        """The number of every entry."""
        return [number for number, _, _ in self.players]

    @cached_property
    def sides(self) -> Mapping[int, Sequence[ReferenceSide]]:
        """The results of each entry by number, without void rounds."""
        return {number: self._sides(number) for number in self.numbers}

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """Each entry's seed: rated before unrated, then higher rating, then lower number."""
        listed = sorted(self.players, key=lambda p: (p[1] is None, -(p[1] or 0), p[0]))
        return {player[0]: place for place, player in enumerate(listed, start=1)}

    def half_points_won(self, number: int) -> int:
        """Return the half points won."""
        return sum(side.won for side in self.sides[number])

    def half_points_lost(self, number: int) -> int:
        """Return the half points lost."""
        return sum(side.lost for side in self.sides[number])

    def spread(self, number: int) -> int:
        """Return the spread in points, with penalties."""
        return sum(side.margin for side in self.sides[number]) + self._penalty(number)

    def capped_spread(self, number: int) -> int:
        """Return the spread in points after caps, with penalties, which are never capped."""
        return sum(side.capped for side in self.sides[number]) + self._penalty(number)

    def _penalty(self, number: int) -> int:
        return sum(spread for _, fined, spread in self.penalties if fined == number)

    def _sides(self, number: int) -> list[ReferenceSide]:
        sides = []
        for round_, first, second, one, other, outcome in self.games:
            if number not in (first, second) or outcome == "void":
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
                margin = 0 if outcome == "half_bye" else mine
                won = 0 if forfeited else 1 if outcome == "half_bye" else 2
            limit = self.cap_of(round_)
            known = (round_, first) not in self.firsts_unknown
            sides.append(
                ReferenceSide(
                    round=round_,
                    opponent=second if is_first else first,
                    won=won,
                    lost=2 - won,
                    margin=margin,
                    capped=margin if limit is None else max(-limit, min(limit, margin)),
                    points=mine,
                    played=played,
                    first=is_first if known else None,
                    outcome=outcome,
                    forfeited=forfeited,
                )
            )
        return sides
