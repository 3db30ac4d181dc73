"""The known rack of a player before a turn: the tiles left over, or the only possible rack.

Only recorded racks are used. A rack with several possibilities is treated as unknown.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message, Messages
from scoring.engine.typing.questions import PlayerName

RACK_RECORDING_KINDS = (TurnKind.PLAY, TurnKind.EXCHANGE, TurnKind.PASS)
"""Kinds of turn that record the player's rack."""


def known_leave(position: Replay, seat: int) -> tuple[str, ...] | None:
    """Return the tiles that a player kept on their last turn and still has, or None if unknown."""
    turns = position.turns
    for index in range(len(turns) - 1, -1, -1):
        turn = turns[index]
        if turn.player != seat or turn.kind not in (*RACK_RECORDING_KINDS, TurnKind.WITHDRAWN):
            continue
        if turn.kind is TurnKind.WITHDRAWN and index:
            taken_back = turns[index - 1]
            if taken_back.player != seat or taken_back.rack is None:
                return None
            return tuple(taken_back.rack)
        if turn.rack is None or (turn.kind is TurnKind.EXCHANGE and not turn.tiles):
            return None
        before = replay(
            turns[:index],
            position.rules,
            position.tile_set,
            position.board.layout,
            position.players,
        )
        return _subtract_tiles(position, turn.rack, before.tiles_used_by(turn))
    return None


def inferred_rack(position: Replay, seat: int) -> tuple[str, ...] | None:
    """Return the only possible rack of a player: the tiles kept if none were drawn, or the tiles nobody else has.

    Return None if the recorded racks allow several racks or none, or if the player has no tiles.
    """
    left = known_leave(position, seat)
    if left is not None and len(left) == position.hands[seat] > 0:
        return left
    others = [other for other in range(position.players) if other != seat and position.hands[other]]
    known = [known_leave(position, other) for other in others]
    if position.bag or not position.hands[seat]:
        return None
    held: list[str] = []
    for other, rack in zip(others, known, strict=True):
        if rack is None or len(rack) != position.hands[other]:
            return None
        held += rack
    unseen = [
        tile
        for tile, count in position.tile_set.unpack(position.unseen).items()
        for _ in range(count)
    ]
    for tile in held:
        if tile not in unseen:
            return None
        unseen.remove(tile)
    return tuple(unseen) if len(unseen) == position.hands[seat] else None


def add_inferred_rack(position: Replay, turn: Turn, name: PlayerName) -> tuple[Turn, Messages]:
    """Return the turn, with the inferred rack of its player if none was typed, and questions about the rack.

    A question is returned if tiles that the player kept are missing from a typed rack, or if tiles used
    in the turn are missing from the inferred rack, which is then not added. Turns that record no rack
    are unchanged.
    """
    if turn.kind not in RACK_RECORDING_KINDS:
        return turn, ()
    write = position.tile_set.format_tiles
    if turn.rack is not None:
        left = known_leave(position, turn.player)
        missing = _missing_tiles(left or (), turn.rack)
        if not missing:
            return turn, ()
        return turn, (
            Message("rack_lost", name=name, left=write(left or ()), tiles=write(missing)),
        )
    rack = inferred_rack(position, turn.player)
    if rack is None:
        return turn, ()
    try:
        used = position.tile_set.unpack(position.tiles_used_by(turn))
    except KeyError:  # a letter not in the set is reported elsewhere
        return turn, ()
    if _missing_tiles([tile for tile, count in used.items() for _ in range(count)], rack):
        return turn, (Message("rack_must_be", name=name, rack=write(rack)),)
    return turn._replace(rack=rack), ()


def _subtract_tiles(position: Replay, rack: Sequence[str], packed: int) -> tuple[str, ...]:
    """Return the tiles of the rack without the packed tiles."""
    left = list(rack)
    for tile, count in position.tile_set.unpack(packed).items():
        for _ in range(count):
            if tile in left:
                left.remove(tile)
    return tuple(left)


def _missing_tiles(wanted: Sequence[str], rack: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted tiles that are not in the rack."""
    there, missing = list(rack), []
    for tile in wanted:
        if tile in there:
            there.remove(tile)
        else:
            missing.append(tile)
    return tuple(missing)
