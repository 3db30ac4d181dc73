"""The roster: everybody entered, by division."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.queries.results.played import DivisionGames
from tournament.reports.definition import Definition
from tournament.reports.framing import a_table_each, report_on
from tournament.reports.report import Column, Group, Kind, Report, Table, sparing
from tournament.reports.request import division_option, requested_divisions

COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("sort_name", _lazy("Name to sort by"), data_only=True),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    Column("rating_class", _lazy("Class"), width=6),
    Column("team", _lazy("Team")),
    Column("withdrawn_after", _lazy("Left after round"), Kind.INTEGER, data_only=True),
    Column("state", "", name=_lazy("State")),
)


class Roster(Definition):
    """Everybody entered: number, name, rating, class and team, by division."""

    title = "Roster"
    group = "Setting up"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Which roster."""

        division: str = division_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The roster of a division, or of each."""
        divisions = requested_divisions(event, options.division)
        tables = a_table_each(divisions, _table)
        count = sum(1 for table in tables for _ in table.rows)
        return report_on(
            "roster",
            self.title,
            event,
            divisions,
            printed_at,
            subtitle=ngettext("{count} player", "{count} players", count).format(count=count),
            sections=tables,
        )


def _table(play: DivisionGames) -> Table:
    rows = tuple(
        (
            person.number,
            person.name,
            person.sort_name,
            person.rating,
            person.rating_class,
            person.team,
            person.left_after,
            _left(person.left_after),
        )
        for person in play.people
    )
    groups = (Group(rows),) if rows else ()
    table = Table("rows", COLUMNS, groups, empty=_("No players yet."))
    return sparing(table, "rating", "rating_class", "team", "state")


def _left(after: int | None) -> str:
    if after is None:
        return ""
    return _("left after round {after}").format(after=after) if after else _("left before round 1")
