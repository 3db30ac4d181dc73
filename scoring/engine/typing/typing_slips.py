"""Likely typing slips in a play with a wrong announced score: the wrong direction, or the total typed as the score.

These are slips in typing, not in counting, so they are reported before the turn is recorded.
"""

from __future__ import annotations

from scoring.engine.board.squares import Coordinate, Direction
from scoring.engine.game.legality import placement_faults
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.message import Message, Messages
from scoring.engine.typing.lines import line_in_other_direction
from scoring.engine.typing.typed_turn import UnderstoodTurn, parse_turn
from scoring.engine.typing.typed_word import bracketed_word


def typing_slip_messages(
    line: str,
    position: Replay,
    turn: Turn,
    score: int | None,
    total: int | None,
    *,
    cased: bool = False,
) -> Messages:
    """Return messages that explain the announced score of a play by a slip in typing its `line`, or ().

    `position` is the state before `turn`. `score` is the correct score of the play, or None if it
    cannot be laid. `total` is the player's total after it, or None if unknown.
    """
    if turn.kind is not TurnKind.PLAY or turn.announced in (None, score):
        return ()
    messages = []
    if turn.announced == total:
        messages.append(Message("total_typed", announced=turn.announced, score=score))
    other = parse_turn(line_in_other_direction(line), position, seat=turn.player, cased=cased)
    if isinstance(other, UnderstoodTurn) and _explains_score(other.turn, position, turn.announced):
        there = other.turn.coordinate
        across = Coordinate.parse(there).direction is Direction.ACROSS
        message = Message(
            "turned_across" if across else "turned_down",
            turned=there,
            word=bracketed_word(position.board, other.turn),
            announced=turn.announced,
            typed=turn.coordinate,
        )
        messages.append(message)
    return tuple(messages)


def _explains_score(turn: Turn, position: Replay, announced: int | None) -> bool:
    board = position.board
    if placement_faults(board, turn.coordinate, turn.tiles):
        return False
    return board.copy().lay(turn.coordinate, turn.tiles) == announced
