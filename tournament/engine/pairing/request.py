"""What is asked when a round is to be paired."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tournament.engine.entrants import Entrant
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.engine.starts import PLAYED_ONLY, StartRules, Starts, starts_of


@dataclass(frozen=True)
class Request:
    """One division at the moment before round `round` is paired.

    `entrants` are everybody ever entered, withdrawn ones too; `results` everything so far.
    `arranged` are pairings of other rounds that have no result yet, as (round, first, second).
    `absent` sit this round out. `apart` are pairs that never meet, `wished_apart` pairs that meet
    only where it cannot be helped, by the numbers of the two. `fixed_boards` gives the board of
    those who keep one. `seed` makes every draw repeatable.
    """

    round: int
    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...] = ()
    arranged: tuple[tuple[int, int, int], ...] = ()
    absent: frozenset[int] = frozenset()
    apart: frozenset[frozenset[int]] = frozenset()
    wished_apart: frozenset[frozenset[int]] = frozenset()
    fixed_boards: Mapping[int, int] = field(default_factory=dict)
    start_rules: StartRules = PLAYED_ONLY
    head_to_head_firsts: bool = False
    seed: int = 0

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The numbers to be paired, in seed order."""
        playing = [
            entrant
            for entrant in self.entrants
            if entrant.active_in(self.round) and entrant.number not in self.absent
        ]
        return tuple(e.number for e in sorted(playing, key=lambda e: (e.seed, e.number)))

    @cached_property
    def meetings(self) -> Mapping[frozenset[int], tuple[int, ...]]:
        """The rounds in which two entries met or are to meet, by the pair of their numbers."""
        met: dict[frozenset[int], list[int]] = {}
        games = [
            (result.round, result.first, result.second)
            for result in self.results
            if result.second != NOBODY and result.outcome != Outcome.VOID
        ]
        for round_, first, second in sorted([*games, *self.arranged]):
            if round_ != self.round:
                met.setdefault(frozenset((first, second)), []).append(round_)
        return {pair: tuple(rounds) for pair, rounds in met.items()}

    @cached_property
    def byes(self) -> Mapping[int, tuple[int, ...]]:
        """The rounds in which each entry had a bye or an opponent who forfeited."""
        had: dict[int, list[int]] = {}
        for result in self.results:
            if result.outcome in (Outcome.BYE, Outcome.SECOND_FORFEITS):
                had.setdefault(result.first, []).append(result.round)
            elif result.outcome == Outcome.FIRST_FORFEITS and result.second != NOBODY:
                had.setdefault(result.second, []).append(result.round)
        return {number: tuple(rounds) for number, rounds in had.items()}

    @cached_property
    def starts(self) -> Mapping[int, Starts]:
        """Who went first how often, in rounds played and rounds arranged."""
        return starts_of(
            [entrant.number for entrant in self.entrants],
            self.results,
            self.start_rules,
            [row for row in self.arranged if row[0] != self.round],
        )
