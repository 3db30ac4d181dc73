"""Every result of every player, by name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import ProgressStep
from tournament.models import Event
from tournament.queries.results.played import DivisionGames, Participant
from tournament.reports.definition import Definition
from tournament.reports.framing import a_table_each, report_on
from tournament.reports.report import Column, Group, Kind, Report, Row, Table
from tournament.reports.request import (
    audience_option,
    division_option,
    is_public,
    report_option,
    requested_divisions,
)
from tournament.reports.seating import why_no_opponent
from tournament.reports.ties import TIES
from tournament.wording.alphabet import alphabetical
from tournament.wording.letters import letter

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


class ResultsByPlayer(Definition):
    """Every result of every player in the order of names: against whom, the scores, the record after it.

    With a round, the results of that round alone: everybody finds their own.
    """

    title = "Results by player"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """Whose results."""

        division: str = division_option()
        round: int | None = report_option("Only this round; every round when not given.", None)
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The results. Raises `CannotReport` for an unknown division."""
        divisions = requested_divisions(event, options.division)
        tables = a_table_each(
            divisions,
            lambda play: _table(play.published, options.round),
            public=is_public(options.audience),
        )
        return report_on(
            "results_by_player",
            self.title,
            event,
            divisions,
            printed_at,
            round_number=options.round,
            sections=tables,
        )


def _table(play: DivisionGames, only: int | None) -> Table:
    groups = tuple(
        Group(rows, title=f"{person.sort_name} ({person.number})")
        for person in sorted(play.people, key=lambda person: alphabetical(person.sort_name))
        if (rows := _rows(play, person, only))
    )
    return Table("rows", COLUMNS, groups, group_head=_("Player"), empty=_("No game is played yet."))


def _rows(play: DivisionGames, person: Participant, only: int | None) -> tuple[Row, ...]:
    return tuple(
        _row(play, step)
        for step in play.steps[person.number]
        if step.outcome is not None and only in (None, step.round)
    )


def _row(play: DivisionGames, step: ProgressStep) -> Row:
    return (
        step.round,
        letter(step.letter),
        step.own,
        step.theirs,
        play.name(step.opponent) or why_no_opponent(step.outcome),
        step.spread,
        step.half_wins / 2,
        step.half_losses / 2,
        step.ties,
        step.total_spread,
    )
