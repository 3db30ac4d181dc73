"""Sentences about turns and rulings, shown so that an entry can be checked."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.game.record import Record
from scoring.engine.game.turns import Turn, TurnKind
from scoring.models import TurnEntry
from scoring.queries.flips import flip_by_ruling, flips_of_game
from scoring.queries.sheets import GameSheet, SheetRow, turn_from_entry
from scoring.templatetags.figures import format_signed
from scoring.wording.outcomes import outcome_sentence


def entry_sentence(entry: TurnEntry, sheet: GameSheet) -> str:
    """Return an entry, current or superseded, as a sentence."""
    turn = (
        Record((), (turn_from_entry(entry),), bracketed=True)
        .split_into_tiles(sheet.tile_set)
        .turns[0]
    )
    score = (
        "" if turn.announced is None or turn.kind is not TurnKind.PLAY else f" {turn.announced}."
    )
    return f"{turn_sentence(turn, sheet)}{score}"


def turn_sentence(turn: Turn, sheet: GameSheet, word: str = "") -> str:
    """Return a turn as a sentence with the player's name; `word` is the word of a play as on the sheet."""
    name = sheet.names[turn.player]
    tiles = sheet.tile_set.format_tiles(turn.tiles)
    match turn.kind:
        case TurnKind.PLAY:
            return f"{name}: {turn.coordinate} {word or tiles}."
        case TurnKind.EXCHANGE if tiles:
            return _("{player} exchanges {tiles}.").format(player=name, tiles=tiles)
        case TurnKind.EXCHANGE:
            number = turn.exchanged or 0
            return ngettext(
                "{player} exchanges {count} tile.", "{player} exchanges {count} tiles.", number
            ).format(player=name, count=number)
        case TurnKind.PASS if turn.remark:
            return _("{player} passes ({remark}).").format(player=name, remark=turn.remark)
        case TurnKind.PASS:
            return _("{player} passes.").format(player=name)
        case TurnKind.WITHDRAWN:
            return _("{player} takes the last play back: it was challenged off.").format(
                player=name
            )
        case TurnKind.CHALLENGE_BONUS:
            return _("{player}: {points} for an unsuccessful challenge.").format(
                player=name, points=format_signed(turn.announced)
            )
        case TurnKind.OVERTIME:
            return _("{player}: {points} for overtime.").format(
                player=name, points=format_signed(turn.announced)
            )
        case TurnKind.END_RACK if turn.rack is None:
            return _("{player} goes out; the opponent has {tiles} left.").format(
                player=name, tiles=tiles
            )
        case TurnKind.END_RACK:
            return _("{player} has {tiles} left.").format(player=name, tiles=tiles)
        case TurnKind.ADJUSTMENT:
            return _("{player}: {points}, {remark}.").format(
                player=name, points=format_signed(turn.announced), remark=turn.remark
            )


def unchanged_winner_sentence(row: SheetRow, now: GameSheet) -> str:
    """Return a sentence saying that the ruling on `row` does not change the winner.

    Return "" if it does, if there is no ruling, or if the game has no winner yet. This takes at most one
    query.
    """
    if row.ruling is None or not now.outcome.winners:
        return ""
    if flip_by_ruling(row.ruling, row.number, flips_of_game(now.game, now.names)):
        return ""
    return _("The outcome does not change: {outcome}.").format(
        outcome=outcome_sentence(now.outcome, now.names)
    )
