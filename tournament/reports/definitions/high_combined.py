"""The highest totals of both scores of a game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.prizes.contest import Section
from tournament.models import Event
from tournament.reports.best_games import WHERE, Best, HowMany, best_list
from tournament.reports.definition import Definition
from tournament.reports.report import Cell, Column, Emphasis, Kind, Report

COLUMNS = (
    Column("total", _lazy("Total"), Kind.SCORE),
    Column("name", _lazy("Name")),
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("opponent", _lazy("Against")),
    Column("opponent_score", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    *WHERE,
)


class HighCombinedReport(Definition):
    """The games whose two scores add up to the most.

    The winner is named first; of a tie, who went first.
    """

    title = "High combined scores"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list("high_combined", self.title, event, options, printed_at, COLUMNS, _totals)


def _totals(section: Section) -> Iterator[Best]:
    for index, side in enumerate(section.sides):
        named_first = side.won or (side.half_points == 1 and index % 2 == 0)
        if side.score is not None and named_first:
            yield Best(
                side.total,
                (
                    Cell(side.total, Emphasis.STRONG),
                    section.name(side.number),
                    side.score,
                    section.name(side.opponent),
                    side.opponent_score,
                    side.round,
                    side.board,
                ),
            )
