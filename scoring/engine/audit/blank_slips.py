"""A blank that was typed as the tile it stands for: the announced score is right, the record is not."""

from __future__ import annotations

from scoring.engine.board.proof import Proof
from scoring.engine.board.tiles import BLANK
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Kind
from scoring.engine.message import Message


def typed_as_tiles(proof: Proof, announced: int, blanks: int) -> list[Message]:
    """The message that names the new tiles any of which, were it a blank, gives `announced`; [] if none does.

    `blanks` is how many blanks may still be anywhere but where the record has them.
    """
    if blanks <= 0:
        return []
    losses: dict[Message, int] = {}
    for word in proof.words:
        for tile in word.tiles:
            if tile.new and tile.value:
                letter = Message("letter_on", face=tile.face, square=tile.square)
                points = tile.value * tile.letter_factor * word.multiplier
                losses[letter] = losses.get(letter, 0) + points
    letters = tuple(letter for letter, loss in losses.items() if proof.total - loss == announced)
    return [Message("blank_as_tile", letters=letters)] if letters else []


def blanks_left(game: Replay) -> int:
    """How many blanks are neither on the board nor on a rack that was written down."""
    unseen = game.tile_set.unpack(game.unseen).get(BLANK, 0)
    ends = [turn for turn in game.turns if turn.kind is Kind.END_RACK] if unseen else []
    own = sum(list(turn.tiles).count(BLANK) for turn in ends if turn.rack is not None)
    others = max((list(turn.tiles).count(BLANK) for turn in ends if turn.rack is None), default=0)
    return max(0, unseen - max(own, others))
