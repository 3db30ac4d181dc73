"""The input for pairing a round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from tournament.engine.entrants import Entrant
from tournament.engine.pairing.seating import LOWEST_FIRST, ByeOrder
from tournament.engine.results import (
    GAMES,
    NO_CAP,
    NOBODY,
    Outcome,
    Result,
    SpreadCap,
    SpreadPenalty,
    is_bye,
    results_up_to,
)
from tournament.engine.standings.metric import format_half_points
from tournament.engine.standings.tally import tally
from tournament.engine.starts import PLAYED_ONLY, StartRules, Starts, starts_of


@dataclass(frozen=True, slots=True)
class Record:
    """An entry's totals after the source round: wins and losses in half points, spread capped."""

    half_wins: int = 0
    half_losses: int = 0
    spread: int = 0
    ties: int = 0

    @property
    def games(self) -> int:
        """The number of rounds that counted: games, byes and forfeits, but no void rounds."""
        return (self.half_wins + self.half_losses) // 2

    def __str__(self) -> str:
        sign = "+" if self.spread >= 0 else "\N{MINUS SIGN}"
        return f"{format_half_points(self.half_wins)}-{format_half_points(self.half_losses)} {sign}{abs(self.spread)}"


@dataclass(frozen=True, slots=True)
class PrizeBand:
    """Places `first` to `last` (1-based), which win prizes of equal value.

    `group` is the class whose places count; if empty, the places of the whole division.
    """

    first: int
    last: int
    group: str = ""


