"""A championship over several events: points, the best of them, the order, and who qualifies.

An event gives points in one of three ways: by place, one for the last and one more for every place above (of 12 the
first gets 12); by wins, one for each, ties half; or by a table, from the first place down, and none below its end.
Who shares a place gets the points of it. Of all events somebody played the best `best` count, the earlier of two that
are equal. The order is by points; then by the best single event, the next best, and so on; then by wins in what
counts; then by spread in it; who is level in all of it shares the rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

MAX_TABLE_LENGTH = 100
MAX_POINTS = 10_000


class Scoring(StrEnum):
    """How an event gives points."""

    PLACE = "place"
    WINS = "wins"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class ChampionshipRules:
    """How points are given, how many events count, and who qualifies; no limit and nobody are 0."""

    scoring: Scoring = Scoring.PLACE
    table: tuple[int, ...] = ()
    """The points of the first place, the second and so on, where a table gives them."""
    best: int = 0
    """How many events count; 0: all."""
    qualify: int = 0
    """How many qualify by the table of the championship."""
    qualify_each: int = 0
    """How many of each event qualify, whatever their place in the table. Nobody moves up for who qualified before."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How somebody ended in one event: wins in halves, the spread as the event counts it."""

    person: int
    event: int
    """The place of the event in the order of the championship."""
    place: int
    players: int
    half_wins: int = 0
    spread: int = 0


@dataclass(frozen=True, slots=True)
class CountedEvent:
    """What an event gave somebody, and whether it counts."""

    event: int
    place: int
    half_points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class ChampionshipLine:
    """One person in the championship. Points are halves, so that a tie counts."""

    person: int
    rank: int
    half_points: int
    events: tuple[CountedEvent, ...]
    """In the order of the events."""
    half_wins: int
    spread: int
    qualified_in: int | None
    """The first event of which the person qualified; None where it was none."""
    is_qualified: bool
    """Whether by an event or by the table."""


def half_points_of(placing: Placing, rules: ChampionshipRules) -> int:
    """What a placing is worth, in half points."""
    if rules.scoring is Scoring.WINS:
        return placing.half_wins
    if rules.scoring is Scoring.PLACE:
        return 2 * (placing.players - placing.place + 1)
    return 2 * rules.table[placing.place - 1] if placing.place <= len(rules.table) else 0


def championship(
    placings: Iterable[Placing], rules: ChampionshipRules
) -> tuple[ChampionshipLine, ...]:
    """Everybody in the order of the championship; who shares a rank by the number of the person."""
    own: dict[int, list[Placing]] = {}
    for placing in placings:
        own.setdefault(placing.person, []).append(placing)
    sums = {person: _sum(rows, rules) for person, rows in own.items()}
    order = sorted(sums, key=lambda person: (_key(sums[person]), person))
    lines: list[ChampionshipLine] = []
    for number, person in enumerate(order, start=1):
        events, half_wins, spread = sums[person]
        level = bool(lines) and _key(sums[order[number - 2]]) == _key(sums[person])
        rank = lines[-1].rank if level else number
        each = [row.event for row in events if row.place <= rules.qualify_each]
        lines.append(
            ChampionshipLine(
                person,
                rank,
                _total(events),
                events,
                half_wins,
                spread,
                min(each, default=None),
                bool(each) or rank <= rules.qualify,
            )
        )
    return tuple(lines)


Sum = tuple[tuple[CountedEvent, ...], int, int]


def _sum(rows: Sequence[Placing], rules: ChampionshipRules) -> Sum:
    """The events of one person with what counts, and half wins and spread of these."""
    points = {row.event: half_points_of(row, rules) for row in rows}
    best_first = sorted(points, key=lambda event: (-points[event], event))
    counting = set(best_first[: rules.best or None])
    events = tuple(
        CountedEvent(row.event, row.place, points[row.event], row.event in counting)
        for row in sorted(rows, key=lambda row: row.event)
    )
    counted = [row for row in rows if row.event in counting]
    return events, sum(row.half_wins for row in counted), sum(row.spread for row in counted)


def _total(events: Iterable[CountedEvent]) -> int:
    return sum(row.half_points for row in events if row.counts)


def _key(of: Sum) -> tuple[int, tuple[int, ...], int, int]:
    """What the order goes by, the best first."""
    events, half_wins, spread = of
    each = tuple(sorted(-row.half_points for row in events if row.counts))
    return -_total(events), each, -half_wins, -spread


def rules_from(values: Mapping[str, object]) -> ChampionshipRules:
    """The rules as they are stored; unknown names are left out. Raises `ValueError` for what is no rule."""
    table = values.get("table") or ()
    assert isinstance(table, list | tuple)
    numbers = {
        name: int(str(values.get(name) or 0)) for name in ("best", "qualify", "qualify_each")
    }
    return ChampionshipRules(
        Scoring(str(values.get("scoring") or "place")),
        tuple(int(points) for points in table),
        **numbers,
    )
