"""Likely slips in the points for remaining tiles, such as an omitted tile or missing doubling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.audit.likelihood import MAX_SLIPS
from scoring.engine.audit.slips import swapped_digits_slips
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.engine.message import Message, Messages


def rack_slips(
    tiles: Sequence[str], correct: int, announced: int, tile_set: TileSet, *, doubled: bool
) -> Messages:
    """Return the simplest mistakes that turn `correct` points for these tiles into `announced`, or ().

    `tiles` are the tiles counted: all tiles of the other players for a player who went out, or the
    player's own. `doubled` means that they count twice. At most `MAX_SLIPS` are returned.
    """
    if announced == correct:
        return ()
    claimed = announced if correct >= 0 else -announced
    due, times = abs(correct), 2 if doubled else 1
    for slips in (
        [
            *_sign_slips(correct, announced),
            *_doubling_slips(due, claimed, doubled=doubled),
            *_tile_slips(tiles, due, claimed, times, tile_set),
            *swapped_digits_slips(due, claimed),
        ],
        [
            *_value_slips(tiles, due, claimed, times, tile_set),
            *_addition_slips(claimed - due, times),
        ],
    ):
        if slips:
            return tuple(dict.fromkeys(slips))[:MAX_SLIPS]
    return ()


def _sign_slips(correct: int, announced: int) -> Iterator[Message]:
    if announced == -correct:
        yield Message("rack_taken_off" if correct > 0 else "rack_added")


def _doubling_slips(due: int, claimed: int, *, doubled: bool) -> Iterator[Message]:
    if doubled and due == 2 * claimed:
        yield Message("rack_once")
    if not doubled and claimed == 2 * due:
        yield Message("rack_twice")


def _tile_slips(
    tiles: Sequence[str], due: int, claimed: int, times: int, tile_set: TileSet
) -> Iterator[Message]:
    """Yield slips that omit or repeat a tile, or count it only once in a doubled sum."""
    for tile, worth in _tile_points(tiles, tile_set):
        if claimed == due - times * worth:
            yield Message("tile_left_out", tile=tile, worth=worth)
        elif claimed == due + times * worth:
            yield Message("tile_twice", tile=tile, worth=worth)
        elif times == 2 and claimed == due - worth:
            yield Message("tile_once", tile=tile, worth=worth)


def _value_slips(
    tiles: Sequence[str], due: int, claimed: int, times: int, tile_set: TileSet
) -> Iterator[Message]:
    """Yield slips that count a tile at a wrong value, or a blank as a letter."""
    known = sorted({worth for worth in tile_set.points.values() if worth})
    for tile, worth in _tile_points(tiles, tile_set):
        yield from (
            Message("tile_misvalued", tile=tile, other=other, worth=worth)
            for other in dict.fromkeys([*known, worth - 1, worth + 1])
            if other not in (0, worth) and claimed == due + times * (other - worth)
        )
    if BLANK in tiles:
        yield from (
            Message("blank_worth", other=other) for other in known if claimed == due + times * other
        )


def _addition_slips(difference: int, times: int) -> Iterator[Message]:
    if abs(difference) in (1, 2, 10, 20):
        yield Message("added_wrong", points=abs(difference))
    elif times == 2 and abs(difference) == 4:
        yield Message("added_wrong_doubled", points=2)


def _tile_points(tiles: Sequence[str], tile_set: TileSet) -> list[tuple[str, int]]:
    """Return each kind of tile that has points, with its points, in the order of the rack."""
    points = tile_set.points
    return [(tile, points[tile]) for tile in dict.fromkeys(tiles) if points.get(tile)]
