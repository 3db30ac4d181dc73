"""A game after some of its turns: board, bag, hands, totals, the player to move, and whether it is over.

The state knows the rules of the game but not the faults of turns. `legality` checks a turn against
it, `endings` settles the racks, and `replay`, which uses both, advances it.
"""

from __future__ import annotations

from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout
from scoring.engine.board.tiles import TileSet
from scoring.engine.game.turns import CHALLENGE_BONUS, PASS, PLAY, Turn
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyTo, RuleSet

LastPlay = tuple[int, list[int], int, int, int, int, int]
"""The play that may still be challenged, and the state to restore if it is withdrawn.

The fields are the player, the cells, the packed tiles, the score, and the bag, hand and scoreless
turns before the play. It is a bare tuple because every play makes one.
"""


class GameState:
    """The state of a game after some of its turns.

    `scores[i]` and `totals[i]` are the correct points of turn `i` and its player's running total
    after it. `unseen` is the packed count of the tiles not on the board. `hands` contains the number of
    tiles each player has, and `bag` the number left to draw, assuming that everybody draws as the rules
    require.
    """

    def __init__(self, rules: RuleSet, tile_set: TileSet, layout: Layout, players: int = 2) -> None:
        self.rules = rules
        self.tile_set = tile_set
        self.players = players
        self.board = Board(
            layout, tile_set, rack_size=rules.rack_size, bingo_bonus=rules.bingo_bonus
        )
        self.turns: list[Turn] = []
        self.scores: list[int] = []
        self.totals: list[int] = []
        self.running = [0] * players
        """Each player's correct total so far."""
        self.unseen = tile_set.full
        self.bag = tile_set.size - rules.rack_size * players
        self.hands = [rules.rack_size] * players
        self.to_move = 0
        self.scoreless = 0
        """Number of consecutive scoreless turns by all players together."""
        self.passes = 0
        """Number of consecutive passes by all players together."""
        self.out: int | None = None
        """The player who has gone out; provisional until the opponent accepts or challenges."""
        self.settled = False
        """Whether a rack has been settled, which ends the game."""
        self.charged = False
        """Whether points for a challenge or for time were recorded."""
        self.first_rack = 0
        """Index of the first end-rack line, once `settled`."""
        self.owing: list[int] = []
        """Seats that lost their next turn to a challenge, in games of three or four."""
        self.last_play: LastPlay | None = None
        """The previous play, while it may still be challenged."""

    @property
    def has_ended(self) -> bool:
        """Whether no further turn is expected: a player is out, or racks have been settled."""
        return self.out is not None or self.settled

    @property
    def may_end(self) -> bool:
        """Whether the players may end the game after too many scoreless turns or passes."""
        limit, passes = self.rules.scoreless_limit, self.rules.pass_limit * self.players
        return bool(limit and self.scoreless >= limit) or bool(passes and self.passes >= passes)

    def belongs_to_last_play(self, turn: Turn) -> bool:
        """Return whether `turn` (a withdrawal or bonus) belongs to the last play.

        It must be recorded for the player who made that play. Under rules that charge the challenger, a
        bonus must instead be recorded for another player, or add points. Return False if no play can be
        challenged.
        """
        play = self.last_play
        if play is None:
            return False
        if turn.kind is CHALLENGE_BONUS and self.rules.penalty_to is PenaltyTo.CHALLENGER:
            return turn.player != play[0] or (turn.announced or 0) > 0
        return turn.player == play[0]

    def is_acceptance(self, turn: Turn) -> bool:
        """Return whether `turn` is a pass that accepts the opponent's final play.

        Some programs record such a pass, and write a turn lost by challenging that play in the same way.
        """
        play = self.last_play
        return (
            turn.kind is PASS
            and not self.settled
            and play is not None
            and play[0] == self.out != turn.player
        )

    def is_delayed_lost_turn(self, turn: Turn) -> bool:
        """Return whether `turn` is the lost turn of a player who unsuccessfully challenged out of order.

        With three or four players the challenger need not be the next to move. The lost turn is
        recorded with the verdict and skipped when it comes up; the other players move first.
        """
        play = self.last_play
        return (
            turn.kind is PASS
            and self.players > 2
            and self.rules.challenge is ChallengeMode.DOUBLE
            and not self.has_ended
            and play is not None
            and turn.player not in (play[0], self.to_move)
        )

    def tiles_used_by(self, turn: Turn) -> int:
        """Return the packed count of the tiles that `turn`, if made in this position, takes from the rack.

        Tiles that are not in the set are ignored, and a play off the board takes none.
        """
        units, tile_set = self.tile_set.units, self.tile_set
        if turn.kind is not PLAY:
            return tile_set.pack(tile for tile in turn.tiles if tile in units)
        try:
            first, step, room = self.board.layout.spellings[turn.coordinate]
        except KeyError:
            return 0
        cells = range(first, first + step * min(len(turn.tiles), room), step)
        new = (
            tile for cell, tile in zip(cells, turn.tiles, strict=False) if not self.board.grid[cell]
        )
        return tile_set.pack(tile for tile in new if tile in units)
