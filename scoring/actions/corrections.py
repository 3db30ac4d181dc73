"""Correct a finished game: reopen, correct and finish it in one action with one reason."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.edits import undo
from scoring.actions.games import finish_game, reopen_game
from scoring.actions.refusals import Refused
from scoring.actions.turns import correct_turn
from scoring.engine.game.turns import Turn
from scoring.models import Edit, Game, TurnEntry
from scoring.queries.sheets import undoable_changes


def correct_finished_game(
    entry: TurnEntry, turn: Turn, actor: Actor, *, reason: str, confirmed: bool = False
) -> TurnEntry:
    """Replace an entry of a finished game with `turn` and finish the game again; return the new entry.

    Nothing is changed if any step is refused. May raise the exceptions of `reopen_game`,
    `correct_turn` and `finish_game`.
    """
    game = entry.game
    with transaction.atomic():
        reopen_game(game, actor, reason=reason)
        fresh = correct_turn(entry, turn, actor, reason=reason, confirmed=confirmed)
        finish_game(game, actor, disputed=True)
    return fresh


def undo_last_correction(game: Game, actor: Actor, *, reason: str) -> Edit:
    """Undo the last correction of a finished game and finish it again; return the first edit of the undone change.

    Raise `Refused` if the last change was not a correction. May raise the exceptions of
    `reopen_game` and `finish_game`.
    """
    with transaction.atomic():
        if last_correction(game) is None:
            raise Refused(
                _(
                    "The last change to this game was not a correction, so it cannot be undone "
                    "here. Reopen the game first."
                )
            )
        reopen_game(game, actor, reason=reason)
        edit = undo(game, actor)
        finish_game(game, actor, disputed=True)
    return edit


def last_correction(game: Game) -> Edit | None:
    """Return the last change of a game if it is a correction, otherwise None. This takes one query."""
    edit = undoable_changes(game).undo
    return edit if edit is not None and edit.before_id and edit.after_id else None
