"""Evidence in the record around a play that may explain its announced score."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.engine.audit.blank_slips import count_unseen_blanks
from scoring.engine.game.legality import Fault, Reason
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind

_SURPLUS_REASONS = {Reason.MORE_THAN_SET, Reason.NOT_IN_RACK}


class Clues(NamedTuple):
    """Evidence about one play in a record.

    `blanks` is the number of blanks whose position is unknown. `surplus` contains the tiles of which the
    play lays more than the set or the rack has. `challenge_points` is the number of points of an unsuccessful
    challenge recorded next to the play for the same player, or 0.
    """

    blanks: int = 0
    surplus: tuple[str, ...] = ()
    challenge_points: int = 0


NO_CLUES = Clues()


def clues_of(game: Replay, index: int) -> Clues:
    """Return the evidence in a replayed game about its turn at `index`."""
    seat = game.turns[index].player
    challenge = 0
    for neighbour in (index + 1, index - 1):
        if 0 <= neighbour < len(game.turns):
            turn = game.turns[neighbour]
            if turn.kind is TurnKind.CHALLENGE_BONUS and turn.player == seat:
                challenge = game.scores[neighbour]
                break
    return Clues(count_unseen_blanks(game), surplus_tiles_in(game.faults.get(index, ())), challenge)


def surplus_tiles_in(faults: Iterable[Fault]) -> tuple[str, ...]:
    """Return each tile that the faults of a play report as too many, without duplicates."""
    tiles = (
        tile
        for fault in faults
        if fault.reason in _SURPLUS_REASONS
        for tile in fault.message.params["tiles"]
    )
    return tuple(dict.fromkeys(tiles))
