"""Every exchange of the recorded games."""

from __future__ import annotations

from datetime import datetime

from tournament.engine.recorded import Did
from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.recorded_turns import recorded_turns
from tournament.reports.report import Column, Kind, Report
from tournament.reports.request import WhichPlay

COLUMNS = (
    Column("tiles", "Tiles", Kind.INTEGER, name="How many tiles"),
    Column("which", "Which", name="Which tiles, where they are known"),
    Column("opponent", "Against"),
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
                    Column("exchanges", "Exchanges", Kind.INTEGER),
                    lambda turn: turn.did is Did.EXCHANGE,
                )
            ],
            columns=COLUMNS,
            cells=lambda turn, other: (turn.tiles or None, turn.word, other),
            empty="Nobody has exchanged tiles.",
        )
