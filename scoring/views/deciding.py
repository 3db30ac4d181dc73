"""Decisions at the score pad: rulings, finishing, opening again, and the signed slip that closes a game."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.access import Permission, requires, the_game
from scoring.actions import games, refusals
from scoring.actions.activity import Actor
from scoring.actions.games import sign_slip, unsign_slip
from scoring.actions.refusals import Refused, SomebodyElseEntered
from scoring.actions.rulings import rule, take_ruling_back
from scoring.engine.typing.typed_turn import LONGEST_LINE
from scoring.forms import ReopenForm, RulingForm, SeenForm
from scoring.models import TurnEntry
from scoring.queries.finishes import finish as end_of
from scoring.queries.sheets import GameSheet, sheet
from scoring.templatetags.figures import figure
from scoring.views.pad import find_game, may_change, show
from scoring.views.pad_page import Entering
from scoring.wording.phrases import comma_list

View = Callable[..., HttpResponse]
CLOSED = _lazy("Both players have signed the slip of this game: only the director changes it now.")


def unless_signed(view: View) -> View:
    """Let only the director through once the slip of the game is signed; what was typed is kept."""

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **names: Any) -> HttpResponse:
        game = find_game(pk)
        if may_change(request, game):
            return view(request, pk, **names)
        entering = Entering(request.POST.get("line", "")[:LONGEST_LINE], errors=[str(CLOSED)])
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
    messages.success(
        request, _("The slip is signed. From now on only the director changes the game.")
    )
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
    messages.success(request, _("The slip is not signed."))
    return redirect("scoring:pad", pk=pk)


@requires(Permission.RECORD, the_game)
@require_POST
@unless_signed
def rule_on(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Correct a score, let it stand, or take back what was ruled."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    fragment = "HX-Request" in request.headers
    form = RulingForm(request.POST)
    if not form.is_valid():
        errors = [_("A ruling is one of two: correct the score, or let it stand.")]
        return show(request, sheet(game), Entering(errors=errors), status=422, fragment=fragment)
    typed = form.cleaned_data
    actor = Actor.of(request.user)
    try:
        if typed["decision"] == RulingForm.BACK:
            take_ruling_back(turn_entry, actor, reason=typed["reason"])
        else:
            rule(turn_entry, typed["decision"], actor, reason=typed["reason"])
    except refusals.Refused as refused:
        entering = Entering(errors=[str(refused)])
        return show(request, sheet(game), entering, status=409, fragment=fragment)
    if fragment:
        return show(request, sheet(game), fragment=True)
    return redirect(f"{reverse('scoring:pad', args=[pk])}#turn-{_number(pk, turn_entry)}")


@requires(Permission.RECORD, the_game)
@require_POST
@unless_signed
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Close the game; its result is posted to the event it belongs to."""
    game = find_game(pk)
    form = SeenForm(request.POST)
    seen = form.cleaned_data["seen"] if form.is_valid() else None
    now = sheet(game)
    try:
        finals = games.finish_game(game, Actor.of(request.user), seen=seen)
    except refusals.Refused as refused:
        return show(request, sheet(game), Entering(errors=[str(refused)]), status=409)
    scores = comma_list(
        f"{name} {figure(final)}" for name, final in zip(now.names, finals, strict=True)
    )
    message = _("The game is finished: {scores}.").format(scores=scores)
    messages.success(request, f"{message} {_who_wins(now)}".strip())
    return redirect("scoring:pad", pk=pk)


def _who_wins(now: GameSheet) -> str:
    """Who wins, as a sentence; empty where the end does not say."""
    end = end_of(now)
    if end is None or not end.winners:
        return ""
    if len(end.winners) > 1:
        return _("A tie.")
    if end.by_time:
        sentence = _("{player} wins on time.")
    elif end.by_tie_break:
        sentence = _("{player} wins.")
    else:
        sentence = _("{player} wins by {margin}.")
    return sentence.format(player=end.winners[0], margin=end.margin)


@requires(Permission.RECORD, the_game)
@require_POST
@unless_signed
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a finished game again, with a reason."""
    game = find_game(pk)
    form = ReopenForm(request.POST)
    if not form.is_valid():
        errors = [str(error) for error in form.errors["reason"]]
        return show(request, sheet(game), Entering(errors=errors), status=422)
    try:
        games.reopen_game(game, Actor.of(request.user), reason=form.cleaned_data["reason"])
    except refusals.Refused as refused:
        return show(request, sheet(game), Entering(errors=[str(refused)]), status=409)
    messages.success(
        request, _("The game is open again. Its result counts when it is finished anew.")
    )
    return redirect("scoring:pad", pk=pk)


def _number(pk: int, entry: TurnEntry) -> int:
    """The line of the sheet an entry is on; 0 when it no longer stands."""
    rows = sheet(find_game(pk)).rows
    return next((row.number for row in rows if row.entry.pk == entry.pk), 0)
