"""Championships over several events: points, best results, ranking and qualification.

An event gives points in one of three ways: by place, with one point for last place and one more for
each place above (12 for the first of 12); by wins, with half a point for a tie; or by a table that
starts with first place. Equal places get equal points. If `best` is set, only that many of a
person's best events count; of events with equal points, the earlier ones count. The ranking is by
points, then by the best event, the next best, and so on, then by wins and spread in the counted
events. People equal in all of these share a rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_TABLE_LENGTH = 100
MAX_POINTS = 10_000


class Scoring(StrEnum):
    """The way an event gives points."""

    PLACE = "place"
    WINS = "wins"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class ChampionshipRules:
    """The rules for points, counted events and qualification; 0 means no limit or no qualification."""

    scoring: Scoring = Scoring.PLACE
    table: tuple[int, ...] = ()
    """The points by place, from first place down; used only with `Scoring.TABLE`."""
    best: int = 0
    """The number of events that count; 0 for all."""
    qualify: int = 0
    """The number of people who qualify through the championship table."""
    qualify_each: int = 0
    """The number of people who qualify through each event.

    They qualify whatever their rank in the championship; a place won by an earlier qualifier is not
    passed on.
    """


@dataclass(frozen=True, slots=True)
class Placing:
    """A person's result in one event: place, number of players, half wins, and the spread as counted by the event."""

    person: int
    event: int
    """The 0-based position of the event in the championship."""
    place: int
    players: int
    half_wins: int = 0
    spread: int = 0


@dataclass(frozen=True, slots=True)
class ChampionshipResult:
    """The place and half points of a person in one event, and whether the points count."""

    event: int
    place: int
    half_points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class ChampionshipLine:
    """One person in the championship. Points and wins are in halves because of ties."""

    person: int
    rank: int
    half_points: int
    events: tuple[ChampionshipResult, ...]
    """The person's results, in the order of the events."""
    half_wins: int
    spread: int
    qualified_in: int | None
    """The position of the first event through which the person qualified, or None if there is none."""
    is_qualified: bool
    """Whether the person qualified through an event or the championship table."""


def half_points_of(placing: Placing, rules: ChampionshipRules) -> int:
    """Return the half points for a placing; 0 for a place beyond the table."""
    if rules.scoring is Scoring.WINS:
        return placing.half_wins
    if rules.scoring is Scoring.PLACE:
        return 2 * (placing.players - placing.place + 1)
    return 2 * rules.table[placing.place - 1] if placing.place <= len(rules.table) else 0


def championship_ranking(
    placings: Iterable[Placing], rules: ChampionshipRules
) -> tuple[ChampionshipLine, ...]:
    """Return a line for each person in ranking order; people who share a rank are ordered by key."""
    own: dict[int, list[Placing]] = {}
    for placing in placings:
        own.setdefault(placing.person, []).append(placing)
    sums = {person: _summed_events(rows, rules) for person, rows in own.items()}
    order = sorted(sums, key=lambda person: (_sort_key(sums[person]), person))
    lines: list[ChampionshipLine] = []
    for number, person in enumerate(order, start=1):
        events, half_wins, spread = sums[person]
        level = bool(lines) and _sort_key(sums[order[number - 2]]) == _sort_key(sums[person])
        rank = lines[-1].rank if level else number
        each = [row.event for row in events if row.place <= rules.qualify_each]
        lines.append(
            ChampionshipLine(
                person,
                rank,
                _total_points(events),
                events,
                half_wins,
                spread,
                min(each, default=None),
                bool(each) or rank <= rules.qualify,
            )
        )
    return tuple(lines)


PersonTotals = tuple[tuple[ChampionshipResult, ...], int, int]


def _summed_events(rows: Sequence[Placing], rules: ChampionshipRules) -> PersonTotals:
    """Return a person's results in order of events, and the half wins and spread in the events that count."""
    points = {row.event: half_points_of(row, rules) for row in rows}
    best_first = sorted(points, key=lambda event: (-points[event], event))
    counting = set(best_first[: rules.best or None])
    events = tuple(
        ChampionshipResult(row.event, row.place, points[row.event], row.event in counting)
        for row in sorted(rows, key=lambda row: row.event)
    )
    counted = [row for row in rows if row.event in counting]
    return events, sum(row.half_wins for row in counted), sum(row.spread for row in counted)


def _total_points(events: Iterable[ChampionshipResult]) -> int:
    return sum(row.half_points for row in events if row.counts)


def _sort_key(of: PersonTotals) -> tuple[int, tuple[int, ...], int, int]:
    """Return the sort key of a person; the best person sorts first."""
    events, half_wins, spread = of
    each = tuple(sorted(-row.half_points for row in events if row.counts))
    return -_total_points(events), each, -half_wins, -spread


def parse_rules(values: Mapping[str, object]) -> ChampionshipRules:
    """Return rules from their stored form, ignoring unknown names. Raise `ValueError` for invalid values."""
    table = values.get("table") or ()
    if not isinstance(table, list | tuple):
        raise ValueError(f"{table!r} is not a table of points by place")  # noqa: TRY004 - as documented
    numbers = {
        name: int(str(values.get(name) or 0)) for name in ("best", "qualify", "qualify_each")
    }
    return ChampionshipRules(
        Scoring(str(values.get("scoring") or "place")),
        tuple(int(str(points)) for points in table),
        **numbers,
    )
