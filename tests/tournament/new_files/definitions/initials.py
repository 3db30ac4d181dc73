"""A new report: the players' initials."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.queries.results.division_games import DivisionGames
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Table
from tournament.reports.report_options import audience_option, division_option, report_option

COLUMNS = (Column("number", "No.", Kind.INTEGER, name="Number"), Column("initials", "Initials"))


class Initials(DivisionDefinition):
    """Everybody's initials, to be scratched into the clocks."""

    title = "Initials of everybody"
    group = "Setting up"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Options of the report."""

        division: str = division_option()
        between: str = report_option("What stands between two letters.", ".")
        audience: str = audience_option()

    def tables(self, play: DivisionGames, options: Options) -> Iterator[Table]:
        """Yield the initials of each division."""
        rows = tuple(
            (person.number, options.between.join(word[0] for word in person.name.split()))
            for person in play.people
        )
        yield Table("rows", COLUMNS, (Group(rows),))
