"""Change the middle of a game: insert and remove turns, undo and redo changes.

Undo never deletes a row: the current entry is superseded, and the previous one is entered again
with its ruling, in the name of the person who undoes the change.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.flips import log_flip
from scoring.actions.locking import reassign_seats, record_edit
from scoring.actions.refusals import Refused
from scoring.actions.turns import (
    checked_turn,
    entry_values,
    index_of,
    lock_sheet,
    locked_sheet,
    refuse_unfit_turn,
    require_reason_if_signed,
    save_entry,
    scope_of,
    sentence_with_reassignment,
    turn_for_log,
)
from scoring.engine.game.turns import Turn
from scoring.models import Edit, Game, Ruling, TurnEntry
from scoring.queries.sheets import GameSheet, turn_from_entry
from scoring.queries.turn_preview import CheckedTurn, game_without_turn
from scoring.wording.log import say
from scoring.wording.sentence import Sentence


def insert_turn(
    before: TurnEntry,
    turn: Turn,
    actor: Actor,
    *,
    reason: str = "",
    seen: int | None = None,
    confirmed: bool = False,
) -> TurnEntry:
    """Insert a forgotten `turn` before the entry `before`, replay the later turns, and return the new entry.

    Later turns are reassigned to other players if that puts them in order. Those that become
    irregular are recorded and shown, not refused. Raise `Refused` if no further turn can be
    inserted there. May raise the exceptions of `correct_turn`.
    """
    with locked_sheet(before.game, seen) as now:
        judged = checked_turn(now, turn, index_of(now, before), inserting=True)
        return insert_checked_turn(now, judged, actor, reason=reason, confirmed=confirmed)


def insert_checked_turn(
    now: GameSheet,
    judged: CheckedTurn,
    actor: Actor,
    *,
    reason: str = "",
    confirmed: bool = False,
    clock: str = "",
) -> TurnEntry:
    """Insert a turn checked on `now`, a `locked_sheet`, before the turn that now has its number.

    Raise `Refused` if the slip is signed and no reason is given, or if no further turn can be
    inserted there. May raise the exceptions of `refuse_unfit_turn`.
    """
    require_reason_if_signed(now.game, reason)
    refuse_unfit_turn(judged, confirmed=confirmed)
    game, turn, index, won = now.game, judged.turn, judged.index, now.outcome
    below = now.entries[index].position
    above = now.entries[index - 1].position if index else 0
    position = (above + below) // 2
    if position in (above, below):
        raise Refused(_("Too many turns have been inserted here. Correct one of them instead."))
    entry = save_entry(game, turn, position, actor, now, clock=clock)
    edit = record_edit(game, actor, after=entry)
    entries = [*now.entries[:index], entry, *now.entries[index:]]
    moved = reassign_seats(game, entries, judged.after.turns, actor, edit.made_at)
    done = say(
        "insert_turn",
        game=game,
        turn=index + 1,
        player=now.names[turn.player],
        what=turn_for_log(turn, now),
    )
    log(
        actor,
        "insert_turn",
        sentence_with_reassignment(done, moved),
        scope=scope_of(game),
        reason=reason,
        after=entry_values(entry),
    )
    why = say("inserted", turn=index + 1)
    log_flip(game, actor, won, why, reason=reason, replayed=judged.after)
    return entry


def remove_turn(
    entry: TurnEntry, actor: Actor, *, reason: str = "", seen: int | None = None
) -> TurnEntry:
    """Remove a turn that was never made, and return its entry.

    The entry is superseded, and later turns are replayed without it. They are reassigned to other
    players if that puts them in order; those that become irregular are kept and shown. Raise
    `EditConflict` if the game has changed, or `Refused` if it is finished, or if the slip is signed
    and no reason is given.
    """
    game = entry.game
    with locked_sheet(game, seen) as now:
        require_reason_if_signed(now.game, reason)
        index, won = index_of(now, entry), now.outcome
        after = game_without_turn(now, index)
        entry.superseded_at = timezone.now()
        entry.superseded_why = reason
        entry.save(update_fields=["superseded_at", "superseded_why"])
        edit = record_edit(game, actor, before=entry)
        entries = [*now.entries[:index], *now.entries[index + 1 :]]
        moved = reassign_seats(game, entries, after.turns, actor, edit.made_at)
        done = say("take_out", game=game, turn=index + 1, what=now.turn_text(index))
        log(
            actor,
            "take_out",
            sentence_with_reassignment(done, moved),
            scope=scope_of(game),
            reason=reason,
            before=entry_values(entry),
        )
        why = say("taken_out", turn=index + 1)
        log_flip(game, actor, won, why, reason=reason, replayed=after)
    return entry


def undo(game: Game, actor: Actor, *, seen: int | None = None) -> Edit:
    """Undo the last change to the turns that has not been undone; return the first edit of that change.

    Raise `Refused` if there is no such change. May raise the exceptions of `lock_sheet`.
    """
    with transaction.atomic():
        now = lock_sheet(game, seen)
        made = Edit.objects.filter(game=game, state=Edit.State.MADE)
        last = made.last()
        if last is None:
            raise Refused(_("There is nothing to undo in this game."))
        for edit in made.filter(made_at=last.made_at).order_by("-id"):
            _replace_entry(edit.after, edit.before, actor)
            edit.state = Edit.State.UNDONE
            edit.save(update_fields=["state"])
        _log_edit("undo", edit, now, actor)
        log_flip(game, actor, now.outcome, say("change_undone"))
    return edit


def redo(game: Game, actor: Actor, *, seen: int | None = None) -> Edit:
    """Redo the last undone change; return the first edit of that change.

    Raise `Refused` if there is nothing to redo, for example because a turn has been entered since.
    May raise the exceptions of `lock_sheet`.
    """
    with transaction.atomic():
        now = lock_sheet(game, seen)
        undone = Edit.objects.filter(game=game, state=Edit.State.UNDONE)
        edit = undone.first()
        if edit is None:
            raise Refused(_("There is nothing to redo in this game."))
        for one in undone.filter(made_at=edit.made_at):
            _replace_entry(one.before, one.after, actor)
            one.state = Edit.State.MADE
            one.save(update_fields=["state"])
        _log_edit("redo", edit, now, actor)
        log_flip(game, actor, now.outcome, say("change_done_again"))
    return edit


def _log_edit(verb: str, edit: Edit, now: GameSheet, actor: Actor) -> None:
    summary = say(
        verb,
        game=now.game,
        before=_entry_for_log(edit.before, now),
        after=_entry_for_log(edit.after, now),
    )
    log(actor, verb, summary, scope=scope_of(now.game))


def _entry_for_log(entry: TurnEntry | None, now: GameSheet) -> Sentence:
    return say("nothing") if entry is None else turn_for_log(turn_from_entry(entry), now)


def _replace_entry(out: TurnEntry | None, back: TurnEntry | None, actor: Actor) -> None:
    """Supersede the entry at the position of `out`, and enter `back` again at its own position.

    Each step is skipped if its entry is None.
    """
    standing = None
    if out is not None:
        standing = TurnEntry.objects.get(
            game_id=out.game_id, position=out.position, superseded_at__isnull=True
        )
        standing.superseded_at = timezone.now()
        standing.save(update_fields=["superseded_at"])
    if back is None:
        return
    ruling = Ruling.objects.filter(entry=back).last()
    back.pk, back.superseded_at, back.superseded_by, back.superseded_why = None, None, None, ""
    back.entered_at, back.entered_by = timezone.now(), actor.user
    back.save()
    if standing is not None:
        standing.superseded_by = back
        standing.save(update_fields=["superseded_by"])
    if ruling is not None and ruling.superseded_at is None:
        ruling.pk, ruling.entry = None, back
        ruling.save()
