"""The boards of a replayed game one after another, for whoever goes through its turns.

The replay has judged every turn already; following it is only laying and lifting, so that proofs and
words for all turns of a game cost one walk.
"""

from __future__ import annotations

from scoring.engine.board.board import Board, DoesNotFit
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Kind


class Progress:
    """A walk through `game`. `board` stands before turn `reached`, counted from 0."""

    def __init__(self, game: Replay) -> None:
        rules = game.rules
        self.board = Board(
            game.board.layout,
            game.tile_set,
            rack_size=rules.rack_size,
            bingo_bonus=rules.bingo_bonus,
        )
        self.reached = 0
        self._game = game
        self._laid: list[int] = []

    def before(self, index: int) -> Board:
        """The board before turn `index`, which must not lie behind."""
        while self.reached < index:
            self.advance()
        return self.board

    def advance(self) -> bool:
        """Go past the next turn; True when it is a play, and its tiles lie now."""
        turn = self._game.turns[self.reached]
        self.reached += 1
        if turn.kind is Kind.PLAY:
            try:
                self.board.lay(turn.coordinate, turn.tiles)
            except DoesNotFit:
                self._laid = []
                return False
            self._laid = self.board.laid
            return True
        if turn.kind is Kind.WITHDRAWN and self.reached - 1 not in self._game.faults:
            self.board.lift(self._laid)
        return False
