"""A blank that was typed as the tile it stands for: the announced score is right, the record is not."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.board.proof import Proof
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Kind
from scoring.engine.message import Message


def typed_as_tiles(
    proof: Proof, announced: int, blanks: int, surplus: Sequence[str] = ()
) -> list[Message]:
    """The messages that name the new tiles any of which, were it a blank, gives `announced`; [] if none does.

    `blanks` is how many blanks may still be anywhere but where the record has them, `surplus` the tiles of which
    the play lays too many: those come first.
    """
    if blanks <= 0:
        return []
    losses = {letter: loss for letter, loss in _losses(proof).items() if loss}
    letters = [letter for letter, loss in losses.items() if proof.total - loss == announced]
    freeing = tuple(letter for letter in letters if letter.params["face"] in surplus)
    others = tuple(letter for letter in letters if letter not in freeing)
    messages = []
    if freeing:
        messages.append(Message("blank_frees", letters=freeing, announced=announced))
    if others:
        messages.append(Message("blank_as_tile", letters=others))
    return messages


def blank_elsewhere(proof: Proof, announced: int, tile_set: TileSet) -> list[Message]:
    """The message that names new tiles any of which, were it the blank of the play, gives `announced`; [] if none."""
    losses = _losses(proof)
    for blank in losses:
        letter = tile_set.plain(blank.params["face"])
        worth = tile_set.points.get(letter, 0)
        gain = _points(proof, blank.params["square"], worth)
        if losses[blank] or not worth:
            continue
        letters = tuple(
            other
            for other, loss in losses.items()
            if loss and proof.total + gain - loss == announced
        )
        if letters:
            return [Message("blank_elsewhere", letters=letters, blank=blank, announced=announced)]
    return []


def _losses(proof: Proof) -> dict[Message, int]:
    """What the play would lose if one of its new tiles were a blank, by tile; 0 for one that is."""
    tiles = {tile.square: tile for word in proof.words for tile in word.tiles if tile.new}
    return {
        Message("letter_on", face=tile.face, square=square): _points(proof, square, tile.value)
        for square, tile in tiles.items()
    }


def _points(proof: Proof, square: Square, value: int) -> int:
    """What a tile of that value on a new square counts in all words of the play."""
    return sum(
        value * tile.letter_factor * word.multiplier
        for word in proof.words
        for tile in word.tiles
        if tile.square == square
    )


def blanks_left(game: Replay) -> int:
    """How many blanks are neither on the board nor on a rack that was written down."""
    unseen = game.tile_set.unpack(game.unseen).get(BLANK, 0)
    ends = [turn for turn in game.turns if turn.kind is Kind.END_RACK] if unseen else []
    own = sum(list(turn.tiles).count(BLANK) for turn in ends if turn.rack is not None)
    others = max((list(turn.tiles).count(BLANK) for turn in ends if turn.rack is None), default=0)
    return max(0, unseen - max(own, others))
