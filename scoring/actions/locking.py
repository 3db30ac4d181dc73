"""Lock a game during a change, check that it may be changed, and record its edits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.engine.game.turns import Turn
from scoring.models import Edit, Game, Ruling, TurnEntry
from scoring.signals import game_changing


def lock_game(game: Game, *, posts: bool = False) -> Game:
    """Return the game, read again and locked until the transaction ends.

    `posts` says whether the result of the game will be posted too. An exception from a receiver of
    `game_changing`, such as `Refused` for a game of a closed event, is passed on.
    """
    held = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    game_changing.send(Game, game=held, posts=posts)
    return held


def record_edit(
    game: Game,
    actor: Actor,
    *,
    before: TurnEntry | None = None,
    after: TurnEntry | None = None,
    made_at: datetime | None = None,
) -> Edit:
    """Record the edit that replaced `before` with `after` (None for no entry).

    Undone edits can then no longer be redone.

    Edits made in one step share `made_at`, by default the current time, and are undone together.
    """
    Edit.objects.filter(game=game, state=Edit.State.UNDONE).update(state=Edit.State.DROPPED)
    return Edit.objects.create(
        game=game, before=before, after=after, made_at=made_at or timezone.now(), made_by=actor.user
    )


def reassign_seats(
    game: Game, entries: Sequence[TurnEntry], turns: Sequence[Turn], actor: Actor, made_at: datetime
) -> int | None:
    """Assign each current entry of a game to the player of the corresponding turn in `turns`.

    Return the number of the first reassigned entry, or None. Rulings are carried along. The
    reassignments belong to the change made at `made_at` and are undone with it. The caller must
    have locked the game.
    """
    moved = [
        (number, entry, turn.player + 1)
        for number, (entry, turn) in enumerate(zip(entries, turns, strict=True), 1)
        if entry.seat != turn.player + 1
    ]
    for _, entry, seat in moved:
        fresh = _reassign_entry(entry, seat, actor)
        record_edit(game, actor, before=entry, after=fresh, made_at=made_at)
    if not moved:
        return None
    return moved[0][0]


def _reassign_entry(entry: TurnEntry, seat: int, actor: Actor) -> TurnEntry:
    """Supersede `entry` with the same turn for another player, and copy its current ruling."""
    old, when = entry.pk, timezone.now()
    TurnEntry.objects.filter(pk=old).update(superseded_at=when)
    fresh = TurnEntry.objects.get(pk=old)
    fresh.pk, fresh.superseded_at, fresh.superseded_why = None, None, ""
    fresh.seat, fresh.entered_at, fresh.entered_by = seat, when, actor.user
    fresh.save(force_insert=True)
    TurnEntry.objects.filter(pk=old).update(superseded_by=fresh)
    ruling = Ruling.objects.filter(entry_id=old, superseded_at__isnull=True).first()
    if ruling is not None:
        ruling.pk, ruling.entry = None, fresh
        ruling.save(force_insert=True)
    return fresh
