"""The standings of each class of a division."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.queries.results.division_games import division_games
from tournament.queries.standings.standings import DivisionStandings
from tournament.reports.per_division import StandingsDefinition
from tournament.reports.report import Column, Group, Kind, Row, Table, hide_columns_if_empty
from tournament.reports.report_options import StandingsOptions
from tournament.reports.ties import RECORD_COLUMNS

COLUMNS = (
    Column("place", _lazy("Place"), Kind.INTEGER, name=_lazy("Place in the class")),
    Column("rank", _lazy("Rank"), Kind.INTEGER, name=_lazy("Rank in the division")),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    *RECORD_COLUMNS,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)


class StandingsByClass(StandingsDefinition):
    """The standings of each rating class, with the place in the class and the rank in the division.

    Players without a class are not listed.
    """

    title = "Standings by class"
    group = "Standings and records"

    def tables(self, standings: DivisionStandings, options: StandingsOptions) -> tuple[Table]:
        """Return a table of the division's classes in alphabetical order, each as a group of rows."""
        people = division_games(standings.division).by_number
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
            Group(tuple(classes[of]), title=_("Class {name}").format(name=of))
            for of in sorted(classes)
        )
        table = Table(
            "rows",
            COLUMNS,
            groups,
            group_head=_("Class"),
            empty=_("No players have been put into classes."),
        )
        return (hide_columns_if_empty(table, "rating"),)
