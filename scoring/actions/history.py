"""What can be undone in a game: every change to its turns, in the order they were made."""

from datetime import datetime

from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Edit, Game, TurnEntry


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
