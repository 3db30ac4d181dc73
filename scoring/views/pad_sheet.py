"""The sheet of the score pad: its rows with messages, in one column for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.audit.findings import Code
from scoring.engine.board.proof import Proof
from scoring.engine.game.turns import TurnKind
from scoring.queries.flips import Flip, flip_by_ruling
from scoring.queries.sheets import GameSheet, SheetRow
from scoring.queries.turn_preview import unplayable_reasons
from scoring.wording.engine import finding_sentence, sentence


@dataclass(frozen=True)
class PadLine:
    """One row of a column of the sheet."""

    row: SheetRow
    name: str
    difference: int
    proof: Proof | None
    unplayable_reasons: tuple[str, ...]
    remarks: tuple[str, ...]
    """Findings about the turn that are not score differences, as sentences."""
    provisional: bool
    """Whether the line's total includes a difference without a ruling; until then the correct score counts."""
    is_last: bool
    flip: Flip | None = None
    """The change of winner caused by the line's ruling, regardless of later rulings; None if it caused none."""

    @property
    def marks(self) -> tuple[str, ...]:
        """Codes for remarkable plays; see `Proof.marks`."""
        return self.proof.marks if self.proof else ()

    @property
    def slips(self) -> tuple[str, ...]:
        """The likely slips behind a difference."""
        return tuple(
            sentence(slip)
            for finding in self.row.findings
            if finding.announced == self.row.announced and finding.correct == self.row.correct
            for slip in finding.likely_slips
        )

    @property
    def is_score_correct(self) -> bool:
        """Whether a score was announced and is correct."""
        scored = self.row.turn.kind in (TurnKind.PLAY, TurnKind.END_RACK)
        announced = self.row.announced is not None
        return scored and announced and not self.row.differs and not self.unplayable_reasons

    @property
    def has_messages(self) -> bool:
        """Whether the line has messages below it."""
        return (self.row.differs and not self.row.taken_back) or bool(
            self.unplayable_reasons or self.remarks
        )


@dataclass(frozen=True)
class PadColumn:
    """One player's column."""

    seat: int
    name: str
    total: int
    lines: tuple[PadLine, ...]
    provisional: bool
    """Whether the total includes a difference without a ruling."""
    is_to_move: bool


def lines_of(sheet: GameSheet, flips: Sequence[Flip] = ()) -> list[PadLine]:
    """Return the rows of the sheet in order, each with the change of winner caused by its ruling."""
    lines = []
    waiting: set[int] = set()
    for index, row in enumerate(sheet.rows):
        unfit = unplayable_reasons(sheet.replay, index)
        if row.needs_ruling and not sheet.game.finished_at:
            waiting.add(row.seat)
        lines.append(
            PadLine(
                row=row,
                name=sheet.names[row.seat],
                difference=(row.announced or 0) - row.correct if row.differs else 0,
                proof=sheet.proofs.get(index),
                unplayable_reasons=unfit,
                remarks=_remarks(row, unfit),
                provisional=row.seat in waiting,
                is_last=index == len(sheet.rows) - 1,
                flip=flip_by_ruling(row.ruling, row.number, flips),
            )
        )
    return lines


def _remarks(row: SheetRow, unfit: tuple[str, ...]) -> tuple[str, ...]:
    """Return findings that are not score differences, without the name already shown in the column.

    They include a total that was added up wrongly, with the likely slip.
    """
    return tuple(
        finding_sentence(finding, without_name=True)
        for finding in row.findings
        if finding.code not in (Code.PLAY_SCORE, Code.SCORE_MISSING, Code.TOTAL_MISSING)
        and sentence(finding.message) not in unfit
        and not (
            row.differs and finding.announced == row.announced and finding.correct == row.correct
        )
    )


def columns_of(sheet: GameSheet, lines: list[PadLine]) -> list[PadColumn]:
    """Return the columns of the sheet, in the order of the seats."""
    over = sheet.replay.has_ended or sheet.game.finished_at is not None
    return [
        PadColumn(
            seat=seat + 1,
            name=name,
            total=sheet.totals[seat],
            lines=tuple(line for line in lines if line.row.seat == seat),
            provisional=any(line.provisional for line in lines if line.row.seat == seat),
            is_to_move=not over and sheet.replay.to_move == seat,
        )
        for seat, name in enumerate(sheet.names)
    ]
