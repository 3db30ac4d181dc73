"""Add words, typed like plays (``8G CAT``), to a position's board, and remove them."""

from __future__ import annotations

from scoring.engine.board.squares import Coordinate, Direction, NotASquare, Square
from scoring.engine.dispute.position import Position
from scoring.engine.game.legality import Reason, placement_faults
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message
from scoring.engine.rules.rulesets import RuleSet
from scoring.engine.typing.typed_turn import LineNotUnderstood, parse_turn

_UNPLACEABLE_REASONS = {Reason.UNKNOWN_TILE, Reason.OFF_BOARD}


def add_word(
    position: Position, rules: RuleSet, line: str, *, cased: bool = False
) -> Position | LineNotUnderstood:
    """Return the position with a word on its board, whether or not it connects to other tiles.

    The result has no racks or scores. A different tile on one of the squares is replaced, so that a
    mistyped word can be corrected by typing it again. Return `LineNotUnderstood` if the line is not a
    play, or if the word is off the board or contains an unknown tile.
    """
    turn = _parse_play(position, rules, line, cased=cased)
    if isinstance(turn, LineNotUnderstood):
        return turn
    faults = placement_faults(position.game(rules).board, turn.coordinate, turn.tiles)
    for fault in faults:
        if fault.reason in _UNPLACEABLE_REASONS:
            return LineNotUnderstood(line, fault.message)
    squares = _squares(turn.coordinate, len(turn.tiles))
    return position.with_tiles(
        {square: tile for square, tile in zip(squares, turn.tiles, strict=True) if tile != "."}
    )


def remove_word(
    position: Position, rules: RuleSet, line: str, *, cased: bool = False
) -> Position | LineNotUnderstood:
    """Return the position without the tiles of a word, or without the single tile on a typed square.

    Return `LineNotUnderstood` if the line is neither a play nor a square, or if its squares are empty.
    """
    try:
        squares = [Coordinate.parse(line).square]
    except NotASquare:
        turn = _parse_play(position, rules, line, cased=cased)
        if isinstance(turn, LineNotUnderstood):
            return turn
        squares = _squares(turn.coordinate, len(turn.tiles))
    if not any(square in position.tiles for square in squares):
        return LineNotUnderstood(line, Message("no_tile_on", square=squares[0]))
    return position.with_tiles(dict.fromkeys(squares, ""))


def _parse_play(
    position: Position, rules: RuleSet, line: str, *, cased: bool
) -> Turn | LineNotUnderstood:
    read = parse_turn(line, position.game(rules), seat=0, cased=cased)
    if isinstance(read, LineNotUnderstood):
        return read
    turn = read.literal or read.turn
    if turn.kind is not TurnKind.PLAY:
        return LineNotUnderstood(line, Message("only_words_laid"))
    return turn


def _squares(coordinate: str, number: int) -> list[Square]:
    """Return `number` consecutive squares from a coordinate, in its direction."""
    start = Coordinate.parse(coordinate)
    row, column = start.square.row, start.square.column
    if start.direction is Direction.DOWN:
        return [Square(row + step, column) for step in range(number)]
    return [Square(row, column + step) for step in range(number)]
