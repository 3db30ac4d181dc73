"""The boards without results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.progress import Meeting
from tournament.queries.results.division_games import DivisionGames
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Look, Table
from tournament.reports.report_options import ResultsOptions

COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("first", _lazy("Goes first")),
    Column("first_score", _lazy("Score"), Kind.SCORE, name=_lazy("First player’s score"), width=7),
    Column("second", _lazy("Goes second")),
    Column(
        "second_score", _lazy("Score"), Kind.SCORE, name=_lazy("Second player’s score"), width=7
    ),
)


class MissingResults(DivisionDefinition):
    """Every published board without a result, with room to write down the scores.

    Covers all rounds and divisions, earliest rounds first, for a walk around the hall.
    """

    title = "Missing results"
    group = "For the round"

    def tables(self, play: DivisionGames, options: ResultsOptions) -> tuple[Table]:
        """Return the table of a division's boards without a result."""
        rows = tuple(
            (
                meeting.round,
                meeting.board,
                f"{meeting.first} {play.name(meeting.first)}",
                None,
                f"{meeting.second} {play.name(meeting.second)}",
                None,
            )
            for meeting in _missing_boards(play)
        )
        table = Table(
            "rows",
            COLUMNS,
            (Group(rows),),
            empty=_("No result is missing."),
            look=Look.GRID,
            row_height=22.0,
        )
        return (table,)

    def extra_fields(
        self, plays: Sequence[DivisionGames], options: ResultsOptions
    ) -> dict[str, Any]:
        """Return the number of boards without a result as the subtitle."""
        count = sum(len(_missing_boards(play)) for play in plays)
        return {"subtitle": ngettext("{count} board", "{count} boards", count).format(count=count)}


def _missing_boards(play: DivisionGames) -> list[Meeting]:
    return [
        meeting
        for meeting in play.meetings
        if play.lacks_result(meeting) and meeting.board is not None
    ]
