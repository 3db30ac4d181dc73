"""Undoing and doing again at the score pad."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.access import Permission, requires, the_game
from scoring.actions.activity import Actor
from scoring.actions.edits import redo, undo
from scoring.actions.refusals import Refused
from scoring.forms import SeenForm
from scoring.models import Edit, TurnEntry
from scoring.queries.sheets import GameSheet, sheet
from scoring.views.pad import find_game, show
from scoring.views.pad_page import Entering
from scoring.views.sentences import said_of
from scoring.views.signing import unless_signed


@requires(Permission.RECORD, the_game)
@require_POST
@unless_signed
def undo_last(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the last change to the turns."""

    def tell(edit: Edit, now: GameSheet) -> str:
        return _told("Undone", edit.after, edit.before, now)

    return _change(request, pk, undo, tell)


@requires(Permission.RECORD, the_game)
@require_POST
@unless_signed
def redo_last(request: HttpRequest, pk: int) -> HttpResponse:
    """Do again what was undone last."""

    def tell(edit: Edit, now: GameSheet) -> str:
        return _told("Done again", edit.before, edit.after, now)

    return _change(request, pk, redo, tell)


def _change(
    request: HttpRequest,
    pk: int,
    action: Callable[..., Edit],
    tell: Callable[[Edit, GameSheet], str],
) -> HttpResponse:
    game = find_game(pk)
    fragment = "HX-Request" in request.headers
    form = SeenForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else None
    try:
        edit = action(game, Actor.of(request.user), seen=seen)
    except Refused as refused:
        entering = Entering(errors=[str(refused)])
        return show(request, sheet(game), entering, status=409, fragment=fragment)
    now = sheet(game)
    told = tell(edit, now)
    if fragment:
        return show(request, now, Entering(told=told), fragment=True)
    messages.info(request, told)
    return redirect("scoring:pad", pk=pk)


def _told(verb: str, out: TurnEntry | None, back: TurnEntry | None, now: GameSheet) -> str:
    """What left the sheet and what came to stand on it, as a sentence."""
    sentences = [f"{verb}."]
    if out is not None:
        sentences.append(f"No longer on the sheet: {said_of(out, now)}")
    if back is not None:
        sentences.append(f"On the sheet again: {said_of(back, now)}")
    return " ".join(sentences)
