"""How well everybody adds up: the announced scores of recorded games against the correct ones."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.recorded import arithmetic, by_player
from tournament.models import Event
from tournament.reports.contests import played
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Row, Table
from tournament.reports.request import WhichPlay

COLUMNS = (
    Column("name", _lazy("Name")),
    Column("announced", _lazy("Announced"), Kind.INTEGER, name=_lazy("Scores announced")),
    Column("right", _lazy("Right"), Kind.INTEGER, name=_lazy("Announced as they are")),
    Column("accuracy", _lazy("Right, %"), Kind.AVERAGE, name=_lazy("Announced right, percent")),
    Column("over", _lazy("Too many"), Kind.INTEGER, name=_lazy("Points announced too many")),
    Column("under", _lazy("Too few"), Kind.INTEGER, name=_lazy("Points announced too few")),
)


class Arithmetic(Definition):
    """Of the scores everybody announced in recorded games, how many are correct; the best first.

    Only plays that stand count, and only scores that were announced.
    """

    title = "Accuracy of announced scores"
    group = "Recorded games"
    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for an unknown division."""
        seen = played(event, options.division, options.audience)
        counted = [
            (sums, seen.section(division).name(number), division)
            for (division, number), turns in by_player(seen.turns(event)).items()
            if (sums := arithmetic(turns))
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
                *seen.in_division(division),
            )
            for sums, name, division in counted
        )
        table = Table(
            "rows",
            (*COLUMNS, *seen.division_column),
            (Group(rows),) if rows else (),
            empty=_("No announced score is recorded."),
        )
        return report_on(
            "arithmetic",
            self.title,
            event,
            seen.divisions,
            printed_at,
            round_number=seen.after,
            sections=(table,),
            notes=seen.notes,
        )
