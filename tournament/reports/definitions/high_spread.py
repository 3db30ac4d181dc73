"""The widest wins of an event."""

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
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    Column("name", _lazy("Name")),
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("opponent_score", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    Column("opponent", _lazy("Against")),
    *WHERE,
)


class HighSpreadReport(Definition):
    """The widest wins: the greatest margins of one game.

    Caps on spread do not matter here.
    """

    title = "High spread"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list("high_spread", self.title, event, options, printed_at, COLUMNS, _margins)


def _margins(section: Section) -> Iterator[Best]:
    for side in section.sides:
        margin = side.winning_margin
        if margin is not None:
            yield Best(
                margin,
                (
                    Cell(margin, Emphasis.STRONG),
                    section.name(side.number),
                    side.score,
                    side.opponent_score,
                    section.name(side.opponent),
                    side.round,
                    side.board,
                ),
            )
