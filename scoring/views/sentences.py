"""A turn said in one sentence, as it is read back to who entered it."""

from __future__ import annotations

from scoring.engine.game.record import Record
from scoring.engine.game.turns import Kind, Turn
from scoring.models import TurnEntry
from scoring.queries.sheets import GameSheet, as_turn
from scoring.templatetags.figures import signed


def entry_sentence(entry: TurnEntry, sheet: GameSheet) -> str:
    """An entry, standing or not, as a sentence."""
    turn = Record((), (as_turn(entry),), bracketed=True).in_tiles(sheet.tile_set).turns[0]
    score = "" if turn.announced is None or turn.kind is not Kind.PLAY else f" {turn.announced}."
    return f"{turn_sentence(turn, sheet)}{score}"


def turn_sentence(turn: Turn, sheet: GameSheet, word: str = "") -> str:
    """What the turn does, with the player's name; `word` is a play's word as the sheet shows it."""
    name = sheet.names[turn.player]
    tiles = sheet.tile_set.write(turn.tiles)
    match turn.kind:
        case Kind.PLAY:
            return f"{name}: {turn.coordinate} {word or tiles}."
        case Kind.EXCHANGE if tiles:
            return f"{name} exchanges {tiles}."
        case Kind.EXCHANGE:
            number = turn.exchanged or 0
            return f"{name} exchanges {number} tile{'s' if number != 1 else ''}."
        case Kind.PASS:
            return f"{name} passes{f' ({turn.remark})' if turn.remark else ''}."
        case Kind.WITHDRAWN:
            return f"{name} takes the last play back: it was challenged off."
        case Kind.CHALLENGE_BONUS:
            return f"{name}: {signed(turn.announced)} for a challenge in vain."
        case Kind.OVERTIME:
            return f"{name}: {signed(turn.announced)} for overtime."
        case Kind.END_RACK if turn.rack is None:
            return f"{name} is out; {tiles} left with the opponent."
        case Kind.END_RACK:
            return f"{name} is left with {tiles}."
        case Kind.ADJUSTMENT:
            return f"{name}: {signed(turn.announced)}, {turn.remark}."
