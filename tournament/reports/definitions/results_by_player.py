"""Every result of every player, by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import ProgressStep
from tournament.queries.results.division_games import DivisionGames, PrintedEntry
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Row, Table
from tournament.reports.report_options import audience_option, division_option, report_option
from tournament.reports.seating import no_opponent_text
from tournament.reports.ties import TIES
from tournament.wording.alphabet import alphabetical_key
from tournament.wording.letters import outcome_letter

COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("result", _lazy("W/L/T"), width=6),
    Column("own", _lazy("Own"), Kind.SCORE, name=_lazy("Own score")),
    Column("theirs", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    Column("opponent", _lazy("Opponent")),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    Column("wins", _lazy("Wins"), Kind.RECORD, name=_lazy("Wins so far")),
    Column("losses", _lazy("Losses"), Kind.RECORD, name=_lazy("Losses so far")),
    TIES,
    Column("total", _lazy("Total"), Kind.SPREAD, name=_lazy("Total spread")),
)


class ResultsByPlayer(DivisionDefinition):
    """Every result of every player, sorted by name: opponent, scores, and the record after the round.

    If you give a round, only the results of that round are listed.
    """

    title = "Results by player"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The results to include."""

        division: str = division_option()
        round: int | None = report_option("Only this round. Default: all rounds.", None)
        audience: str = audience_option()

    def tables(self, play: DivisionGames, options: Options) -> tuple[Table]:
        """Return the results of a division by player."""
        groups = tuple(
            Group(rows, title=f"{person.sort_name} ({person.number})")
            for person in sorted(play.people, key=lambda person: alphabetical_key(person.sort_name))
            if (rows := _rows(play, person, options.round))
        )
        empty = _("No game has been played yet.")
        return (Table("rows", COLUMNS, groups, group_head=_("Player"), empty=empty),)

    def extra_fields(self, plays: Sequence[DivisionGames], options: Options) -> dict[str, Any]:
        """Return the requested round as the round of the report; None for all rounds."""
        return {"round_number": options.round}


def _rows(play: DivisionGames, person: PrintedEntry, only: int | None) -> tuple[Row, ...]:
    return tuple(
        _row(play, step)
        for step in play.steps[person.number]
        if step.outcome is not None and only in (None, step.round)
    )


def _row(play: DivisionGames, step: ProgressStep) -> Row:
    return (
        step.round,
        outcome_letter(step.letter),
        step.own,
        step.theirs,
        play.name(step.opponent) or no_opponent_text(step.outcome),
        step.spread,
        step.half_wins / 2,
        step.half_losses / 2,
        step.ties,
        step.total_spread,
    )
