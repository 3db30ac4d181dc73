"""Every phony that was challenged off in the recorded games."""

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
    Column("score", _lazy("Lost"), Kind.SCORE, name=_lazy("Points taken back")),
    Column("opponent", _lazy("Challenged by")),
)


class Phonies(Definition):
    """Every play that was challenged off in the games recorded turn by turn, and who tried how many.

    A phony that nobody challenged is a word like any other here.
    """

    title = "Phonies"
    group = "Recorded games"
    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The lists. Raises `CannotReport` for an unknown division."""
        return recorded_turns(
            "phonies",
            self.title,
            event,
            options,
            printed_at,
            counts=[
                (Column("phonies", _("Phonies"), Kind.INTEGER), lambda turn: turn.did is Did.PHONY)
            ],
            columns=COLUMNS,
            cells=lambda turn, other: (turn.word, turn.coordinate, turn.score, other),
            empty=_("No play was challenged off."),
        )
