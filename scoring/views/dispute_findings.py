"""The disputed turns of a game: slips, board, rulings, and possible decisions for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.engine.board.proof import Proof
from scoring.engine.dispute.dispute import Dispute, DisputeLine, Slip, SlipKind
from scoring.engine.game.turns import TurnKind
from scoring.models import Ruling
from scoring.queries.disputes import (
    GameDispute,
    SlipMessage,
    format_points,
    recorded_slip_messages,
    slip_messages,
)
from scoring.queries.flips import Flip, flip_by_ruling
from scoring.queries.sheets import SheetRow
from scoring.views.drawing import Drawing, draw
from scoring.views.row_choices import ProposedPoints, RowChoice, row_choice
from scoring.wording.phrases import comma_list


@dataclass(frozen=True)
class RefusedRuling:
    """A refused ruling: its entry, the typed reason, and the error message."""

    entry: int
    reason: str
    message: str


@dataclass(frozen=True)
class DisputedTurn:
    """A disputed turn: its slips, its board, its ruling and possible decisions."""

    anchor: str
    """The anchor on the page: ``turn-7``."""
    title: str
    slips: tuple[SlipMessage, ...]
    note: str
    proof: Proof | None
    correct: int | None
    drawing: Drawing | None
    caption: str
    row: SheetRow | None
    acceptable_figures: tuple[int, ...]
    """Wrong figures, announced or on a sheet, any of which the director may let stand."""
    reason: str = ""
    error: str = ""
    flip: Flip | None = None
    """The change of winner caused by the turn's ruling, regardless of later rulings; None if it caused none."""
    choice: RowChoice | None = None
    """The possible rulings on the row of a game without plays, otherwise None."""

    @property
    def entry_key(self) -> int:
        """The key of the entry of the turn, or 0 if the turn is not recorded."""
        return 0 if self.row is None else self.row.entry.pk

    @property
    def is_open(self) -> bool:
        """Whether the director can rule on the turn and has not done so."""
        return bool(self.acceptable_figures) and self.ruling is None

    @property
    def ruling(self) -> Ruling | None:
        """The ruling in force on the turn, or None if there is none."""
        return None if self.row is None else self.row.ruling

    @property
    def earlier_rulings(self) -> tuple[Ruling, ...]:
        """Superseded rulings on the turn, oldest first."""
        rulings = () if self.row is None else self.row.entry.rulings.all()
        gone = [ruling for ruling in rulings if ruling.superseded_at is not None]
        return tuple(sorted(gone, key=lambda ruling: ruling.pk))


def disputed_turns(
    dispute: GameDispute,
    refusal: RefusedRuling | None = None,
    flips: Sequence[Flip] = (),
    proposed: ProposedPoints | None = None,
) -> tuple[DisputedTurn, ...]:
    """Return every disputed turn in the order of the game, with any refused ruling at its turn.

    Without sheets, these are the turns that are wrong in the record.
    """
    comparison = dispute.comparison
    if comparison is not None:
        turns = [
            _disputed_turn_of_line(line, dispute, comparison, proposed) for line in comparison.lines
        ]
    else:
        turns = [
            _disputed_turn_of_row(row, dispute, recorded_slip_messages(row))
            for row in dispute.sheet.rows
        ]
    return tuple(
        _with_decision_or_refusal(turn, refusal, flips) for turn in turns if turn is not None
    )


def turn_label(line: DisputeLine, dispute: GameDispute) -> str:
    """Return the turn of a line as shown on the score sheet, or a label if it is not recorded.

    Return "" for a game without plays.
    """
    row = dispute.row(line)
    if row is not None:
        return row.label
    if line.kind is TurnKind.END_RACK:
        return _("final rack, not recorded")
    return _("no turn") if dispute.has_plays else ""


def unexplained_difference(line: DisputeLine, comparison: Dispute) -> str:
    """Return a message with the sheets' differing figures, or "" if no message is needed.

    No message is needed if the sheets agree, if fewer than two of them have a column for the player, or
    if plays are recorded and a slip explains the difference.
    """
    if not line.scores_differ or (comparison.with_plays and line.slips):
        return ""
    figures = [
        _("{player}’s sheet has no row for this turn").format(player=sheet.keeper)
        if figure is None
        else _("{player}’s sheet says {points}").format(
            player=sheet.keeper, points=format_points(figure.score)
        )
        for sheet, figure in zip(comparison.sheets, line.written, strict=True)
        if sheet.columns[line.seat] is not None
    ]
    if len(figures) < 2:
        return ""
    return _("The sheets differ: {figures}.").format(figures=comma_list(figures))


