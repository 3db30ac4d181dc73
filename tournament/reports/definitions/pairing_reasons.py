"""The pairings of a round with the reasons for each board, to show to players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Division, Event, Round
from tournament.queries.rounds.explanations import ExplainedBoard, ExplainedRound, explain_round
from tournament.queries.rounds.rounds import round_summaries
from tournament.reports.definition import Definition
from tournament.reports.framing import options_for_division_rounds
from tournament.reports.report import (
    Column,
    Group,
    Kind,
    Report,
    Row,
    Section,
    Table,
    Text,
    division_title,
)
from tournament.reports.report_options import (
    CannotReport,
    report_option,
    requested_division,
    round_option,
)


class PairingReasons(Definition):
    """The reasons for the pairings of a round: for every board, for the bye, and for who goes first.

    For the director, to show to a player on the screen or on paper. It does not mention who is kept apart
    from whom. If you give a player’s number, it shows that player's board only.
    """

    title = "Pairings with reasons"
    group = "For the round"
    for_paper = True
    private = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The round, and the player whose board is shown."""

        division: str = report_option(
            "The division. Required if the event has several divisions.", ""
        )
        round: int | None = round_option("the latest round")
        player: int | None = report_option("Only this player's board, by number.", None)

    def folder_options(self, event: Event) -> list[Any]:
        """Return options for every round of each division."""
        return options_for_division_rounds(event, PairingReasons.Options)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the pairings of one round with their reasons.

        Raise `CannotReport` for an unknown division or round, or if the requested player is not in the round.
        """
        division = requested_division(event, options.division)
        round_ = _requested_round(division, options.round)
        explanation = explain_round(division, round_)
        rows = explanation.rows
        if options.player is not None:
            rows = tuple(
                row
                for row in rows
                if options.player in (row.first.number, row.second.number if row.second else 0)
            )
            if not rows:
                raise CannotReport(
                    _("Player number {player} is not in {round_}.").format(
                        player=options.player, round_=round_
                    )
                )
        return Report(
            key="pairing_reasons",
            title=_("Pairings with reasons"),
            event=event.name,
            event_slug=event.slug,
            printed_at=printed_at,
            division=division.name,
            round_number=round_.number,
            subtitle=explanation.how,
            sections=tuple(_sections(explanation, rows, alone=options.player is not None)),
            notes=tuple(_notes(explanation)),
            draft=not round_.is_public,
        )


def _requested_round(division: Division, number: int | None) -> Round:
    rounds = [summary.round for summary in round_summaries(division)]
    if not rounds:
        raise CannotReport(
            _("{division} has no rounds yet.").format(division=division_title(division.name))
        )
    if number is None:
        return rounds[-1]
    for round_ in rounds:
        if round_.number == number:
            return round_
    known = ", ".join(str(round_.number) for round_ in rounds)
    raise CannotReport(
        _("{division} has no round {number}. Rounds: {known}.").format(
            division=division_title(division.name), number=number, known=known
        )
    )


def _sections(
    explanation: ExplainedRound, rows: tuple[ExplainedBoard, ...], *, alone: bool
) -> Iterator[Section]:
    yield Table(
        key="rows",
        columns=(
            Column("board", _("Board"), Kind.INTEGER),
            Column("first", _("First")),
            Column("first_record", _("So far"), width=12),
            Column("second", _("Second")),
            Column("second_record", _("So far"), name=_("So far, second player"), width=12),
            Column("why", _("Why"), width=44),
        ),
        groups=(Group(tuple(_row(row) for row in rows)),),
    )
    if explanation.gibsonized and not alone:
        yield Text(explanation.gibsonized, _("Gibsonized"), key="gibsonized")


def _row(row: ExplainedBoard) -> Row:
    return (
        row.board,
        str(row.first),
        row.first.record,
        str(row.second) if row.second else _("has the bye"),
        row.second.record if row.second else "",
        "; ".join(row.reasons),
    )


def _notes(explanation: ExplainedRound) -> Iterator[str]:
    if explanation.source_round:
        yield _(
            "“So far” is the record after round {source_round}, on which this pairing is based."
        ).format(source_round=explanation.source_round)
    if explanation.round.seed:
        yield _("Random choices were made with seed {seed} and can be repeated.").format(
            seed=explanation.round.seed
        )
