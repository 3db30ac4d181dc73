"""Every play over two word premiums: nine-timers and double-doubles."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Event
from tournament.reports.definition import Definition
from tournament.reports.recorded_turns import recorded_turns
from tournament.reports.report import Column, Kind, Report
from tournament.reports.request import WhichPlay

COLUMNS = (
    Column("kind", _lazy("Times"), Kind.INTEGER, name=_lazy("Times the word")),
    Column("word", _lazy("Word")),
    Column("square", _lazy("Square"), width=6),
    Column("score", _lazy("Score"), Kind.SCORE),
    Column("opponent", _lazy("Against")),
)


class NineTimers(Definition):
    """Every play over two triple-word squares (times 9) or two double-word squares (times 4).

    From the games recorded turn by turn. A play that was challenged off is none.
    """

    title = "Nine-timers and double-doubles"
    group = "Recorded games"
    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """The lists. Raises `CannotReport` for an unknown division."""
        return recorded_turns(
            "nine_timers",
            self.title,
            event,
            options,
            printed_at,
            counts=[
                (
                    Column("nine_timers", _("Nine-timers"), Kind.INTEGER),
                    lambda turn: turn.is_nine_timer,
                ),
                (
                    Column("double_doubles", _("Double-doubles"), Kind.INTEGER),
                    lambda turn: turn.is_double_double,
                ),
            ],
            columns=COLUMNS,
            cells=lambda turn, other: (
                9 if turn.is_nine_timer else 4,
                turn.word,
                turn.coordinate,
                turn.score,
                other,
            ),
            empty=_("No nine-timer and no double-double is recorded."),
        )
