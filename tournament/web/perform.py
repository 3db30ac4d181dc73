"""The copy that is taken before a page does something dangerous."""

from django.contrib import messages
from django.http import HttpRequest

from scoring.actions.activity import Actor
from tournament.actions.safety.snapshots import SnapshotFailed, before


def copy_first(request: HttpRequest, why: str) -> None:
    """Take a snapshot "before `why`". Where none can be taken the director is told, and goes on."""
    try:
        before(why, Actor.of(request.user))
    except SnapshotFailed as reason:
        messages.warning(request, str(reason))