@dataclass(frozen=True)
class PairingRequest:
    """The state of a division just before round `round` is paired.

    `entrants` are all entries, including withdrawn ones; `results` are all results so far. `arranged`
    are pairings of other rounds without a result yet, as (round, first, second). `absent` entries sit
    this round out. `forbidden_pairs` are pairs that must never meet, `unwanted_pairs` pairs that should not meet if
    avoidable, as pairs of numbers. `fixed_boards` gives the board of entries that keep one. `seed`
    makes every draw repeatable.

    `standing` has the numbers in the order of the standings after `source_round`; missing entries
    follow by seed. `rounds_total` is the number of rounds of the event, None if unknown. `fixed_pairs`
    and `fixed_byes` are set by the director and do not change. `classes` and `teams` give the name of each
    entry's class and team. `gibson_spread` is the spread that can be made up in the last round, the one
    before it and so on, with the last figure for all earlier rounds; if empty, spread does not clinch.
    Boards are numbered from `first_board`. If `previous_boards` gives each entry's board in the previous round, the
    higher-ranked player of a pair stays at that board. `names` are the entries' names for messages.
    """

    round: int
    entrants: tuple[Entrant, ...]
    results: tuple[Result, ...] = ()
    arranged: tuple[tuple[int, int, int], ...] = ()
    absent: frozenset[int] = frozenset()
    forbidden_pairs: frozenset[frozenset[int]] = frozenset()
    unwanted_pairs: frozenset[frozenset[int]] = frozenset()
    fixed_boards: Mapping[int, int] = field(default_factory=dict)
    start_rules: StartRules = PLAYED_ONLY
    head_to_head_firsts: bool = False
    seed: int = 0
    standing: tuple[int, ...] = ()
    source_round: int | None = None
    rounds_total: int | None = None
    penalties: tuple[SpreadPenalty, ...] = ()
    spread_cap: SpreadCap = NO_CAP
    fixed_pairs: tuple[tuple[int, int], ...] = ()
    fixed_byes: tuple[int, ...] = ()
    byes_allowed: bool = True
    bye_order: ByeOrder = LOWEST_FIRST
    classes: Mapping[int, str] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    prizes: tuple[PrizeBand, ...] = ()
    gibson_spread: tuple[int, ...] = ()
    first_board: int = 1
    previous_boards: Mapping[int, int] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def without_later_scores(self) -> "PairingRequest":
        """The request without the scores of the previous round, if the standings are from an earlier one.

        Opponents and starts are known once that round is published, so its games become arranged games,
        like those without a result. With `head_to_head_firsts` the request is unchanged.
        """
        last = self.round - 1
        if (
            self.standings_round >= last or self.head_to_head_firsts
        ):  # the head-to-head rule counts games, not arrangements
            return self
        games = [row for row in self.results if row.round == last and row.outcome in GAMES]
        arranged = [*self.arranged, *((row.round, row.first, row.second) for row in games)]
        return replace(
            self,
            results=tuple(
                row for row in self.results if row.round != last or row.outcome not in GAMES
            ),
            arranged=tuple(sorted(arranged)),
        )

    @property
    def rounds_left(self) -> int | None:
        """The number of rounds still to be paired, including this one; None if unknown."""
        return None if self.rounds_total is None else max(self.rounds_total - self.round + 1, 1)

    @property
    def standings_round(self) -> int:
        """The round whose standings count: the source round, or the previous one."""
        return self.round - 1 if self.source_round is None else self.source_round

    @cached_property
    def ranked(self) -> tuple[int, ...]:
        """The present entries in the order of the standings; those missing from them follow by seed."""
        there = set(self.present)
        first = [number for number in self.standing if number in there]
        placed = set(first)
        return (*first, *(number for number in self.present if number not in placed))

    @cached_property
    def records(self) -> Mapping[int, Record]:
        """Each entry's totals after the source round, with spread caps and penalties applied."""
        sums = tally(
            self.entrants,
            results_up_to(self.results, self.standings_round),
            cap=self.spread_cap,
            penalties=[
                penalty for penalty in self.penalties if penalty.round <= self.standings_round
            ],
        )
        columns = zip(
            sums.numbers,
            sums.half_wins,
            sums.half_losses,
            sums.capped_spread,
            sums.ties,
            strict=True,
        )
        return {number: Record(*figures) for number, *figures in columns}

    @cached_property
    def floats(self) -> Mapping[int, int]:
        """The direction in which each entry floated in the previous round: 1 against fewer wins, -1 against more.

        Wins are those before that round. Entries whose opponent had equal wins are left out.
        """
        last = self.round - 1
        sums = tally(self.entrants, results_up_to(self.results, last - 1))
        wins = dict(zip(sums.numbers, sums.half_wins, strict=True))
        pairs = [(row.first, row.second) for row in self.results if row.round == last]
        pairs += [(first, second) for round_, first, second in self.arranged if round_ == last]
        floats = {}
        for one, other in pairs:
            if other != NOBODY and wins.get(one, 0) != wins.get(other, 0):
                floats[one] = 1 if wins.get(one, 0) > wins.get(other, 0) else -1
                floats[other] = -floats[one]
        return floats

    @property
    def is_in_last_third(self) -> bool:
        """Whether the round is in the last third of the event; False if its length is unknown."""
        return self.rounds_total is not None and 3 * self.round > 2 * self.rounds_total

    def restricted_to(self, numbers: Iterable[int]) -> "PairingRequest":
        """Return the request for these entries alone; all others sit the round out.

        The director's fixed pairings and byes remain if they concern only these entries.
        """
        wanted = frozenset(numbers)
        return replace(
            self,
            absent=self.absent | (frozenset(self.present) - wanted),
            fixed_pairs=tuple(pair for pair in self.fixed_pairs if wanted.issuperset(pair)),
            fixed_byes=tuple(number for number in self.fixed_byes if number in wanted),
        )

    def random_for(self, purpose: str) -> Random:
        """Return a random source for one purpose; the same seed, round and purpose give the same draws."""
        return Random(f"{self.seed}/{self.round}/{purpose}")

    def name(self, number: int) -> str:
        """Return an entry's name for a sentence, or `number 7` for entry 7 without a name."""
        return self.names.get(number, f"number {number}")

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The numbers of the entries that take part in this round, in seed order."""
        playing = [
            entrant
            for entrant in self.entrants
            if entrant.is_active_in(self.round) and entrant.number not in self.absent
        ]
        return tuple(e.number for e in sorted(playing, key=lambda e: (e.seed, e.number)))

    @cached_property
    def meetings(self) -> Mapping[frozenset[int], tuple[int, ...]]:
        """The rounds in which two entries met or are due to meet, by the pair of their numbers.

        Forfeited games count as meetings; void games and this round do not.
        """
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
        for result in sorted(self.results, key=lambda result: result.round):
            if is_bye(result.outcome) or result.outcome == Outcome.SECOND_FORFEITS:
                had.setdefault(result.first, []).append(result.round)
            elif result.outcome == Outcome.FIRST_FORFEITS and result.second != NOBODY:
                had.setdefault(result.second, []).append(result.round)
        return {number: tuple(rounds) for number, rounds in had.items()}

    @cached_property
    def starts(self) -> Mapping[int, Starts]:
        """The starts of each entry in rounds played and arranged."""
        return starts_of(
            [entrant.number for entrant in self.entrants],
            self.results,
            self.start_rules,
            [row for row in self.arranged if row[0] != self.round],
        )
