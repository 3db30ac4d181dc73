"""A division as plain lists, from which every figure of its standings is a sum anybody can follow.

Nothing of the fast way is used here: what a result means is written down once more, as the rules
say it. Its only purpose is to disagree when the fast way is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

PlainGame: TypeAlias = tuple[int, int, int, int, int, str]
"""Round, first, second (0: nobody), two figures, outcome."""


@dataclass(frozen=True)
class PlainSide:
    """One result as one of its two players sees it; what is won and lost counts half points."""

    round: int
    opponent: int
    won: int
    lost: int
    margin: int
    capped: int
    points: int
    played: bool
    first: bool | None
    """Whether this player went first; None where nobody knows."""
    outcome: str
    forfeited: bool


@dataclass(frozen=True)
class PlainDivision:
    """What was typed: everybody with rating and last round, results, penalties, and the rules."""

    players: Sequence[tuple[int, int | None, int | None]]
    """Number, rating, the last round taken part in (None: still in)."""
    games: Sequence[PlainGame]
    penalties: Sequence[tuple[int, int, int]]
    """Round, number, spread."""
    cap_of: Callable[[int], int | None]
    """The most spread a game of a round counts for, in points; None is no cap."""
    lots_seed: int
    byes_are_starts: bool
    forfeits_are_starts: bool
    firsts_unknown: Collection[tuple[int, int]] = ()
    """Round and who stands first, where nobody knows who went first."""

    def up_to(self, after: int) -> PlainDivision:
        """The division as it was after that round."""
        return replace(
            self,
            games=[game for game in self.games if game[0] <= after],
            penalties=[penalty for penalty in self.penalties if penalty[0] <= after],
        )

    @property
    def numbers(self) -> list[int]:
        """Everybody's number."""
        return [number for number, _, _ in self.players]

    @cached_property
    def sides(self) -> Mapping[int, Sequence[PlainSide]]:
        """Everybody's results, by number; void rounds are none."""
        return {number: self._sides(number) for number in self.numbers}

    @cached_property
    def seeds(self) -> Mapping[int, int]:
        """Everybody's place in the seed list: the rated, the higher rating, the lower number first."""
        listed = sorted(self.players, key=lambda p: (p[1] is None, -(p[1] or 0), p[0]))
        return {player[0]: place for place, player in enumerate(listed, start=1)}

    def won(self, number: int) -> int:
        """Half points won."""
        return sum(side.won for side in self.sides[number])

    def lost(self, number: int) -> int:
        """Half points lost."""
        return sum(side.lost for side in self.sides[number])

    def spread(self, number: int) -> int:
        """Points of spread, with penalties."""
        return sum(side.margin for side in self.sides[number]) + self._fined(number)

    def capped_spread(self, number: int) -> int:
        """Points of spread after the caps, with penalties, which are never capped."""
        return sum(side.capped for side in self.sides[number]) + self._fined(number)

    def _fined(self, number: int) -> int:
        return sum(spread for _, fined, spread in self.penalties if fined == number)

    def _sides(self, number: int) -> list[PlainSide]:
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
                PlainSide(
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
