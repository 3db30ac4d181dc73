"""The results of a round by board, with the missing ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.wording.phrases import comma_list
from tournament.engine.progress import Meeting
from tournament.engine.results import result_values
from tournament.reports.framing import options_for_rounds
from tournament.reports.per_division import RoundDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table, Value
from tournament.reports.report_options import RoundOptions
from tournament.reports.seating import DivisionRound, no_opponent_text

COLUMNS = (
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("first_number", _lazy("No."), Kind.INTEGER, name=_lazy("First player’s number")),
    Column("first", _lazy("Went first")),
    Column("first_score", _lazy("Score"), Kind.SCORE, name=_lazy("First player’s score")),
    Column("second_score", _lazy("Score"), Kind.SCORE, name=_lazy("Second player’s score")),
    Column("second", _lazy("Went second")),
    Column("second_number", _lazy("No."), Kind.INTEGER, name=_lazy("Second player’s number")),
    Column("spread", _lazy("Spread"), Kind.SPREAD, name=_lazy("First player’s spread")),
)


class RoundResults(RoundDefinition):
    """The results of a round by board: names, scores, spread, and the missing boards.

    The winner is in bold. By default, the report covers every division and the latest published round.
    """

    title = "Results of a round"
    group = "For the round"
    Options = RoundOptions
    folder_options = staticmethod(options_for_rounds)

    def tables(self, paired_round: DivisionRound, options: RoundOptions) -> tuple[Table]:
        """Return the results of a division."""
        rows = tuple(_row(paired_round, meeting) for meeting in paired_round.meetings)
        return (
            Table("rows", COLUMNS, (Group(rows),), empty=_("No players are paired in this round.")),
        )

    def extra_fields(
        self, rounds: Sequence[DivisionRound], options: RoundOptions
    ) -> dict[str, Any]:
        """Return the number of missing results as the subtitle, and the notes that name their boards."""
        count = sum(len(_missing_boards(paired_round)) for paired_round in rounds)
        missing = ngettext("{count} result missing", "{count} results missing", count)
        return {
            "subtitle": missing.format(count=count) if count else "",
            "notes": [
                note for paired_round in rounds for note in _missing_boards_sentences(paired_round)
            ],
            "for_hall": True,
        }


def _row(round_: DivisionRound, meeting: Meeting) -> Row:
    name = round_.play.name
    first: Value | Cell = name(meeting.first)
    second: Value | Cell = name(meeting.second) or no_opponent_text(meeting.outcome)
    spread = None
    if meeting.outcome is not None:
        one, other = result_values(meeting.outcome, meeting.first_score, meeting.second_score)
        spread = one.spread
        if one.half_points == 2:
            first = Cell(name(meeting.first), Emphasis.STRONG)
        elif other.half_points == 2:
            second = Cell(name(meeting.second), Emphasis.STRONG)
    return (
        meeting.board,
        meeting.first,
        first,
        meeting.first_score if meeting.has_scores else None,
        meeting.second_score if meeting.has_scores else None,
        second,
        meeting.second or None,
        spread,
    )


def _missing_boards(round_: DivisionRound) -> list[Meeting]:
    """Return the boards without a result."""
    return [meeting for meeting in round_.boards if meeting.outcome is None]


def _missing_boards_sentences(round_: DivisionRound) -> list[str]:
    """Return a list with the sentence that names the boards without a result; empty if all results are in."""
    boards = _missing_boards(round_)
    if not boards:
        return []
    name = round_.play.name
    pairs = (
        _("board {board} ({first} and {second})").format(
            board=meeting.board, first=name(meeting.first), second=name(meeting.second)
        )
        for meeting in boards
    )
    return [_("Missing: {boards}.").format(boards=comma_list(pairs))]
