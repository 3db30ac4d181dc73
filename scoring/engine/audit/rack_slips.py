"""The likely slip on the line for the tiles left: a tile left out, counted again, or the doubling missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.audit.slips import digits_swapped
from scoring.engine.board.tiles import BLANK, TileSet


def rack_slips(
    tiles: Sequence[str], correct: int, announced: int, tile_set: TileSet, *, doubled: bool
) -> tuple[str, ...]:
    """The simplest mistakes that turn `correct` points for these tiles into `announced`; () if none fits.

    `tiles` are those counted: all that the others hold for a player who went out, his own for
    another. `doubled` says that they count twice.
    """
    if announced == correct:
        return ()
    said = announced if correct >= 0 else -announced
    due, times = abs(correct), 2 if doubled else 1
    for found in (
        [
            *_sign(correct, announced),
            *_times(due, said, doubled=doubled),
            *_whole_tiles(tiles, due, said, times, tile_set),
            *digits_swapped(due, said),
        ],
        [*_misvalued(tiles, due, said, times, tile_set), *_addition(said - due, times)],
    ):
        if found:
            return tuple(dict.fromkeys(found))
    return ()


def _sign(correct: int, announced: int) -> Iterator[str]:
    if announced == -correct:
        yield (
            "The points were taken off instead of added."
            if correct > 0
            else "The points were added instead of taken off."
        )


def _times(due: int, said: int, *, doubled: bool) -> Iterator[str]:
    if doubled and due == 2 * said:
        yield "The rack was counted once, not twice."
    if not doubled and said == 2 * due:
        yield "The rack was counted twice, not once."


def _whole_tiles(
    tiles: Sequence[str], due: int, said: int, times: int, tile_set: TileSet
) -> Iterator[str]:
    """A tile left out or counted once more, in the sum or, where that is doubled, in one half of it."""
    for tile, worth in _worths(tiles, tile_set):
        if said == due - times * worth:
            yield f"The {tile} ({worth}) was left out."
        elif said == due + times * worth:
            yield f"The {tile} ({worth}) was counted twice."
        elif times == 2 and said == due - worth:
            yield f"The {tile} ({worth}) was counted once where the rack counts twice."


def _misvalued(
    tiles: Sequence[str], due: int, said: int, times: int, tile_set: TileSet
) -> Iterator[str]:
    """One tile counted with the points of another kind, or a blank as if it were a letter."""
    known = sorted({worth for worth in tile_set.points.values() if worth})
    for tile, worth in _worths(tiles, tile_set):
        yield from (
            f"{tile} was counted {other} instead of {worth}."
            for other in dict.fromkeys([*known, worth - 1, worth + 1])
            if other not in (0, worth) and said == due + times * (other - worth)
        )
    if BLANK in tiles:
        yield from (
            f"The blank was counted {other}; it counts nothing."
            for other in known
            if said == due + times * other
        )


def _addition(difference: int, times: int) -> Iterator[str]:
    if abs(difference) in (1, 2, 10, 20):
        yield f"Added wrong by {abs(difference)}."
    elif times == 2 and abs(difference) == 4:
        yield "Added wrong by 2 before doubling."


def _worths(tiles: Sequence[str], tile_set: TileSet) -> list[tuple[str, int]]:
    """Every kind of tile that counts something, with its points, in the order of the rack."""
    points = tile_set.points
    return [(tile, points[tile]) for tile in dict.fromkeys(tiles) if points.get(tile)]
