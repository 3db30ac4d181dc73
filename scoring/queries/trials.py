"""What a game would be with one turn more, or with one turn put in another's place. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.audit import compare
from scoring.engine.board import Board
from scoring.engine.findings import Finding
from scoring.engine.in_order import in_order
from scoring.engine.legality import Fault, Reason, faults
from scoring.engine.meant import meant
from scoring.engine.proof import Proof, prove
from scoring.engine.replay import Replay, replay
from scoring.engine.turns import Kind, Turn
from scoring.engine.typed_words import through
from scoring.queries.sheets import GameSheet

_TOLD_ELSEWHERE = {reason.code for reason in Reason} | {"score_missing"}


@dataclass(frozen=True)
class Unfit:
    """A later line that would no longer fit: its number, and every reason."""

    number: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Trial:
    """One turn tried out. `score` is what the rules give, `total` its player's running total after it."""

    turn: Turn
    number: int
    """The line of the sheet it would be, from 1."""
    word: str
    """Of a play: the word with what it runs through in brackets."""
    score: int
    total: int
    proof: Proof | None
    faults: tuple[Fault, ...]
    findings: tuple[Finding, ...]
    """Where announced and correct differ, with likely slips."""
    unfit: tuple[Unfit, ...]
    meant: tuple[str, ...] = ()
    """What was probably meant instead, as sentences, where the announced score says so."""
    moved_from: int = 0
    """The first later line that goes to another player with it, 0 if none does."""

    @property
    def lies(self) -> bool:
        """True when nothing stops the turn from being recorded."""
        return not any(fault.stops for fault in self.faults)

    @property
    def difference(self) -> int:
        """Announced less correct, 0 when nothing was announced."""
        return 0 if self.turn.announced is None else self.turn.announced - self.score


def try_turn(
    sheet: GameSheet,
    turn: Turn,
    index: int | None = None,
    *,
    inserting: bool = False,
    line: str = "",
    cased: bool = False,
) -> Trial:
    """Try `turn` as the next of the game, in the place of turn `index` (from 0), or in front of it.

    `line` is how it was typed, with `cased` as `entry.understand` has it.
    """
    turns = list(sheet.record.turns)
    at = len(turns) if index is None else index
    before = sheet.before(at)
    found = faults(before, turn)
    proof, word = _proof(before.board, turn, found), ""
    if turn.kind is Kind.PLAY:
        word = through(before.board, turn)
    reseated = inserting or (at < len(turns) and turns[at].player != turn.player)
    turns[at : at if inserting else at + 1] = [turn]
    after = replay(turns, sheet.rules, sheet.tile_set, sheet.layout, len(sheet.names))
    moved_from = 0
    if reseated and (moved := in_order(after, at + 1)) != tuple(turns):
        moved_from = next(i for i, old in enumerate(turns, 1) if old != moved[i - 1])
        turns = list(moved)
        after = replay(turns, sheet.rules, sheet.tile_set, sheet.layout, len(sheet.names))
    audit = compare(sheet.record._replace(turns=tuple(turns)), after)
    held = [row.total for row in sheet.rows[:at] if row.seat == turn.player]
    total = (held[-1] if held else 0) + after.scores[at]
    figures = (None, None) if any(fault.stops for fault in found) else (after.scores[at], total)
    return Trial(
        turn=turn,
        number=at + 1,
        word=word,
        score=after.scores[at],
        total=total,
        proof=proof,
        faults=found,
        findings=tuple(
            finding
            for finding in audit.findings
            if finding.turn == at + 1 and finding.code not in _TOLD_ELSEWHERE
        ),
        unfit=tuple(_no_longer_fit(sheet.replay, after, at, shift=int(inserting))),
        meant=meant(line, before, turn, *figures, cased=cased),
        moved_from=moved_from,
    )


def stopping(game: Replay, index: int) -> tuple[str, ...]:
    """Why turn `index` cannot lie where it was recorded; () if it can."""
    return tuple(fault.message for fault in game.faults.get(index, ()) if fault.stops)


def _proof(board: Board, turn: Turn, found: tuple[Fault, ...]) -> Proof | None:
    if turn.kind is not Kind.PLAY or any(fault.stops for fault in found):
        return None
    return prove(board, turn.coordinate, turn.tiles)


def _no_longer_fit(old: Replay, new: Replay, at: int, *, shift: int) -> list[Unfit]:
    """Later lines with a reason they did not have before, `shift` lines further up."""
    unfit = []
    for index in range(at + 1, len(new.turns)):
        known = {fault.message for fault in old.faults.get(index - shift, ())}
        fresh = [fault.message for fault in new.faults.get(index, ())]
        reasons = tuple(message for message in fresh if message not in known)
        if reasons:
            unfit.append(Unfit(index + 1, reasons))
    return unfit
