"""Wrongly recorded blanks: the score is right, but the record marks no blank, or the wrong tile as one."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.board.proof import Proof
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message


def unmarked_blank_slips(
    proof: Proof, announced: int, blanks: int, surplus: Sequence[str] = ()
) -> list[Message]:
    """Return messages naming the new tiles, one of which as a blank would make the play score `announced`, or [].

    `blanks` is the number of blanks whose position is unknown; with 0, no message is returned. Tiles in
    `surplus`, of which the play lays more than the set or the rack has, come first.
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


def misplaced_blank_slips(proof: Proof, announced: int, tile_set: TileSet) -> list[Message]:
    """Return a message naming the tiles that may be the blank instead of the recorded one, or [].

    With the blank on any one of them, and an ordinary tile where the record has the blank, the play
    would score `announced`.
    """
    losses = _losses(proof)
    for blank in losses:
        letter = tile_set.letter_of(blank.params["face"])
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
    """Return the points that each new tile would lose if it were a blank, keyed by a message naming the tile.

    The loss is 0 for a blank.
    """
    tiles = {tile.square: tile for word in proof.words for tile in word.tiles if tile.new}
    return {
        Message("letter_on", face=tile.face, square=square): _points(proof, square, tile.value)
        for square, tile in tiles.items()
    }


def _points(proof: Proof, square: Square, value: int) -> int:
    """Return the points that a tile of that value on a new square scores in all words of the play together."""
    return sum(
        value * tile.letter_factor * word.multiplier
        for word in proof.words
        for tile in word.tiles
        if tile.square == square
    )


def count_unseen_blanks(game: Replay) -> int:
    """Return the number of blanks that are neither on the board nor on a recorded end rack."""
    unseen = game.tile_set.unpack(game.unseen).get(BLANK, 0)
    ends = [turn for turn in game.turns if turn.kind is TurnKind.END_RACK] if unseen else []
    own = sum(list(turn.tiles).count(BLANK) for turn in ends if turn.rack is not None)
    others = max((list(turn.tiles).count(BLANK) for turn in ends if turn.rack is None), default=0)
    return max(0, unseen - max(own, others))
