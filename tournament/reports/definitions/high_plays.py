"""The highest plays of an event."""

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
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("word", _lazy("Word")),
    Column("square", _lazy("Square"), width=6),
    Column("name", _lazy("Name")),
    *WHERE,
)


class HighPlays(Definition):
    """The highest scores of one play, from the games recorded turn by turn.

    A play that was challenged off is none. Tiles that lay there already stand in brackets, blanks
    are small letters.
    """

    title = "High plays"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list(
            "high_plays",
            self.title,
            event,
            options,
            printed_at,
            COLUMNS,
            _plays,
            plays=True,
            empty=_("No game is recorded turn by turn."),
        )


def _plays(section: Section) -> Iterator[Best]:
    for play in section.plays:
        yield Best(
            play.score,
            (
                Cell(play.score, Emphasis.STRONG),
                play.word,
                play.coordinate,
                section.name(play.number),
                play.round,
                play.board,
            ),
        )
