"""The disputed turns of a game: what is wrong with each, the board, what was ruled and what can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.engine.board.proof import Proof
from scoring.engine.dispute.dispute import Dispute, Line, Slip, SlipKind
from scoring.engine.game.turns import Kind
from scoring.models import Ruling
from scoring.queries.disputes import (
    GameDispute,
    SlipMessage,
    points_shown,
    record_messages,
    slip_messages,
)
from scoring.queries.outcomes import Flip, flip_by
from scoring.queries.sheets import Row
from scoring.views.drawing import Drawing, draw
from scoring.views.row_choices import Proposed, RowChoice, row_choice
from scoring.wording.phrases import comma_list


@dataclass(frozen=True)
class RefusedRuling:
    """A ruling that was not accepted: the entry it was about, the reason typed, and why not."""

    entry: int
    reason: str
    message: str


@dataclass(frozen=True)
class DisputedTurn:
    """A disputed turn: what is wrong with it, the board, what was ruled and what can be."""

    anchor: str
    """Where it stands on the page: ``turn-7``."""
    title: str
    slips: tuple[SlipMessage, ...]
    note: str
    proof: Proof | None
    correct: int | None
    drawing: Drawing | None
    caption: str
    row: Row | None
    standing: tuple[int, ...]
    """Wrong figures of the sheets, any of which the director may let stand."""
    reason: str = ""
    error: str = ""
    flip: Flip | None = None
    """The flip that its ruling brought, whatever was ruled since."""
    choice: RowChoice | None = None
    """What can be ruled for the row where no plays are recorded."""

    @property
    def entry_key(self) -> int:
        """The key of the entry of the turn; 0 where none is recorded."""
        return 0 if self.row is None else self.row.entry.pk

    @property
    def is_open(self) -> bool:
        """Whether the director can rule on the turn and nobody has."""
        return bool(self.standing) and self.ruling is None

    @property
    def ruling(self) -> Ruling | None:
        """The standing ruling on the turn."""
        return None if self.row is None else self.row.ruling

    @property
    def earlier(self) -> tuple[Ruling, ...]:
        """Rulings on the turn that another has superseded, the oldest first."""
        rulings = () if self.row is None else self.row.entry.rulings.all()
        gone = [ruling for ruling in rulings if ruling.superseded_at is not None]
        return tuple(sorted(gone, key=lambda ruling: ruling.pk))


def findings(
    dispute: GameDispute,
    refusal: RefusedRuling | None = None,
    flips: Sequence[Flip] = (),
    proposed: Proposed | None = None,
) -> tuple[DisputedTurn, ...]:
    """Every disputed turn in the order of the game; what was refused stands with its turn.

    Without sheets those are the turns that are wrong on the record itself.
    """
    comparison = dispute.comparison
    if comparison is not None:
        turns = [_of_line(line, dispute, comparison, proposed) for line in comparison.lines]
    else:
        turns = [_of_row(row, dispute, record_messages(row)) for row in dispute.sheet.rows]
    return tuple(_decided(turn, refusal, flips) for turn in turns if turn is not None)


def what_of(line: Line, dispute: GameDispute) -> str:
    """What was done, as the score sheet shows it."""
    row = dispute.row(line)
    if row is not None:
        play = f"{row.turn.coordinate} {row.word}".strip()
        return _("{play}, taken back").format(play=play) if row.taken_back else play
    if line.kind is Kind.END_RACK:
        return _("rack, not recorded")
    return _("no turn") if dispute.with_plays else ""


def note_of(line: Line, comparison: Dispute) -> str:
    """What to say of a turn beside its slips."""
    if not line.scores_differ or (comparison.with_plays and line.slips):
        return ""
    figures = [
        _("{player}’s sheet has no row").format(player=sheet.keeper)
        if figure is None
        else _("{player}’s sheet says {points}").format(
            player=sheet.keeper, points=points_shown(figure.score)
        )
        for sheet, figure in zip(comparison.sheets, line.written, strict=True)
        if sheet.columns[line.seat] is not None
    ]
    if len(figures) < 2:
        return ""
    return _("The sheets differ: {figures}.").format(figures=comma_list(figures))


def _of_line(
    line: Line, dispute: GameDispute, comparison: Dispute, proposed: Proposed | None = None
) -> DisputedTurn | None:
    """What the sheets have wrong in a turn, or only the record; None where all is right."""
    row, diagram = dispute.row(line), dispute.board(line)
    slips = slip_messages(line, comparison)
    if (
        row is not None
        and row.differs
        and row.announced not in [slip.written for slip in line.slips]
    ):
        scoring = tuple(slip for slip in record_messages(row) if slip.kind is SlipKind.SCORING)
        if not line.disputed:
            return _of_row(row, dispute, scoring)
        slips += tuple(
            replace(slip, message=_("On the record: {message}").format(message=slip.message))
            for slip in scoring
        )
    if not line.disputed:
        return None
    return DisputedTurn(
        anchor=anchor_of(line),
        title=_title(line, dispute),
        slips=slips,
        note=note_of(line, comparison),
        proof=line.proof,
        correct=line.correct,
        drawing=draw(diagram) if diagram else None,
        caption=_("The board after turn {turn}.").format(turn=line.turn),
        row=row,
        standing=_may_stand(line.slips, row),
        choice=row_choice(line, dispute, comparison, proposed),
    )


def _of_row(row: Row, dispute: GameDispute, slips: tuple[SlipMessage, ...]) -> DisputedTurn | None:
    """What is wrong with a turn on the record; None where nothing is."""
    if not slips:
        return None
    is_play = row.turn.kind is Kind.PLAY
    play = f"{row.turn.coordinate} {row.word}".strip()
    return DisputedTurn(
        anchor=f"turn-{row.number}",
        title=_("Turn {turn}, {player}: {play}").format(
            turn=row.number, player=dispute.sheet.names[row.seat], play=play
        ),
        slips=slips,
        note="",
        proof=dispute.sheet.proofs.get(row.number - 1) if row.differs else None,
        correct=row.correct,
        drawing=draw(dispute.sheet.board(row.number)) if is_play else None,
        caption=_("The board after turn {turn}.").format(turn=row.number),
        row=row,
        standing=_may_stand((), row),
    )


def _decided(
    turn: DisputedTurn,
    refusal: RefusedRuling | None,
    flips: Sequence[Flip],
) -> DisputedTurn:
    """Return the turn with what has been decided about it, or was refused."""
    if turn.row is None:
        return turn
    refused = turn.standing and refusal is not None and refusal.entry == turn.row.entry.pk
    return replace(
        turn,
        reason=refusal.reason if refused and refusal else "",
        error=refusal.message if refused and refusal else "",
        flip=flip_by(turn.ruling, turn.row.number, flips),
    )


def anchor_of(line: Line) -> str:
    """Where the page has a line: ``turn-7``, and by the line's number where no turn is recorded."""
    return f"turn-{line.turn}" if line.turn else f"turn-row-{line.number}"


def _title(line: Line, dispute: GameDispute) -> str:
    name, what = dispute.sheet.names[line.seat], what_of(line, dispute)
    if line.turn is not None:
        title = _("Turn {turn}, {player}: {play}") if what else _("Turn {turn}, {player}")
    else:
        title = _("{player}, row {row}: {play}") if what else _("{player}, row {row}")
    return title.format(turn=line.turn, player=name, row=dispute.row_number(line), play=what)


def _may_stand(slips: Sequence[Slip], row: Row | None) -> tuple[int, ...]:
    """The wrong figures that may be ruled to stand, the smallest first."""
    if row is None or row.turn.kind not in (Kind.PLAY, Kind.END_RACK) or row.taken_back:
        return ()
    figures = {
        slip.written for slip in slips if slip.kind is SlipKind.SCORING and slip.written is not None
    }
    if row.differs and row.announced is not None:
        figures.add(row.announced)
    return tuple(sorted(figures))
