"""The highest winning scores."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.best_games import OF_ONE_RESULT, HowMany, best_list, scores
from tournament.reports.definition import Definition
from tournament.reports.report import Column, Kind, Report

COLUMNS = (Column("score", _lazy("Score"), Kind.SCORE), *OF_ONE_RESULT)


class HighWins(Definition):
    """The highest scores that won their game.

    A tied game is not a win.
    """

    title = "High wins"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list(
            "high_wins",
            self.title,
            event,
            options,
            printed_at,
            COLUMNS,
            lambda section: scores(section, lambda side: side.won),
        )
