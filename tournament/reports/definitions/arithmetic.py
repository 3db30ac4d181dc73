"""The accuracy of announced scores in recorded games."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.turn_figures import announced_figures, turns_by_player
from tournament.models import Event
from tournament.reports.contests import DivisionContest
from tournament.reports.per_division import GamesDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import ResultsOptions

COLUMNS = (
    Column("name", _lazy("Name")),
    Column("announced", _lazy("Announced"), Kind.INTEGER, name=_lazy("Scores announced")),
    Column("right", _lazy("Right"), Kind.INTEGER, name=_lazy("Correct announcements")),
    Column(
        "accuracy", _lazy("Right, %"), Kind.AVERAGE, name=_lazy("Correct announcements, percent")
    ),
    Column("over", _lazy("Too many"), Kind.INTEGER, name=_lazy("Points above the correct scores")),
    Column("under", _lazy("Too few"), Kind.INTEGER, name=_lazy("Points below the correct scores")),
)


class Arithmetic(GamesDefinition):
    """The share of correctly announced scores of each player in recorded games, best first.

    Only announced scores of plays that were not challenged off count.
    """

    title = "Accuracy of announced scores"
    group = "Recorded games"
    Options = ResultsOptions

    def content(
        self, seen: DivisionContest, event: Event, options: ResultsOptions
    ) -> dict[str, Any]:
        """Return the list of players by accuracy."""
        counted = [
            (sums, seen.section(division).name(number), division)
            for (division, number), turns in turns_by_player(seen.turns(event)).items()
            if (sums := announced_figures(turns))
        ]
        counted.sort(key=lambda line: (-line[0].accuracy, -line[0].announced, line[1]))
        rows: tuple[Row, ...] = tuple(
            (
                name,
                sums.announced,
                sums.right,
                Cell(round(sums.accuracy, 1), Emphasis.STRONG),
                sums.over,
                sums.under,
                *seen.division_cells(division),
            )
            for sums, name, division in counted
        )
        table = Table(
            "rows",
            (*COLUMNS, *seen.division_column),
            (Group(rows),),
            empty=_("No announced score has been recorded."),
        )
        return {"sections": (table,)}
