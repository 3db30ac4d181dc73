"""Holding a game while it is changed, asking first whether it may be, and keeping its changes in order."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Edit, Game, TurnEntry
from scoring.signals import game_changing


def hold_game(game: Game) -> Game:
    """The game read anew and held until the transaction ends.

    Raises what a receiver of `game_changing` raises, such as `Refused` for a game of a closed event.
    """
    held = Game.objects.select_for_update().get(pk=game.pk)
    game_changing.send(Game, game=held)
    return held


def remember(
    game: Game,
    actor: Actor,
    *,
    before: TurnEntry | None = None,
    after: TurnEntry | None = None,
    made_at: datetime | None = None,
) -> Edit:
    """Note that `after` stands where `before` stood (None: nothing). What was undone is dropped.

    Changes made in one stroke have the same `made_at`, now if not given, and are undone together.
    """
    Edit.objects.filter(game=game, state=Edit.State.UNDONE).update(state=Edit.State.DROPPED)
    return Edit.objects.create(
        game=game, before=before, after=after, made_at=made_at or timezone.now(), made_by=actor.user
    )
