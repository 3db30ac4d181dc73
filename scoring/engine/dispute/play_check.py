"""Check one play in one position: its legality, its score, and likely counting slips."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.audit.blank_slips import count_unseen_blanks
from scoring.engine.audit.clues import Clues, surplus_tiles_in
from scoring.engine.audit.slips import likely_slips
from scoring.engine.board.board import Board
from scoring.engine.board.proof import Proof, prove
from scoring.engine.dispute.impossible_scores import impossible_score_messages, no_room_messages
from scoring.engine.dispute.position import Position
from scoring.engine.game.legality import Fault, faults
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message, Messages
from scoring.engine.rules.rulesets import RuleSet
from scoring.engine.typing.typed_turn import LineNotUnderstood, parse_turn
from scoring.engine.typing.typed_word import bracketed_word
from scoring.engine.typing.typing_slips import typing_slip_messages


@dataclass(frozen=True)
class CheckedPlay:
    """The result of checking a play.

    In `word`, the tiles already on the board are in brackets if the play can be laid. `faults` are all
    reasons against the play. `proof` is None if it cannot be laid. `likely` are the simplest mistakes
    that give the announced figure, and `questions` suggest other readings of the line. `never` proves
    that no placement gives the figure or, if the play cannot be laid, that there is no room for it.

    `board` is the position with the play on it, and `last` the flat cells of its tiles. If the play
    cannot be laid, the board is without it, and `last` is ().
    """

    turn: Turn
    word: str
    faults: tuple[Fault, ...]
    proof: Proof | None
    likely: Messages
    questions: Messages
    board: Board
    last: tuple[int, ...]
    never: Messages = ()

    @property
    def is_legal(self) -> bool:
        """Whether the play may be laid as written, regardless of the validity of its words."""
        return not any(fault.prevents_laying or fault.reason.placement for fault in self.faults)

    @property
    def difference(self) -> int:
        """The announced score minus the correct one, or 0 if either is unknown."""
        if self.proof is None or self.turn.announced is None:
            return 0
        return self.turn.announced - self.proof.total


_GUESSES = {"misvalued", "added_wrong"}
"""Codes of slips that fit almost any figure. A proof that the figure is impossible is more useful."""


def check_play(
    position: Position, rules: RuleSet, line: str, *, cased: bool = False
) -> CheckedPlay | LineNotUnderstood:
    """Check a play typed as a square, a word and optionally the announced score: ``8H FROZEN 52``.

    The rack may be typed too, as in ``@ABCDEFG``; otherwise the rack of the position is used, if known.
    A word that contradicts a tile on the board is checked as typed, with questions about other
    readings, unless the announced score confirms one of them. Return `LineNotUnderstood` if the line is
    not a play.
    """
    game = position.game(rules)
    read = parse_turn(line, game, seat=0, cased=cased)
    if isinstance(read, LineNotUnderstood):
        return read
    turn = read.literal or read.turn
    if turn.kind is not TurnKind.PLAY:
        return LineNotUnderstood(line, Message("only_plays_checked"))
    if turn.rack is None:
        turn = turn._replace(rack=position.rack)
    reasons = faults(game, turn)
    word = bracketed_word(game.board, turn)
    if any(fault.prevents_laying for fault in reasons):
        questions = read.questions + typing_slip_messages(line, game, turn, None, None)
        word = position.tile_set.format_tiles(turn.tiles)
        no_place = no_room_messages(game.board, turn, reasons)
        return CheckedPlay(turn, word, reasons, None, (), questions, game.board, (), no_place)
    proof = prove(game.board, turn.coordinate, turn.tiles)
    likely: Messages = ()
    never: Messages = ()
    if turn.announced is not None and turn.announced != proof.total:
        main = proof.words[0].tiles
        blanks = count_unseen_blanks(game) - sum(1 for tile in main if tile.new and not tile.value)
        clues = Clues(blanks, surplus_tiles_in(reasons))
        likely = likely_slips(proof, turn.announced, position.tile_set, rules, clues)
        if all(slip.code in _GUESSES for slip in likely):
            never = impossible_score_messages(proof, turn.announced, game.board)
    questions = read.questions + typing_slip_messages(line, game, turn, proof.total, None)
    game.board.lay(turn.coordinate, turn.tiles)
    return CheckedPlay(
        turn, word, reasons, proof, likely, questions, game.board, tuple(game.board.laid), never
    )
