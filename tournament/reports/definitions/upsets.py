"""The biggest upsets of an event."""

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
    Column("difference", _lazy("Points"), Kind.INTEGER, name=_lazy("Rating points between them")),
    Column("name", _lazy("Winner")),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    Column("opponent", _lazy("Beaten")),
    Column(
        "opponent_rating", _lazy("Rating"), Kind.INTEGER, name=_lazy("Rating of who was beaten")
    ),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    *WHERE,
)


class Upsets(Definition):
    """The wins against opponents rated highest above the winner. Both must be rated.

    Ratings are those the players entered with.
    """

    title = "Biggest upsets"
    group = "Best games"
    Options = HowMany

    def build(self, event: Event, options: HowMany, printed_at: datetime) -> Report:
        """The list. Raises `CannotReport` for a count that is none."""
        return best_list(
            "upsets",
            self.title,
            event,
            options,
            printed_at,
            COLUMNS,
            _upsets,
            empty=_("Nobody has beaten a higher rating."),
        )


def _upsets(section: Section) -> Iterator[Best]:
    for side in section.sides:
        own, other = section.people[side.number].rating, section.people[side.opponent].rating
        if side.won and own is not None and other is not None and other > own:
            yield Best(
                other - own,
                (
                    Cell(other - own, Emphasis.STRONG),
                    section.name(side.number),
                    own,
                    section.name(side.opponent),
                    other,
                    side.margin,
                    side.round,
                    side.board,
                ),
            )
