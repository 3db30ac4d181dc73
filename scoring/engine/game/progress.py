"""A walk through the boards of a replayed game, turn by turn.

The replay has already checked every turn, so following it only means laying and lifting tiles. A
single walk yields the proofs and words of all turns of a game.
"""

from __future__ import annotations

from scoring.engine.board.board import Board, DoesNotFit
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind


class Progress:
    """A walk through `game`. `board` is the position before turn `reached`, counted from 0."""

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

    def board_before(self, index: int) -> Board:
        """Return the board before turn `index`, which must not be earlier than `reached`.

        It is the board of the walk, which changes as the walk continues.
        """
        while self.reached < index:
            self.advance()
        return self.board

    def advance(self) -> bool:
        """Follow the next turn, and return whether it was a play whose tiles are now on the board."""
        turn = self._game.turns[self.reached]
        self.reached += 1
        if turn.kind is TurnKind.PLAY:
            try:
                self.board.lay(turn.coordinate, turn.tiles)
            except DoesNotFit:
                self._laid = []
                return False
            self._laid = self.board.laid
            return True
        if turn.kind is TurnKind.WITHDRAWN and self.reached - 1 not in self._game.faults:
            self.board.lift(self._laid)
        return False
