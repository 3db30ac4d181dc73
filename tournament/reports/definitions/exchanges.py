"""Every exchange of the recorded games."""

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
    Column("tiles", _lazy("Tiles"), Kind.INTEGER, name=_lazy("How many tiles")),
    Column("which", _lazy("Which"), name=_lazy("Which tiles, where they are known")),
    Column("opponent", _lazy("Against")),
)


class Exchanges(Definition):
    """Every exchange in the games recorded turn by turn, and who exchanged how often.

    Which tiles is known only where they were written down.
    """

    title = "Exchanges"
    group = "Recorded games"
    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The lists. Raises `CannotReport` for an unknown division."""
        return recorded_turns(
            "exchanges",
            self.title,
            event,
            options,
            printed_at,
            counts=[
                (
                    Column("exchanges", _("Exchanges"), Kind.INTEGER),
                    lambda turn: turn.did is Did.EXCHANGE,
                )
            ],
            columns=COLUMNS,
            cells=lambda turn, other: (turn.tiles or None, turn.word, other),
            empty=_("Nobody has exchanged tiles."),
        )
