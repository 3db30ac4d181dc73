"""The faults of a turn: all of them at once, each with a message.

The replay only detects that a turn is irregular; this module determines the reasons. If a reason
`prevents_laying`, the tiles cannot be laid as written. Any other reason is recorded and the game continues,
because a game that was really played must be replayed as far as possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.engine.audit.findings import Code
from scoring.engine.board.board import Board
from scoring.engine.board.squares import Coordinate, NotASquare
from scoring.engine.board.tiles import UnknownTile
from scoring.engine.game.state import GameState
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message


class Reason(Enum):
    """A kind of fault. `code` is its stable code, and `placement` is set if the fault is an illegal placement."""

    UNKNOWN_TILE = "unknown_tile", True
    """The word contains something that is not a tile of the set."""
    OFF_BOARD = "off_board", True
    """The word starts or ends outside the board."""
    GAP = "gap", True
    """The word plays through a square that has no tile."""
    LETTER_CONFLICT = "letter_conflict", True
    """The word has a different letter from the tile on the board."""
    NO_TILE = "no_tile_laid", True
    """No tile is laid: every square of the word already has its tile, or there is no word."""
    NOT_CONNECTED = "not_connected", True
    """The play does not touch any tile on the board."""
    OFF_CENTRE = "off_centre", True
    """The first play does not cover the starting square."""
    ONE_TILE = "one_tile_opening", True
    """The first play has only one tile."""
    MORE_THAN_RACK = "more_than_rack", True
    """More tiles are laid than a rack holds, or than the player has left."""
    WORD_CUT_SHORT = "word_cut_short", False
    """The word on the board is longer than the written word."""
    RACK_UNKNOWN_TILE = "rack_unknown_tile", False
    """The recorded rack or the exchanged tiles contain something that is not a tile of the set."""
    NOT_IN_RACK = "not_in_rack", False
    """A tile was laid or exchanged that is not in the recorded rack."""
    RACK_TOO_LONG = "rack_too_long", False
    """The recorded rack has more tiles than allowed."""
    NOT_IN_BAG = "not_in_bag", False
    """The recorded rack, or an exchange without one, contains a tile that is no longer unseen."""
    MORE_THAN_SET = "more_than_set", False
    """The board has more tiles of one kind than the set."""
    BAG_TOO_LOW = "bag_too_low", False
    """The bag has too few tiles for an exchange."""
    OUT_OF_TURN = "out_of_turn", False
    """It was another player's turn."""
    AFTER_END = "after_end", False
    """The game had already ended."""
    NO_PLAY_BEFORE = "no_play_before", False
    """A withdrawal or challenge bonus does not follow a play."""

    def __init__(self, code: str, placement: bool) -> None:
        self.code = Code[code.upper()]
        self.placement = placement


