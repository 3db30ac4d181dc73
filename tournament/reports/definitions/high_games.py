"""The highest scores, won or lost."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.best_games import GAME, HowMany, best_list, scores
from tournament.reports.definition import Definition
from tournament.reports.report import Column, Kind, Report

COLUMNS = (Column("score", _lazy("Score"), Kind.SCORE), *GAME)


class HighGames(Definition):
    """The highest scores of the event, won or lost.

    Games of which only the spread is known have no score and are not in the list.
    """

    title = "High games"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list(
            "high_games",
            self.title,
            event,
            options,
            printed_at,
            COLUMNS,
            lambda section: scores(section, lambda _: True),
        )
