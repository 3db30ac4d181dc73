"""Check a record against the tile set: surplus tiles in plays, and at the end the tiles on the board and racks."""

from __future__ import annotations

from collections.abc import Callable

from scoring.engine.audit.findings import Code, Finding
from scoring.engine.game.legality import Fault
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import PLAY, WITHDRAWN, Turn
from scoring.engine.message import Message, Messages


def surplus_tile_messages(
    game: Replay, index: int, fault: Fault, nick: Callable[[Turn], str | Message]
) -> Messages:
    """Return a message for each surplus tile of the play at `index`, naming the turns in which it was laid."""
    tile_set, messages = game.tile_set, []
    followed = zip(game.turns, [*game.turns[1:], None], strict=True)
    plays = [
        (at, turn)
        for at, (turn, after) in enumerate(followed)
        if at <= index and turn.kind is PLAY and not (after and after.kind is WITHDRAWN)
    ]
    for tile in dict.fromkeys(fault.message.params["tiles"]):
        unit, count = tile_set.units[tile], tile_set.counts[tile]
        numbers = [
            sum(tile_set.units.get(face) == unit for face in turn.tiles) for _, turn in plays
        ]
        turns = tuple(
            Message("turn_of", turn=at + 1, nick=nick(turn))
            for (at, turn), number in zip(plays, numbers, strict=True)
            if number
        )
        laid = (tile,) * sum(numbers)
        if count:
            messages.append(Message("laid_beyond_set", laid=laid, turns=turns, has=(tile,) * count))
        else:
            messages.append(Message("laid_of_none", laid=laid, turns=turns))
    return tuple(messages)


def tile_count_findings(
    game: Replay, racks: tuple[tuple[str, ...] | None, ...], line: int
) -> list[Finding]:
    """Return a finding if the board and all racks do not make up the set, or [].

    Nothing is checked if a rack is unknown or the bag has tiles.
    """
    if None in racks or game.bag:
        return []
    tile_set = game.tile_set
    held = sum(
        tile_set.pack(tile for tile in rack if tile in tile_set.units) for rack in racks if rack
    )
    extra, missing = (
        tile_set.missing_tiles(game.unseen, held),
        tile_set.missing_tiles(held, game.unseen),
    )
    if not extra and not missing:
        return []
    if missing and extra:
        message = Message("tiles_differ", missing=tuple(missing), extra=tuple(extra))
    elif missing:
        message = Message("tiles_missing", missing=tuple(missing))
    else:
        message = Message("tiles_too_many", extra=tuple(extra))
    return [Finding(Code.TILE_COUNT, message, line)]
