"""Every bingo of the recorded games."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.recorded import Did
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.recorded_turns import recorded_turns
from tournament.reports.report import Column, Kind, Report
from tournament.reports.request import WhichPlay

COLUMNS = (
    Column("word", _lazy("Word")),
    Column("square", _lazy("Square"), width=6),
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("opponent", _lazy("Against")),
)


class Bingos(Definition):
    """Every play of a whole rack in the games recorded turn by turn, and who made how many.

    Phonies that were challenged off are none.
    """

    title = "Bingos"
    group = "Recorded games"
    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The lists. Raises `CannotReport` for an unknown division."""
        return recorded_turns(
            "bingos",
            self.title,
            event,
            options,
            printed_at,
            counts=[
                (
                    Column("bingos", _("Bingos"), Kind.INTEGER),
                    lambda turn: turn.is_bingo and turn.did is Did.PLAY,
                )
            ],
            columns=COLUMNS,
            cells=lambda turn, other: (turn.word, turn.coordinate, turn.score, other),
            empty=_("No bingo is recorded."),
        )
