"""The standings of each class of a division."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Division, Event
from tournament.queries.results.played import division_games
from tournament.queries.standings.standings import DivisionStandings, division_standings
from tournament.reports.definition import Definition
from tournament.reports.framing import held_back_note, part_of, report_on
from tournament.reports.report import Column, Group, Kind, Report, Row, Table, sparing
from tournament.reports.request import (
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
)
from tournament.reports.ties import TIES

COLUMNS = (
    Column("place", _lazy("Place"), Kind.INTEGER, name=_lazy("Place in the class")),
    Column("rank", _lazy("Rank"), Kind.INTEGER, name=_lazy("Rank in the division")),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    Column("wins", _lazy("Wins"), Kind.RECORD),
    Column("losses", _lazy("Losses"), Kind.RECORD),
    TIES,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)


class StandingsByClass(Definition):
    """The standings of each rating class, with the place in the class and the rank in the division.

    Who is in no class is not listed.
    """

    title = "Standings by class"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Which standings."""

        division: str = division_option()
        round: int | None = report_option("After this round; the latest with a result.", None)
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The classes of a division, or of each."""
        divisions = requested_divisions(event, options.division)
        public = is_public(options.audience)
        standings = [
            division_standings(division, options.round, public=public) for division in divisions
        ]
        single = len(divisions) == 1
        after = {table.after for table in standings}
        return report_on(
            self,
            event,
            divisions,
            printed_at,
            round_number=(after.pop() or None) if len(after) == 1 else None,
            sections=tuple(
                part_of(_table(division, table), division, single=single)
                for division, table in zip(divisions, standings, strict=True)
            ),
            notes=held_back_note(any(table.held_back for table in standings)),
        )


def _table(division: Division, standings: DivisionStandings) -> Table:
    people = division_games(division).by_number
    classes: dict[str, list[Row]] = {}
    last: dict[str, tuple[int, int]] = {}
    for row in standings.rows:
        of = people[row.person.number].rating_class
        if not of:
            continue
        rows = classes.setdefault(of, [])
        rank, place = last.get(of, (0, 0))
        place = place if rank == row.line.rank else len(rows) + 1
        last[of] = (row.line.rank, place)
        rows.append(
            (
                place,
                row.line.rank,
                row.person.number,
                row.person.name,
                row.person.rating,
                row.line.half_wins / 2,
                row.line.half_losses / 2,
                row.line.ties,
                row.line.spread,
            )
        )
    groups = tuple(
        Group(tuple(classes[of]), title=_("Class {name}").format(name=of)) for of in sorted(classes)
    )
    table = Table("rows", COLUMNS, groups, group_head=_("Class"), empty=_("Nobody is in a class."))
    return sparing(table, "rating")
