"""Make and remove a small practice event."""

import secrets

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.event.practice import (
    PracticeSpec,
    PracticeStage,
    make_practice_event,
    remove_practice_event,
)
from tournament.web.access import Permission, requires
from tournament.web.page import find_event
from tournament.web.perform import perform_after_snapshot
from tournament.wording.log import say

PLAYERS, ROUNDS = 13, 6
"""The size of a practice event: small enough to take in at a glance, with byes because its number of players is odd."""


@requires(Permission.DIRECT)
@require_POST
def start_practice(request: HttpRequest) -> HttpResponse:
    """Create a practice event with half its rounds played, and redirect to it."""
    wanted = PracticeSpec(PLAYERS, ROUNDS, secrets.randbelow(10**6), PracticeStage.HALF)
    event = make_practice_event(Actor.for_user(request.user), wanted)
    messages.success(request, _("This is a practice event. Nothing here affects your real events."))
    return redirect(event)


@requires(Permission.OWN)
@require_POST
def remove_practice(request: HttpRequest, event: str) -> HttpResponse:
    """Remove a practice event."""
    event_ = find_event(event)
    try:
        with perform_after_snapshot(request, say("before_throwing_away", event=event_)):
            remove_practice_event(Actor.for_user(request.user), event_)
    except Refused as reason:
        messages.error(request, str(reason))
        return redirect(event_)
    messages.success(request, _("{event} has been deleted.").format(event=event_))
    return redirect("home")
