"""Try a new or changed turn of a game without writing anything."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.audit.audit import audit_replay
from scoring.engine.audit.findings import Finding
from scoring.engine.board.board import Board
from scoring.engine.board.proof import Proof, prove
from scoring.engine.game.legality import Fault, Reason
from scoring.engine.game.reassignment import reassign_turns
from scoring.engine.game.record import Record
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.typing.typed_word import bracketed_word
from scoring.engine.typing.typing_slips import typing_slip_messages
from scoring.queries.sheets import GameSheet
from scoring.wording.engine import sentence, sentences

_REPORTED_AS_FAULTS = {reason.code for reason in Reason} | {"score_missing"}


@dataclass(frozen=True)
class BrokenTurn:
    """A later turn that the change would make irregular: its line number and every new reason."""

    number: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class CheckedTurn:
    """A turn tried in the game, with the position before it and the whole game including it.

    `turn` is split into tiles; `index` is its index in the game, from 0.
    """

    turn: Turn
    index: int
    before: Replay
    after: Replay
    """The whole game with the turn. Later turns are reassigned to other players if that puts them in order."""
    is_insertion: bool
    """Whether the turn is inserted before the turn at `index` instead of replacing it."""
    moved_from: int = 0
    """The number of the first later line reassigned to another player, or 0 if there is none."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every fault found in the turn."""
        return self.after.faults.get(self.index, ())

    @property
    def can_be_recorded(self) -> bool:
        """Whether the turn can be recorded."""
        return not any(fault.prevents_laying for fault in self.faults)


@dataclass(frozen=True)
class TurnPreview:
    """The result of trying a turn. `score` is the correct score, `total` the player's running total after it."""

    checked_turn: CheckedTurn
    word: str
    """The word of a play, with tiles played through in brackets."""
    score: int
    total: int
    proof: Proof | None
    findings: tuple[Finding, ...]
    """Differences between announced and correct figures, with likely slips."""
    broken_turns: tuple[BrokenTurn, ...]
    suggestions: tuple[str, ...] = ()
    """Messages about what was probably played instead, if the announced score suggests it."""

    @property
    def turn(self) -> Turn:
        """The turn, split into tiles."""
        return self.checked_turn.turn

    @property
    def number(self) -> int:
        """The turn's line number on the sheet, from 1."""
        return self.checked_turn.index + 1

    @property
    def difference(self) -> int:
        """The announced minus the correct score, or 0 if nothing was announced."""
        return 0 if self.turn.announced is None else self.turn.announced - self.score


def check_turn(
    sheet: GameSheet, turn: Turn, index: int | None = None, *, inserting: bool = False
) -> CheckedTurn:
    """Try a turn as the next turn of the game, in place of another turn, or inserted before another turn.

    `index` (from 0) is the index of the other turn; None tries `turn` as the next one.
    """
    turns = sheet.record.turns
    at = len(turns) if index is None else index
    turn = Record((), (turn,), bracketed=True).split_into_tiles(sheet.tile_set).turns[0]
    before = sheet.position_before(at)
    later = turns[at if inserting else at + 1 :]
    after = before.copy().add_turns((turn, *later))
    moved_from = 0
    if inserting or (at < len(turns) and turns[at].player != turn.player):
        ordered = reassign_turns(after, at + 1)
        pairs = enumerate(zip(after.turns, ordered.turns, strict=True), 1)
        moved_from = next((number for number, (old, new) in pairs if old != new), 0)
        after = ordered
    return CheckedTurn(turn, at, before, after, inserting, moved_from)


def game_without_turn(sheet: GameSheet, index: int) -> Replay:
    """Return the game without turn `index` (from 0).

    Later turns are reassigned to other players if that puts them in order.
    """
    return reassign_turns(
        sheet.position_before(index).copy().add_turns(sheet.record.turns[index + 1 :]), index
    )


def preview_turn(
    sheet: GameSheet, judged: CheckedTurn, *, line: str = "", cased: bool = False
) -> TurnPreview:
    """Return the details of a turn that was checked on this sheet.

    `line` is the line as typed; `cased` has the same meaning as in `typed_turn.parse_turn`.
    """
    turn, at, before, after = judged.turn, judged.index, judged.before, judged.after
    audit = audit_replay(sheet.record._replace(turns=tuple(after.turns)), after)
    totals = [row.total for row in sheet.rows[:at] if row.seat == turn.player]
    score, total = after.scores[at], (totals[-1] if totals else 0) + after.scores[at]
    figures = (score, total) if judged.can_be_recorded else (None, None)
    return TurnPreview(
        checked_turn=judged,
        word=bracketed_word(before.board, turn) if turn.kind is TurnKind.PLAY else "",
        score=score,
        total=total,
        proof=_proof(before.board, judged),
        findings=tuple(
            finding
            for finding in audit.findings
            if finding.turn == at + 1 and finding.code not in _REPORTED_AS_FAULTS
        ),
        broken_turns=tuple(
            _newly_broken_turns(sheet.replay, after, at, shift=int(judged.is_insertion))
        ),
        suggestions=sentences(typing_slip_messages(line, before, turn, *figures, cased=cased)),
    )


def unplayable_reasons(game: Replay, index: int) -> tuple[str, ...]:
    """Return the reasons why turn `index` cannot be laid as recorded, or () if it can."""
    return tuple(
        sentence(fault.message) for fault in game.faults.get(index, ()) if fault.prevents_laying
    )


def _proof(board: Board, judged: CheckedTurn) -> Proof | None:
    if judged.turn.kind is not TurnKind.PLAY or not judged.can_be_recorded:
        return None
    return prove(board, judged.turn.coordinate, judged.turn.tiles)


def _newly_broken_turns(old: Replay, new: Replay, at: int, *, shift: int) -> list[BrokenTurn]:
    """Return the turns after index `at` that have new faults; `shift` is the number of lines they moved down."""
    unfit = []
    for index in range(at + 1, len(new.turns)):
        known = {sentence(fault.message) for fault in old.faults.get(index - shift, ())}
        fresh = [sentence(fault.message) for fault in new.faults.get(index, ())]
        reasons = tuple(message for message in fresh if message not in known)
        if reasons:
            unfit.append(BrokenTurn(index + 1, reasons))
    return unfit
