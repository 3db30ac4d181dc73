"""The slip of a game is signed by both players: saying so, and what it closes."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.access import Permission, requires, the_game
from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused, SomebodyElseEntered
from scoring.actions.signing import sign_slip, unsign_slip
from scoring.engine.entry import LONGEST_LINE
from scoring.forms import SeenForm
from scoring.queries.sheets import sheet
from scoring.views.pad import find_game, may_change, show
from scoring.views.pad_page import Entering

View = Callable[..., HttpResponse]
CLOSED = "Both players have signed the slip of this game: only the director changes it now."


def unless_signed(view: View) -> View:
    """Let only the director through once the slip of the game is signed; what was typed is kept."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **names: Any) -> HttpResponse:
        game = find_game(pk)
        if may_change(request, game):
            return view(request, pk, **names)
        entering = Entering(request.POST.get("line", "")[:LONGEST_LINE], errors=[CLOSED])
        fragment = "HX-Request" in request.headers
        return show(request, sheet(game), entering, status=409, fragment=fragment)

    return guarded


@requires(Permission.RECORD, the_game)
@require_POST
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Both have signed the slip as the page shows it."""
    game = find_game(pk)
    form = SeenForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else None
    now = sheet(game)
    try:
        if seen is not None and seen != now.fingerprint:
            raise SomebodyElseEntered
        sign_slip(game, Actor.of(request.user))
    except Refused as refused:
        return show(request, now, Entering(errors=[str(refused)]), status=409)
    messages.success(request, "The slip is signed. From now on only the director changes the game.")
    return redirect("scoring:pad", pk=pk)


@requires(Permission.DIRECT, the_game)
@require_POST
def unsign(request: HttpRequest, pk: int) -> HttpResponse:
    """The slip was not signed after all."""
    game = find_game(pk)
    reason = " ".join(request.POST.get("reason", "").split())[:300]
    try:
        unsign_slip(game, Actor.of(request.user), reason=reason)
    except Refused as refused:
        return show(request, sheet(game), Entering(errors=[str(refused)]), status=409)
    messages.success(request, "The slip is not signed.")
    return redirect("scoring:pad", pk=pk)
