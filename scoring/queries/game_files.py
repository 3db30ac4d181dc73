"""A recorded game as a file: faithful, as it was recorded, or strict, as the most readers take it."""

from __future__ import annotations

from scoring.engine.game.record import Pragma, Record, Seat
from scoring.engine.game.turns import Kind, Turn
from scoring.engine.gcg import StrictCopy, write, write_strict
from scoring.models import Game
from scoring.queries.sheets import GameSheet, sheet


def game_text(game: Game) -> str:
    """The game as faithful GCG, with what other programs need to read it right. The queries of `sheet` and one."""
    now = sheet(game)
    return write(_stated(now), now.tile_set)


def strict_copy(game: Game, *, corrected: bool = False) -> StrictCopy:
    """The game as strict GCG, with the announced scores; or `corrected`, as ruled. The queries of `sheet` and one."""
    now = sheet(game)
    counts = [row.counts for row in now.rows] if corrected else None
    return write_strict(_stated(now), now.replay, counts=counts)


def _stated(now: GameSheet) -> Record:
    """The record with the nicks a file had, its title, and its tiles and board where the rules do not imply them."""
    seats = tuple(
        Seat(player.nick or player.name, player.name) for player in now.game.players.all()
    )
    title = " ".join(now.game.title.split())
    stated = [Pragma("title", title)] if title else []
    if now.tile_set.key != now.rules.tile_set or not now.tile_set.single:
        stated.append(Pragma("tile-set", now.tile_set.key))
    if now.layout.key != now.rules.layout:
        stated.append(Pragma("board-layout", now.layout.key))
    turns = tuple(_with_amount(now, index) for index in range(len(now.record.turns)))
    return now.record._replace(seats=seats, turns=turns, pragmas=(*stated, *now.record.pragmas))


def _with_amount(now: GameSheet, index: int) -> Turn:
    """A turn of the record; a rack left at the end has the points that the rules give, where nobody wrote any."""
    turn, game = now.record.turns[index], now.replay
    if turn.kind is not Kind.END_RACK or turn.announced is not None:
        return turn
    if game.settlement.amounts[turn.player] is None:
        return turn
    return turn._replace(announced=game.scores[index])
