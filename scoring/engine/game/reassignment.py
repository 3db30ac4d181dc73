"""Reassign later turns to the right players after a turn is inserted or removed.

If a turn was omitted while typing, every later turn is recorded for the wrong player. The remedy is
one step: each of these turns belongs to the next player or, with three or four players, to the
previous one.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.game.legality import Reason
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.turns import Turn, TurnKind

_NAMED_PLAYER_KINDS = frozenset({TurnKind.OVERTIME, TurnKind.ADJUSTMENT})
"""Kinds of turn that are recorded for a named player, regardless of the player to move."""


def reassign_turns(game: Replay, start: int) -> Replay:
    """Return the game with the turns from index `start` shifted to other players if that puts them in order.

    Return `game` itself unless fewer of these turns are out of turn afterwards.
    """
    turns = tuple(game.turns)
    best, fewest = game, _count_out_of_turn(game, start)
    if not fewest:
        return game
    for by in sorted({1, game.players - 1}):
        moved = (*turns[:start], *_shift_players(turns[start:], by, game.players))
        again = replay(moved, game.rules, game.tile_set, game.board.layout, game.players)
        if (wrong := _count_out_of_turn(again, start)) < fewest:
            best, fewest = again, wrong
    return best


def _shift_players(turns: Sequence[Turn], by: int, players: int) -> list[Turn]:
    return [
        turn
        if turn.kind in _NAMED_PLAYER_KINDS
        else turn._replace(player=(turn.player + by) % players)
        for turn in turns
    ]


def _count_out_of_turn(game: Replay, start: int) -> int:
    return sum(
        fault.reason is Reason.OUT_OF_TURN
        for index, reasons in game.faults.items()
        if index >= start
        for fault in reasons
    )
