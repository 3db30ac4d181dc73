"""A blank that was typed as the tile it stands for: the announced score is right, the record is not."""

from __future__ import annotations

from scoring.engine.board.proof import Proof
from scoring.engine.board.tiles import BLANK
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Kind


def typed_as_tiles(proof: Proof, announced: int, blanks: int) -> list[str]:
    """The sentence that names the new tiles any of which, were it a blank, gives `announced`; [] if none does.

    `blanks` is how many blanks may still be anywhere but where the record has them.
    """
    if blanks <= 0:
        return []
    losses: dict[str, int] = {}
    for word in proof.words:
        for tile in word.tiles:
            if tile.new and tile.value:
                name = f"{tile.face} on {tile.square}"
                points = tile.value * tile.letter_factor * word.multiplier
                losses[name] = losses.get(name, 0) + points
    names = [name for name, loss in losses.items() if proof.total - loss == announced]
    if not names:
        return []
    either = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return [f"{either} is a blank and was typed as a tile."]


def blanks_left(game: Replay) -> int:
    """How many blanks are neither on the board nor on a rack that was written down."""
    unseen = game.tile_set.unpack(game.unseen).get(BLANK, 0)
    ends = [turn for turn in game.turns if turn.kind is Kind.END_RACK] if unseen else []
    own = sum(list(turn.tiles).count(BLANK) for turn in ends if turn.rack is not None)
    others = max((list(turn.tiles).count(BLANK) for turn in ends if turn.rack is None), default=0)
    return max(0, unseen - max(own, others))
