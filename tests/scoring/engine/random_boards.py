"""Random positions and plays, with scores computed square by square, independent of the engine."""

from random import Random

from scoring.engine.board.board import Board
from scoring.engine.board.layouts import Layout
from scoring.engine.board.squares import Direction, Square
from scoring.engine.board.tiles import BLANK, TileSet

Word = list[tuple[Square, str]]


def random_tile(tile_set: TileSet, rng: Random) -> str:
    """Return a tile of the set; one in eight is a blank."""
    tile = rng.choice([tile for tile in tile_set.counts if tile != BLANK])
    return tile_set.blank_forms[tile] if rng.random() < 0.12 else tile


def random_play(board: Board, rng: Random) -> tuple[str, list[str]] | None:
    """Return a connected play of random tiles, with the complete word from its first square, or None."""
    layout, tiles = board.layout, board.tiles
    for _ in range(200):
        direction = rng.choice(list(Direction))
        square = Square(rng.randint(1, layout.rows), rng.randint(1, layout.columns))
        if before(square, direction) in tiles:
            continue
        start, word, new = square, [], 0
        wanted = rng.choice([1, 2, 3, 4, 5, 6, 7, 7])
        while layout.contains(square) and (square in tiles or new < wanted):
            if square in tiles:
                word.append(rng.choice([".", tiles[square]]))
            else:
                word.append(random_tile(board.tile_set, rng))
                new += 1
            square = after(square, direction)
        laid = squares_of(start, direction, len(word))
        joined = any(near in tiles for place in laid for near in neighbours(place)) or any(
            place in tiles for place in laid
        )
        if new and (joined if tiles else layout.start in laid and new > 1):
            row, column = start.row, chr(64 + start.column)
            name = f"{row}{column}" if direction is Direction.ACROSS else f"{column}{row}"
            return name, word
    return None


def after(square: Square, direction: Direction, step: int = 1) -> Square:
    """Return the next square in a direction."""
    if direction is Direction.ACROSS:
        return Square(square.row, square.column + step)
    return Square(square.row + step, square.column)


def before(square: Square, direction: Direction) -> Square:
    """Return the previous square in a direction."""
    return after(square, direction, -1)


def neighbours(square: Square) -> list[Square]:
    """Return the four adjacent squares."""
    return [after(square, direction, step) for direction in Direction for step in (-1, 1)]


def squares_of(start: Square, direction: Direction, length: int) -> list[Square]:
    """Return the squares of a word."""
    return [after(start, direction, step) for step in range(length)]


def words_by_hand(board: Board, name: str, word: list[str]) -> tuple[list[tuple[str, int]], int]:
    """Return text and score of every word of a play, the main word first, and the score of the play."""
    direction = Direction.ACROSS if name[0].isdigit() else Direction.DOWN
    start, old = Square.parse(name), dict(board.tiles)
    new = {
        square: tile
        for square, tile in zip(squares_of(start, direction, len(word)), word, strict=True)
        if square not in old
    }
    lies = old | new
    runs = [run(lies, start, direction)]
    runs += [run(lies, square, direction.perpendicular) for square in new]
    words = [one for one in runs if len(one) > 1] or runs[:1]
    scored = [("".join(lies[s] for s in one), by_hand(one, lies, new, board)) for one in words]
    bonus = board.bingo_bonus if len(new) == board.rack_size else 0
    return scored, sum(score for _, score in scored) + bonus


def run(lies: dict[Square, str], square: Square, direction: Direction) -> list[Square]:
    """Return the squares of the word through a square in a direction."""
    while before(square, direction) in lies:
        square = before(square, direction)
    plays = []
    while square in lies:
        plays.append(square)
        square = after(square, direction)
    return plays


def by_hand(
    squares: list[Square], lies: dict[Square, str], new: dict[Square, str], board: Board
) -> int:
    """Return the score of one word: letters first, then every word premium under a new tile."""
    layout: Layout = board.layout
    total, times = 0, 1
    for square in squares:
        tile = lies[square]
        points = board.tile_set.points.get(tile, 0)  # lower case is a blank
        premium = layout.premiums.get(square) if square in new else None
        if premium and premium.applies_to == "letter":
            points *= premium.factor
        if premium and premium.applies_to == "word":
            times *= premium.factor
        total += points
    return total * times