_LAYING_PREVENTERS = {
    Reason.UNKNOWN_TILE,
    Reason.OFF_BOARD,
    Reason.GAP,
    Reason.LETTER_CONFLICT,
    Reason.NO_TILE,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a turn, with a message for the people at the table."""

    reason: Reason
    message: Message

    @property
    def prevents_laying(self) -> bool:
        """Whether the fault prevents the tiles from being laid as written."""
        return self.reason in _LAYING_PREVENTERS


def placement_faults(board: Board, coordinate: str, tiles: Sequence[str]) -> tuple[Fault, ...]:
    """Return every fault in playing these tiles on this board, or () if there is none."""
    faults: list[Fault] = []
    layout, tile_set, grid = board.layout, board.tile_set, board.grid
    if coordinate not in layout.spellings:
        try:
            square = Coordinate.parse(coordinate).square
            corner = layout.square(layout.cells - layout.down - 2)
            message = Message("beyond_corner", square=square, corner=corner)
        except NotASquare as error:
            message = error.message
        return (Fault(Reason.OFF_BOARD, message),)
    faults += [
        Fault(Reason.UNKNOWN_TILE, Message("not_a_tile", tile=tile, tile_set=tile_set.name))
        for tile in tiles
        if tile != "." and tile not in tile_set.values
    ]
    first, step, room = layout.spellings[coordinate]
    word = tile_set.format_tiles(tiles)
    if (over := len(tiles) - room) > 0:
        message = Message("runs_off", word=word, coordinate=coordinate, squares=over)
        faults.append(Fault(Reason.OFF_BOARD, message))
    new, cells = [], range(first, first + step * min(len(tiles), room), step)
    for cell, tile in zip(cells, tiles, strict=False):
        face, square = grid[cell], layout.square(cell)
        if not face and tile == ".":
            faults.append(Fault(Reason.GAP, Message("gap_through", square=square)))
        elif face and tile not in (".", face) and not board.is_blank_pair(tile, face):
            message = Message("letter_conflict", square=square, face=face, tile=tile)
            faults.append(Fault(Reason.LETTER_CONFLICT, message))
        elif not face:
            new.append(cell)
    if not new and not faults:
        message = (
            Message("lies_already", word=word, coordinate=coordinate)
            if tiles
            else Message("lays_nothing", coordinate=coordinate)
        )
        faults.append(Fault(Reason.NO_TILE, message))
    if new:
        where = {"word": word, "coordinate": coordinate}
        faults += _connection_faults(board, where, cells, new, step)
    return tuple(faults)


def _connection_faults(
    board: Board, where: Mapping[str, str], cells: range, new: list[int], step: int
) -> list[Fault]:
    """Return the faults in how a play over `cells` connects to the tiles on the board.

    `new` are the cells that were empty before. `where` contains the word and its coordinate, for the
    messages.
    """
    layout, grid, faults = board.layout, board.grid, []
    if board.is_empty:
        if layout.centre not in new:
            faults.append(Fault(Reason.OFF_CENTRE, Message("off_centre", square=layout.start)))
        if len(new) == 1:
            faults.append(Fault(Reason.ONE_TILE, Message("one_tile_opening")))
        return faults
    side = layout.down + 1 - step
    longer = bool(grid[cells[0] - step] or grid[cells[-1] + step])
    if not (
        longer
        or any(grid[cell] for cell in cells)
        or any(grid[cell - side] or grid[cell + side] for cell in new)
    ):
        faults.append(Fault(Reason.NOT_CONNECTED, Message("not_connected", **where)))
    if longer:
        faults.append(Fault(Reason.WORD_CUT_SHORT, Message("word_cut_short", **where)))
    return faults


def faults(position: GameState, turn: Turn) -> tuple[Fault, ...]:
    """Return every fault of `turn` in `position`, the state before the turn."""
    reasons: list[Fault] = []
    if turn.kind is TurnKind.PLAY:
        reasons += placement_faults(position.board, turn.coordinate, turn.tiles)
        reasons += _rack_size_faults(position, turn)
    if turn.kind in (TurnKind.PLAY, TurnKind.EXCHANGE, TurnKind.PASS):
        if position.has_ended:
            if not position.is_acceptance(turn):
                reasons.append(Fault(Reason.AFTER_END, Message("after_end")))
        elif turn.player != position.to_move and not position.is_delayed_lost_turn(turn):
            reasons.append(Fault(Reason.OUT_OF_TURN, Message("out_of_turn")))
        reasons += _rack_faults(position, turn)
    if turn.kind is TurnKind.EXCHANGE:
        least, bag = position.rules.exchange_minimum, position.bag
        number = turn.exchanged or len(turn.tiles)
        if bag < least:
            message = Message("bag_below_minimum", least=least, bag=bag)
            reasons.append(Fault(Reason.BAG_TOO_LOW, message))
        elif bag < number:
            message = Message("bag_below_exchange", number=number, bag=bag)
            reasons.append(Fault(Reason.BAG_TOO_LOW, message))
    if turn.kind is TurnKind.WITHDRAWN and not position.belongs_to_last_play(turn):
        reasons.append(Fault(Reason.NO_PLAY_BEFORE, Message("withdrawal_without_play")))
    if turn.kind is TurnKind.CHALLENGE_BONUS and not position.belongs_to_last_play(turn):
        reasons.append(Fault(Reason.NO_PLAY_BEFORE, Message("bonus_without_play")))
    return tuple(reasons)


def _rack_size_faults(position: GameState, turn: Turn) -> list[Fault]:
    """Return a fault if the turn lays more tiles than the player can have held, or []."""
    number = sum(position.tile_set.unpack(position.tiles_used_by(turn)).values())
    held, most = position.hands[turn.player], position.rules.rack_size
    if number > most:
        message = Message("more_than_rack", number=number, most=most)
    elif number > held and not position.has_ended:
        message = Message("more_than_left", number=number, left=held)
    else:
        return []
    return [Fault(Reason.MORE_THAN_RACK, message)]


def _rack_faults(position: GameState, turn: Turn) -> list[Fault]:
    """Return the conflicts between the turn's tiles, the recorded rack and the tile set."""
    tile_set = position.tile_set
    reasons: list[Fault] = []
    held = None
    named = (turn.rack or (), turn.tiles if turn.kind is TurnKind.EXCHANGE else ())
    if unknown := [tile for tiles in named for tile in tiles if tile not in tile_set.units]:
        shown = tile_set.format_tiles(named[0]) or tile_set.format_tiles(named[1])
        message = UnknownTile(shown, unknown[0], tile_set).message
        reasons.append(Fault(Reason.RACK_UNKNOWN_TILE, message))
    elif turn.rack is not None:
        held = tile_set.pack(turn.rack)
    if held is not None and turn.rack is not None:
        reasons += _recorded_rack_faults(position, turn.rack, held)
    laid = position.tiles_used_by(turn)
    if held is not None and tile_set.lacks(held, laid):
        code = "exchanged_not_in_rack" if turn.kind is TurnKind.EXCHANGE else "laid_not_in_rack"
        missing, rack = (
            tuple(tile_set.missing_tiles(held, laid)),
            tile_set.format_tiles(turn.rack or ()),
        )
        reasons.append(Fault(Reason.NOT_IN_RACK, Message(code, tiles=missing, rack=rack)))
    if turn.kind is TurnKind.EXCHANGE and held is None and tile_set.lacks(position.unseen, laid):
        missing = tuple(tile_set.missing_tiles(position.unseen, laid))
        reasons.append(Fault(Reason.NOT_IN_BAG, Message("exchange_not_in_bag", tiles=missing)))
    if turn.kind is TurnKind.PLAY and tile_set.lacks(position.unseen, laid):
        missing = tuple(tile_set.missing_tiles(position.unseen, laid))
        message = Message("more_than_set", tiles=missing, number=len(missing))
        reasons.append(Fault(Reason.MORE_THAN_SET, message))
    return reasons


def _recorded_rack_faults(position: GameState, rack: Sequence[str], held: int) -> list[Fault]:
    """Return the faults of a recorded rack regardless of the tiles laid; `held` is the packed rack."""
    tile_set = position.tile_set
    reasons = []
    if len(rack) > position.rules.rack_size:
        message = Message("rack_too_long", rack=tile_set.format_tiles(rack), number=len(rack))
        reasons.append(Fault(Reason.RACK_TOO_LONG, message))
    if tile_set.lacks(position.unseen, held):
        missing = tuple(tile_set.missing_tiles(position.unseen, held))
        message = Message("rack_not_in_bag", rack=tile_set.format_tiles(rack), tiles=missing)
        reasons.append(Fault(Reason.NOT_IN_BAG, message))
    return reasons
