"""The turns of a disputed game by player, as on the score sheet, with all figures for each turn."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.engine.dispute.dispute import Dispute, DisputeLine, SheetEntry
from scoring.queries.disputes import GameDispute
from scoring.queries.sheets import SheetRow
from scoring.views.dispute_findings import anchor_of, turn_label


@dataclass(frozen=True)
class SheetFigures:
    """The figures of one sheet for one turn."""

    written: SheetEntry | None
    wrong: bool
    """Whether the score is wrong, the row is missing or extra or, without plays, the sheets differ."""
    total_wrong: bool


@dataclass(frozen=True)
class PlayerTurn:
    """One turn of a player. A figure that does not exist is None."""

    number: int | None
    turn_label: str
    announced: int | None
    announced_wrong: bool
    figures: tuple[SheetFigures, ...]
    """The figures of each typed sheet."""
    correct: int | None
    counting_score: int | None
    """The score that counts, by a ruling or without one."""
    total: int | None
    """The running total that counts."""
    anchor: str
    """The anchor of the explanation of the turn, or "" if none is needed."""
    marks: tuple[str, ...] = ()
    disputed: bool = False
    is_first_divergence: bool = False


@dataclass(frozen=True)
class PlayerTurns:
    """A player's turns."""

    name: str
    rows: tuple[PlayerTurn, ...]
    final: int | None


def turns_by_player(dispute: GameDispute, anchors: Collection[str]) -> tuple[PlayerTurns, ...]:
    """Return the turns of every player of a recorded game; `anchors` are those of turns explained on the page."""
    comparison, game = dispute.comparison, dispute.sheet
    rows: list[tuple[int, PlayerTurn]] = (
        [
            (line.seat, _player_turn_of_line(line, dispute, comparison, anchors))
            for line in comparison.lines
        ]
        if comparison is not None
        else [(row.seat, _player_turn_of_row(row, anchors)) for row in game.rows]
    )
    return tuple(
        PlayerTurns(name, tuple(row for of, row in rows if of == seat), game.outcome.finals[seat])
        for seat, name in enumerate(game.names)
    )


def sheet_figures_of(
    line: DisputeLine, at: int, written: SheetEntry | None, comparison: Dispute
) -> SheetFigures:
    """Return the figures of sheet `at` (from 0) on a line, and which of them are wrong."""
    return SheetFigures(written, *comparison.wrong_figures(line, at))


def marks_of_line(line: DisputeLine, dispute: GameDispute, comparison: Dispute) -> tuple[str, ...]:
    """Return the marks beside a line: where the sheets part, and whether it has a ruling."""
    marks = []
    if line is comparison.first_sheet_difference:
        marks.append(_("The sheets differ"))
    elif line is comparison.first_divergence:
        marks.append(_("First difference"))
    if dispute.is_ruled(line):
        marks.append(_("Ruled"))
    return tuple(marks)


def _player_turn_of_row(row: SheetRow, anchors: Collection[str]) -> PlayerTurn:
    anchor = f"turn-{row.number}"
    wrong = row.differs and not row.taken_back
    return PlayerTurn(
        number=row.number,
        turn_label=row.label,
        announced=row.announced,
        announced_wrong=wrong,
        figures=(),
        correct=row.correct,
        counting_score=row.counts,
        total=row.total,
        anchor=anchor if anchor in anchors else "",
        marks=(_("Ruled"),) if row.ruling is not None else (),
        disputed=wrong or row.ruling is not None,
    )


def _player_turn_of_line(
    line: DisputeLine, dispute: GameDispute, comparison: Dispute, anchors: Collection[str]
) -> PlayerTurn:
    row, anchor = dispute.row(line), anchor_of(line)
    return PlayerTurn(
        number=line.turn,
        turn_label=turn_label(line, dispute),
        announced=row.announced if row else None,
        announced_wrong=row is not None and row.differs and not row.taken_back,
        figures=tuple(
            sheet_figures_of(line, at, written, comparison)
            for at, written in enumerate(line.written)
        ),
        correct=line.correct,
        counting_score=row.counts if row else line.correct,
        total=row.total if row else line.total,
        anchor=anchor if anchor in anchors else "",
        marks=marks_of_line(line, dispute, comparison),
        disputed=line.is_disputed or (row is not None and row.differs and not row.taken_back),
        is_first_divergence=line is comparison.first_divergence,
    )
