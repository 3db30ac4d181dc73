"""A recorded turn as the line somebody would type for it: what correcting it starts from."""

from __future__ import annotations

from scoring.engine.replay import Replay
from scoring.engine.turns import Kind, Turn
from scoring.engine.typed_words import through


def typed_line(turn: Turn, position: Replay) -> str:
    """The line that `entry.understand` reads as `turn` in `position`, which stands before it.

    Tiles played through are in brackets. The seat is left out: the caller knows whose turn it is.
    """
    write = position.tile_set.write
    tiles = write(turn.tiles)
    rack = f" @{write(turn.rack)}" if turn.rack else ""
    # A total alone would be read as the score.
    total = "" if turn.total is None or turn.announced is None else f" {turn.total}"
    figures = "" if turn.announced is None else f" {turn.announced}{total}"
    of_nothing = figures if turn.announced or total else ""
    match turn.kind:
        case Kind.PLAY:
            return f"{turn.coordinate} {through(position.board, turn)}{figures}{rack}"
        case Kind.EXCHANGE:
            return f"-{tiles or turn.exchanged or 1}{of_nothing}{rack}"
        case Kind.PASS:
            return "ch" if turn.remark else f"pass{of_nothing}{rack}"
        case Kind.WITHDRAWN:
            return f"--{figures}"
        case Kind.CHALLENGE_BONUS:
            return f"ch{figures}"
        case Kind.OVERTIME:
            return f"time{figures}"
        case Kind.END_RACK:
            return f"rack {tiles}{figures}"
        case Kind.ADJUSTMENT:
            return f"adjust {turn.announced or 0} {turn.remark}".rstrip()
