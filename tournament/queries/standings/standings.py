"""The standings of a division after any round, computed from the results."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Coalesce

from tournament.engine.entrants import Entrant
from tournament.engine.results import GAMES, NOBODY, Result, SpreadPenalty, game_value
from tournament.engine.standings import (
    WITHDRAWN,
    Metric,
    RankedLine,
    Standings,
    format_record,
    format_signed,
    precedence,
    standings,
    tally,
)
from tournament.models import Division, Pairing, ResultEntry
from tournament.models import Penalty as PenaltyRow
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.cache import cached_read
from tournament.queries.people.entries import Person, division_field
from tournament.wording.parameter_formats import format_wins
from tournament.wording.plugins import name_of

RESULT_COLUMNS = (
    "pairing__round__number",
    "pairing__first__number",
    Coalesce("pairing__second__number", Value(NOBODY)),
    "first_score",
    "second_score",
    "outcome",
)
"""The columns of a result entry that make up a `Result` of the engine."""


@dataclass(frozen=True, slots=True)
class StandingsCell:
    """One figure of a standings row: its value and its printed text."""

    value: float
    text: str
    is_spread: bool


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One row of the standings with its person.

    `decided_by` names the metric that broke a tie with the row above; empty if there was no tie.
    """

    line: RankedLine
    person: Person
    cells: tuple[StandingsCell, ...]
    decided_by: str


@dataclass(frozen=True, slots=True)
class DivisionStandings:
    """The standings after round `after` (0: before the first result)."""

    division: Division
    after: int
    last: int
    """The latest round with a result that is shown, or 0."""
    metrics: tuple[Metric, ...]
    keys: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    table: Standings
    """All entries as the engine ranks them, including withdrawn ones."""
    held_back: bool = False
    """Whether later rounds have results that are not shown."""
    has_no_game_results: bool = False
    """Whether the only results of round `after` are those of entries without an opponent."""

    @property
    def record_metric(self) -> Metric | None:
        """The metric whose column shows wins, losses and ties.

        None if the event does not count ties separately or is not ranked by wins.
        """
        apart = self.division.event.rules.ties_apart
        return dict(zip(self.keys, self.metrics, strict=True)).get("wins") if apart else None

    @property
    def rounds(self) -> range:
        """Every round whose standings can be shown."""
        return range(1, self.last + 1)

    def row(self, number: int) -> StandingsRow:
        """Return the row of one entry. May raise `KeyError`."""
        for row in self.rows:
            if row.person.number == number:
                return row
        raise KeyError(number)


@cached_read
def results_of(division: Division) -> list[Result]:
    """Return every result that counts, in the order of rounds and boards. One query."""
    return list(map(Result._make, _counting_results(division)))


def _counting_results(division: Division) -> QuerySet[ResultEntry, tuple[Any, ...]]:
    return (
        ResultEntry.objects.filter(
            pairing__round__division=division,
            pairing__replaced_at=None,
            standing=ResultStatus.COUNTS,
        )
        .order_by("pairing__round__number", "pairing__board", "pairing_id")
        .values_list(*RESULT_COLUMNS)
    )


@cached_read
def penalties_of(division: Division) -> list[SpreadPenalty]:
    """Return every penalty in force. One query."""
    rows = PenaltyRow.objects.filter(entry__division=division, revoked_at=None).values_list(
        "round_number", "entry__number", "spread"
    )
    return [SpreadPenalty(*row) for row in rows]


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """The record of an entry so far: `5½-1½` and the spread in points."""

    record: str
    spread: int

    def __str__(self) -> str:
        return f"{self.record} {format_signed(self.spread)}"


def records_of(division: Division, numbers: Collection[int]) -> dict[int, EntryRecord]:
    """Return the records of a few entries by number, without ranking. Two queries."""
    rows = _counting_results(division).filter(
        Q(pairing__first__number__in=numbers) | Q(pairing__second__number__in=numbers)
    )
    results = list(map(Result._make, rows))
    seen = {n for result in results for n in (result.first, result.second)} - {NOBODY}
    entrants = [Entrant(number, number) for number in sorted(seen | set(numbers))]
    rules = division.event.rules
    sums = tally(entrants, results, cap=rules.spread_cap, penalties=penalties_of(division))
    records = {}
    for number in numbers:
        at = sums.position_by_number[number]
        counts = (sums.half_wins[at], sums.half_losses[at], sums.ties[at])
        record = format_record(*counts, ties_apart=rules.ties_apart)
        records[number] = EntryRecord(record, sums.spread[at])
    return records


