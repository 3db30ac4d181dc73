"""Every challenge of the recorded games, won or lost."""

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
    Column("challenge", _lazy("Challenge")),
    Column("word", _lazy("Word challenged off")),
    Column("opponent", _lazy("Against")),
)


class Challenges(Definition):
    """Every challenge in the games recorded turn by turn, and who challenged how often.

    Won: the play was taken back. Lost: a turn or points were lost over it. A challenge in vain that
    cost nothing leaves no trace in the record, and is not here.
    """

    title = "Challenges"
    group = "Recorded games"
    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The lists. Raises `CannotReport` for an unknown division."""
        return recorded_turns(
            "challenges",
            self.title,
            event,
            options,
            printed_at,
            counts=[
                (Column("won", _("Won"), Kind.INTEGER), lambda turn: turn.did is Did.CHALLENGE_WON),
                (
                    Column("lost", _("Lost"), Kind.INTEGER),
                    lambda turn: turn.did is Did.CHALLENGE_LOST,
                ),
            ],
            columns=COLUMNS,
            cells=lambda turn, other: (
                _("won") if turn.did is Did.CHALLENGE_WON else _("lost"),
                turn.word,
                other,
            ),
            empty=_("Nobody has challenged."),
        )
