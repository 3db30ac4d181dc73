"""A new report: everybody's initials."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event
from tournament.queries.results.played import DivisionGames
from tournament.reports.definition import Definition
from tournament.reports.framing import a_table_each, report_on
from tournament.reports.report import Column, Group, Kind, Report, Table
from tournament.reports.request import division_option, report_option, requested_divisions

COLUMNS = (Column("number", "No.", Kind.INTEGER, name="Number"), Column("initials", "Initials"))


class Initials(Definition):
    """Everybody's initials, to be scratched into the clocks."""

    title = "Initials of everybody"
    group = "Setting up"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Whose initials, and how they are written."""

        division: str = division_option()
        between: str = report_option("What stands between two letters.", ".")

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The initials of a division, or of each."""

        def table(play: DivisionGames) -> Table:
            rows = tuple(
                (person.number, options.between.join(word[0] for word in person.name.split()))
                for person in play.people
            )
            return Table("rows", COLUMNS, (Group(rows),))

        divisions = requested_divisions(event, options.division)
        tables = a_table_each(divisions, table)
        return report_on("initials", self.title, event, divisions, printed_at, sections=tables)