def division_standings(
    division: Division, after: int | None = None, *, public: bool = False
) -> DivisionStandings:
    """Return the standings after round `after`, by default the latest round with a result. Three queries.

    A later round is replaced by the latest one, and a negative number by 0. With `public`, rounds that are
    held back do not count as played, and names are shown in their public form.
    """
    field = division_field(division)
    results = results_of(division)
    penalties = penalties_of(division)
    last = max((result.round for result in results), default=0)
    held = division.held_back_from if public else None
    held_back = held is not None and last >= held
    if held is not None:
        last = min(last, held - 1)
    shown_round = last if after is None else max(0, min(after, last))
    rules = division.event.rules
    keys = division.ranking_keys_after(shown_round)
    table = standings(
        field.entrants,
        results,
        after=shown_round,
        keys=keys,
        cap=rules.spread_cap,
        penalties=penalties,
        start_rules=division.start_rules,
    )
    metrics = precedence(keys)

    def shows_record(key: str) -> bool:
        return rules.ties_apart and key == "wins"

    people = (field.with_public_names if public else field).by_number
    rows = tuple(
        StandingsRow(
            line,
            people[line.number],
            tuple(
                StandingsCell(
                    metric.spreadsheet_value(value),
                    line.record_text(ties_apart=True)
                    if shows_record(key)
                    else metric.format_value(value),
                    metric.is_spread,
                )
                for (key, metric), value in zip(metrics.items(), line.values, strict=True)
            ),
            _tie_breaker_name(line, keys, metrics),
        )
        for line in table.lines
        if rules.withdrawn == "last" or not line.withdrawn
    )
    known = [result for result in results if result.round == shown_round]
    return DivisionStandings(
        division,
        shown_round,
        last,
        tuple(metrics.values()),
        keys,
        rows,
        table,
        held_back,
        bool(known) and all(result.second == NOBODY for result in known),
    )


def _tie_breaker_name(line: RankedLine, keys: tuple[str, ...], metrics: dict[str, Metric]) -> str:
    if line.decided_by in (None, keys[0], WITHDRAWN):
        return ""
    return name_of(metrics[line.decided_by]) if line.decided_by else ""


@cached_read
def standings_by_round(division: Division, *, public: bool = False) -> list[Standings]:
    """Return the standings after each round up to the latest with a result. Three queries.

    With `public`, rounds that are held back are left out.
    """
    field = division_field(division)
    results = results_of(division)
    penalties = penalties_of(division)
    last = max((result.round for result in results), default=0)
    if public and division.held_back_from is not None:
        last = min(last, division.held_back_from - 1)
    rules = division.event.rules
    return [
        standings(
            field.entrants,
            results,
            after=number,
            keys=division.ranking_keys_after(number),
            cap=rules.spread_cap,
            penalties=penalties,
            start_rules=division.start_rules,
        )
        for number in range(1, last + 1)
    ]


LATEST_GAMES = 5
"""Number of a player's latest games shown beside the standings."""


@dataclass(frozen=True, slots=True)
class StandingsRowDetails:
    """Details beside a row of the standings: recent form, and the distance to first place."""

    ranks_gained: int | None
    """Ranks gained since the previous round, negative if lost; None in round 1 and for a new entry."""
    form: tuple[str, ...]
    """The latest games in order: `won`, `lost` or `tied`, without byes and forfeits."""
    wins_to_first: float
    """Number of wins by which the leader is ahead."""
    points_to_first: int
    """Spread by which the leader is ahead, as the standings count it; 0 if the leader's is lower."""

    @property
    def wins_in_words(self) -> str:
        """The leader's advantage in wins, as in records: `½ win`, `2 wins`; empty if equal."""
        return format_wins(round(2 * self.wins_to_first)) if self.wins_to_first else ""


def standings_row_details(
    shown: DivisionStandings, *, public: bool = False
) -> dict[int, StandingsRowDetails]:
    """Return the details beside every row of the standings by number; empty before the first result.

    At most four queries, or none if the data for `shown` is cached.
    """
    if not shown.rows or not shown.after:
        return {}
    before = {}
    if shown.after > 1:
        earlier = division_standings(shown.division, shown.after - 1, public=public)
        before = {row.person.number: row.line.rank for row in earlier.rows}
    form: dict[int, list[str]] = {row.person.number: [] for row in shown.rows}
    for result in results_of(shown.division):
        if result.round > shown.after or result.outcome not in GAMES or result.second == NOBODY:
            continue
        won = game_value(result.outcome, result.first_score, result.second_score)[1]
        for number, half in ((result.first, won), (result.second, 2 - won)):
            form.setdefault(number, []).append(("lost", "tied", "won")[half])
    first = shown.rows[0].line
    return {
        row.person.number: StandingsRowDetails(
            before[row.person.number] - row.line.rank if row.person.number in before else None,
            tuple(form[row.person.number][-LATEST_GAMES:]),
            max(0, first.half_wins - row.line.half_wins) / 2,
            max(0, first.capped_spread - row.line.capped_spread),
        )
        for row in shown.rows
    }


def is_final(table: DivisionStandings) -> bool:
    """Return whether these are the final standings: all planned rounds are complete.

    In a closed event that ended early, only the rounds with results are considered. At most one query.
    """
    division = table.division
    planned = division.rounds_planned
    if division.event.closed_at and (not planned or table.last < planned):
        planned = table.last
    return (
        bool(planned and table.after >= planned)
        and first_incomplete_round(division, table.after) is None
    )


def first_incomplete_round(division: Division, source: int) -> tuple[int, list[int] | None] | None:
    """Return the first round up to `source` with missing results, and the boards that have none.

    The boards are None if the round is still a draft. Return None if no result is missing. One
    query.
    """
    rows = (
        Pairing.objects.filter(
            round__division=division, round__number__lte=source, replaced_at=None
        )
        .exclude(results__standing=ResultStatus.COUNTS)
        .order_by("round__number", "board")
        .values_list("round__number", "round__phase", "board")
    )
    missing = list(rows)
    if not missing:
        return None
    number, phase, _ = missing[0]
    if phase == Phase.DRAFT:
        return number, None
    return number, [board for at, _, board in missing if at == number and board]
