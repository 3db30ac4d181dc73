"""A recorded game as a file: faithful to the record, or strict for other programs."""

from __future__ import annotations

from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.gcg import StrictCopy, write, write_strict
from scoring.models import Game
from scoring.queries.sheets import GameSheet, sheet


def faithful_copy(game: Game) -> str:
    """Return the game as faithful GCG with the pragmas other programs need.

    This takes one query more than `sheet`.
    """
    now = sheet(game)
    return write(_record_for_file(now), now.tile_set)


def strict_copy(game: Game, *, corrected: bool = False) -> StrictCopy:
    """Return the game as strict GCG with the announced scores or, if `corrected`, with those that count.

    This takes one query more than `sheet`.
    """
    now = sheet(game)
    counts = [row.counts for row in now.rows] if corrected else None
    return write_strict(_record_for_file(now), now.replay, counts=counts)


def _record_for_file(now: GameSheet) -> Record:
    """Return the record with the original nicks, the title, and any tile set or board to be stated.

    A tile set or board is stated if the rules do not imply it. End racks written without points are
    given the correct ones.
    """
    seats = tuple(
        Seat(player.nick or player.name, player.name) for player in now.game.players.all()
    )
    title = " ".join(now.game.title.split())
    stated = [Pragma("title", title)] if title else []
    if now.tile_set.key != now.rules.tile_set or not now.tile_set.single:
        stated.append(Pragma("tile-set", now.tile_set.key))
    if now.layout.key != now.rules.layout:
        stated.append(Pragma("board-layout", now.layout.key))
    turns = tuple(_turn_with_amount(now, index) for index in range(len(now.record.turns)))
    return now.record._replace(seats=seats, turns=turns, pragmas=(*stated, *now.record.pragmas))


def _turn_with_amount(now: GameSheet, index: int) -> Turn:
    """Return a turn of the record, with the correct points for an end rack written without points."""
    turn, game = now.record.turns[index], now.replay
    if turn.kind is not TurnKind.END_RACK or turn.announced is not None:
        return turn
    if game.settlement.amounts[turn.player] is None:
        return turn
    return turn._replace(announced=game.scores[index])
