"""The standings after any round: entries in order, shared ranks, and tie-breaks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.engine.entrants import Entrant
from tournament.engine.results import NO_CAP, Result, SpreadCap, SpreadPenalty, results_up_to
from tournament.engine.standings.metric import Metric, TieMetric, format_record
from tournament.engine.standings.precedence import DEFAULT_PRECEDENCE, precedence
from tournament.engine.standings.tally import Tally, tally
from tournament.engine.starts import PLAYED_ONLY, StartRules

WITHDRAWN = "withdrawn"
"""The value of `decided_by` if a withdrawal, not a metric, put the entry below the one above it."""


@dataclass(frozen=True, slots=True)
class RankedLine:
    """One entry in the standings.

    `values` are in the order of the precedence. `decided_by` is the key of the metric that put the entry
    below the one above it, or `WITHDRAWN` if a withdrawal did; None for the first, and for an entry
    sharing the rank above.
    """

    rank: int
    shared: bool
    number: int
    half_wins: int
    half_losses: int
    ties: int
    games: int
    spread: int
    capped_spread: int
    values: tuple[int, ...]
    decided_by: str | None = None
    withdrawn: bool = False

    @property
    def place(self) -> int | None:
        """The displayed rank; None for an entry that withdrew without having played."""
        return None if self.withdrawn and not self.games else self.rank

    @property
    def wins(self) -> int:
        """Wins without ties."""
        return (self.half_wins - self.ties) // 2

    @property
    def losses(self) -> int:
        """Losses without ties."""
        return (self.half_losses - self.ties) // 2

    @property
    def record(self) -> str:
        """Wins and losses, with a tie as half of each: `5½-1½`."""
        return self.record_text(ties_apart=False)

    def record_text(self, *, ties_apart: bool) -> str:
        """Return the record with ties in the event's form: half of each, or separate."""
        return format_record(self.half_wins, self.half_losses, self.ties, ties_apart=ties_apart)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round (0 is before the first)."""

    after: int
    precedence: tuple[str, ...]
    lines: tuple[RankedLine, ...]

    def line(self, number: int) -> RankedLine:
        """Return the line of one entry. Raise `KeyError` for a number that is not in the standings."""
        for line in self.lines:
            if line.number == number:
                return line
        raise KeyError(number)

    @property
    def order(self) -> tuple[int, ...]:
        """Entry numbers from the top down."""
        return tuple(line.number for line in self.lines)


def standings(
    entrants: Sequence[Entrant],
    results: Iterable[Result],
    *,
    after: int,
    keys: Sequence[str] = DEFAULT_PRECEDENCE,
    cap: SpreadCap = NO_CAP,
    penalties: Iterable[SpreadPenalty] = (),
    start_rules: StartRules = PLAYED_ONLY,
) -> Standings:
    """Return the standings of `entrants` after round `after`, ranked by the metrics in `keys`.

    Entries withdrawn by then come last, and of these, the ones that never played come lowest. Entries that
    no metric separates share a rank and are listed by seed; the ranks they take up are skipped. Raise
    `BadPrecedence` for invalid keys and `UnknownEntry` for results of unknown entries.
    """
    metrics = precedence(keys)
    sums = tally(
        entrants,
        results_up_to(results, after),
        cap=cap,
        penalties=[penalty for penalty in penalties if penalty.round <= after],
        start_rules=start_rules,
    )
    presence = [
        2 if entrant.is_active_in(after) else min(games, 1)
        for entrant, games in zip(entrants, sums.games, strict=True)
    ]
    columns, sort_keys = _columns(sums, metrics, presence)
    order = sorted(
        range(len(entrants)),
        key=lambda index: (-sort_keys[index], entrants[index].seed, entrants[index].number),
    )
    return Standings(after, tuple(keys), tuple(_lines(order, sums, columns, sort_keys, presence)))


def _columns(
    sums: Tally, metrics: Mapping[str, Metric], presence: Sequence[int]
) -> tuple[dict[str, Sequence[int]], list[int]]:
    """Return each metric's numbers, and for each entry all of them packed into one integer.

    The best entry has the greatest integer. `presence` is 2 for an active entry, 1 for one that withdrew,
    and 0 for one that withdrew without having played.
    """
    packed = list(presence)
    columns: dict[str, Sequence[int]] = {}
    for key, metric in metrics.items():
        if isinstance(metric, TieMetric):
            column = metric.column_among(sums, _tied_groups(packed))
        else:
            column = metric.column(sums)
        columns[key] = column
        if not column:
            continue
        low, high = min(column), max(column)
        width = (high - low).bit_length()
        if metric.ascending:
            column_up = [high - own for own in column]
        else:
            column_up = [own - low for own in column]
        packed = [(above << width) + up for above, up in zip(packed, column_up, strict=True)]
    return columns, packed


def _tied_groups(packed: Sequence[int]) -> list[list[int]]:
    """Return the groups of positions whose keys are equal so far."""
    groups: dict[int, list[int]] = {}
    for index, key in enumerate(packed):
        groups.setdefault(key, []).append(index)
    return [group for group in groups.values() if len(group) > 1]


def _lines(
    order: Sequence[int],
    sums: Tally,
    columns: Mapping[str, Sequence[int]],
    sort_keys: Sequence[int],
    presence: Sequence[int],
) -> Iterable[RankedLine]:
    rank = 0
    for place, index in enumerate(order):
        above = order[place - 1] if place else None
        below = order[place + 1] if place + 1 < len(order) else None
        level_above = above is not None and sort_keys[above] == sort_keys[index]
        level_below = below is not None and sort_keys[below] == sort_keys[index]
        if not level_above:
            rank = place + 1
        yield RankedLine(
            rank=rank,
            shared=level_above or level_below,
            number=sums.entrants[index].number,
            half_wins=sums.half_wins[index],
            half_losses=sums.half_losses[index],
            ties=sums.ties[index],
            games=sums.games[index],
            spread=sums.spread[index],
            capped_spread=sums.capped_spread[index],
            values=tuple([column[index] for column in columns.values()]),
            decided_by=_deciding_metric(above, index, columns, presence),
            withdrawn=presence[index] < 2,
        )


def _deciding_metric(
    above: int | None, index: int, columns: Mapping[str, Sequence[int]], presence: Sequence[int]
) -> str | None:
    if above is None:
        return None
    if presence[above] != presence[index]:
        return WITHDRAWN
    return next((key for key, column in columns.items() if column[above] != column[index]), None)