def _disputed_turn_of_line(
    line: DisputeLine,
    dispute: GameDispute,
    comparison: Dispute,
    proposed: ProposedPoints | None = None,
) -> DisputedTurn | None:
    """Return the disputed turn of a line, or None if the sheets agree and neither they nor the record are wrong."""
    row, diagram = dispute.row(line), dispute.board(line)
    slips = slip_messages(line, comparison)
    if (
        row is not None
        and row.differs
        and row.announced not in [slip.written for slip in line.slips]
    ):
        scoring = tuple(
            slip for slip in recorded_slip_messages(row) if slip.kind is SlipKind.SCORING
        )
        if not line.is_disputed:
            return _disputed_turn_of_row(row, dispute, scoring)
        slips += tuple(
            replace(slip, message=_("In the record: {message}").format(message=slip.message))
            for slip in scoring
        )
    if not line.is_disputed:
        return None
    return DisputedTurn(
        anchor=anchor_of(line),
        title=_title(line, dispute),
        slips=slips,
        note=unexplained_difference(line, comparison),
        proof=line.proof,
        correct=line.correct,
        drawing=draw(diagram) if diagram else None,
        caption=_("The board after turn {turn}.").format(turn=line.turn),
        row=row,
        acceptable_figures=_acceptable_figures(line.slips, row),
        choice=row_choice(line, dispute, comparison, proposed),
    )


def _disputed_turn_of_row(
    row: SheetRow, dispute: GameDispute, slips: tuple[SlipMessage, ...]
) -> DisputedTurn | None:
    """Return the disputed turn of a row that is wrong in the record, or None if there are no `slips`."""
    if not slips:
        return None
    is_play = row.turn.kind is TurnKind.PLAY
    return DisputedTurn(
        anchor=f"turn-{row.number}",
        title=_("Turn {turn}, {player}: {play}").format(
            turn=row.number, player=dispute.sheet.names[row.seat], play=row.play
        ),
        slips=slips,
        note="",
        proof=dispute.sheet.proofs.get(row.number - 1) if row.differs else None,
        correct=row.correct,
        drawing=draw(dispute.sheet.board(row.number)) if is_play else None,
        caption=_("The board after turn {turn}.").format(turn=row.number),
        row=row,
        acceptable_figures=_acceptable_figures((), row),
    )


def _with_decision_or_refusal(
    turn: DisputedTurn, refusal: RefusedRuling | None, flips: Sequence[Flip]
) -> DisputedTurn:
    """Return the turn with the change of winner caused by its ruling, and with any refused ruling."""
    if turn.row is None:
        return turn
    refused = turn.acceptable_figures and refusal is not None and refusal.entry == turn.row.entry.pk
    return replace(
        turn,
        reason=refusal.reason if refused and refusal else "",
        error=refusal.message if refused and refusal else "",
        flip=flip_by_ruling(turn.ruling, turn.row.number, flips),
    )


def anchor_of(line: DisputeLine) -> str:
    """Return the anchor of a line: ``turn-7``, or one with the line's number if no turn is recorded."""
    return f"turn-{line.turn}" if line.turn else f"turn-row-{line.number}"


def _title(line: DisputeLine, dispute: GameDispute) -> str:
    name, what = dispute.sheet.names[line.seat], turn_label(line, dispute)
    if line.turn is not None:
        title = _("Turn {turn}, {player}: {play}") if what else _("Turn {turn}, {player}")
    else:
        title = _("{player}, row {row}: {play}") if what else _("{player}, row {row}")
    return title.format(turn=line.turn, player=name, row=dispute.row_number(line), play=what)


def _acceptable_figures(slips: Sequence[Slip], row: SheetRow | None) -> tuple[int, ...]:
    """Return the wrong figures that may be ruled to stand, smallest first.

    Return () for a turn that is not a recorded play or end rack, and for a withdrawn play.
    """
    if row is None or row.turn.kind not in (TurnKind.PLAY, TurnKind.END_RACK) or row.taken_back:
        return ()
    figures = {
        slip.written for slip in slips if slip.kind is SlipKind.SCORING and slip.written is not None
    }
    if row.differs and row.announced is not None:
        figures.add(row.announced)
    return tuple(sorted(figures))
