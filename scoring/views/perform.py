"""Running an action on a game for its score pad: refused, done and shown in one way.

`succeed` is the same for the pages of an event, which keep what else they do to themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.forms import SeenForm
from scoring.models import Game
from scoring.queries.sheets import sheet
from scoring.views.pad import show
from scoring.views.pad_page import Entering

Done = TypeVar("Done")


def perform_on_pad(
    request: HttpRequest,
    game: Game,
    action: Callable[[Actor], Done],
    *,
    done: str | Callable[[Done], str],
    to: Callable[[Done], str] | None = None,
    level: int = messages.SUCCESS,
) -> HttpResponse:
    """Run an action on `game` for who is logged in; the pad says what came of it, or why it was refused.

    `done` is the message of success, made from what the action returned where it is a function. A page
    that asks for a fragment gets the pad with that message; any other is led to the pad, or to the address
    that `to` makes.
    """
    fragment = is_fragment(request)
    try:
        result = action(Actor.of(request.user))
    except Refused as refused:
        return refuse(request, game, [str(refused)])
    message = done(result) if callable(done) else done
    if fragment:
        return show(request, sheet(game), Entering(message=message), fragment=True)
    succeed(request, message, level)
    return redirect(to(result) if to else game)


def refuse(
    request: HttpRequest, game: Game, errors: list[str], *, status: int = 409
) -> HttpResponse:
    """The pad as the game stands, with the reasons why what was asked for was not done."""
    entering = Entering(errors=errors)
    return show(request, sheet(game), entering, status=status, fragment=is_fragment(request))


def succeed(request: HttpRequest, message: str, level: int = messages.SUCCESS) -> None:
    """Have the next page say what was done; nothing where there is nothing to say."""
    if message:
        messages.add_message(request, level, message)


def seen_by(request: HttpRequest) -> int | None:
    """The fingerprint of the sheet that the page showed; None where it did not say."""
    form = SeenForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else None


def is_fragment(request: HttpRequest) -> bool:
    """Whether a script asks for the changing parts of the page alone."""
    return "HX-Request" in request.headers
