"""Later turns that go to another player, because a turn before them was put in or taken out."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.history import remember
from scoring.engine.in_order import in_order
from scoring.models import Game, Ruling, TurnEntry
from scoring.queries.sheets import sheet


def put_in_order(game: Game, start: int, actor: Actor, made_at: datetime) -> str:
    """Give the turns from index `start` on to who they belong to by the order of play.

    Returns a sentence for the log, "" where nothing moved. Rulings go along. Part of the change made
    at `made_at`, with which it is undone; the caller holds the game.
    """
    now = sheet(game)
    turns = in_order(now.replay, start)
    moved = [
        (entry, turn.player + 1)
        for entry, turn in zip(now.entries, turns, strict=True)
        if entry.seat != turn.player + 1
    ]
    for entry, seat in moved:
        remember(game, actor, before=entry, after=_given_to(entry, seat, actor), made_at=made_at)
    if not moved:
        return ""
    first = now.entries.index(moved[0][0]) + 1
    return f"The turns from {first} on each went to the next player."


def _given_to(entry: TurnEntry, seat: int, actor: Actor) -> TurnEntry:
    """Supersede `entry` by the same turn of another player, with its standing ruling."""
    old, when = entry.pk, timezone.now()
    TurnEntry.objects.filter(pk=old).update(superseded_at=when, superseded_why="order of play")
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
