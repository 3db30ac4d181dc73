"""The games won from farthest behind."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.prizes.contest import Section
from tournament.models import Event
from tournament.reports.best_games import WHERE, Best, HowMany, best_list
from tournament.reports.definition import Definition
from tournament.reports.report import Cell, Column, Emphasis, Kind, Report

COLUMNS = (
    Column("behind", _lazy("Behind"), Kind.SCORE, name=_lazy("Most points behind")),
    Column("name", _lazy("Winner")),
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("opponent_score", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    Column("opponent", _lazy("Against")),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    *WHERE,
)


class Comebacks(Definition):
    """The games won after being farthest behind, from the games recorded turn by turn.

    How far behind is the greatest difference after any turn, by the scores that count.
    """

    title = "Comebacks"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list(
            "comebacks",
            self.title,
            event,
            options,
            printed_at,
            COLUMNS,
            _comebacks,
            plays=True,
            empty=_("No recorded game was won from behind."),
        )


def _comebacks(section: Section) -> Iterator[Best]:
    for side, deficit in section.comebacks:
        yield Best(
            deficit,
            (
                Cell(deficit, Emphasis.STRONG),
                section.name(side.number),
                side.score,
                side.opponent_score,
                section.name(side.opponent),
                side.margin,
                side.round,
                side.board,
            ),
        )
