"""Run an action on a game for its score pad, and show its success or refusal.

`add_success_message` is also used by the pages of an event, which handle everything else themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused
from scoring.forms import PageStateForm
from scoring.models import Game
from scoring.queries.sheets import sheet
from scoring.views.pad import render_pad
from scoring.views.pad_page import EntryLine

Done = TypeVar("Done")


def perform_on_pad(
    request: HttpRequest,
    game: Game,
    action: Callable[[Actor], Done],
    *,
    done: str | Callable[[Done], str],
    to: Callable[[Done], str] | None = None,
    level: int = messages.SUCCESS,
    refuse: Callable[[list[str]], HttpResponse] | None = None,
) -> HttpResponse:
    """Run an action on `game` for the logged-in user; show its success or refusal on the pad.

    `done` is the success message, or a function that returns it from the result. A request for a
    fragment gets the pad with that message; any other is redirected to the pad, or to the address
    returned by `to`. A refusal is answered by `refuse`, or by the pad.
    """
    fragment = is_fragment(request)
    try:
        result = action(Actor.for_user(request.user))
    except Refused as refused:
        return (refuse or partial(refuse_on_pad, request, game))([str(refused)])
    message = done(result) if callable(done) else done
    if fragment:
        return render_pad(request, sheet(game), EntryLine(message=message), fragment=True)
    add_success_message(request, message, level)
    return redirect(to(result) if to else game)


def refuse_on_pad(
    request: HttpRequest,
    game: Game,
    errors: list[str],
    *,
    status: int = 409,
    typed: EntryLine | None = None,
    step: int | None = None,
) -> HttpResponse:
    """Render the pad with the current game, the reasons for a refusal, and what was typed at turn `step`."""
    entering = replace(typed or EntryLine(), errors=errors)
    fragment = is_fragment(request)
    return render_pad(request, sheet(game), entering, step=step, status=status, fragment=fragment)


def add_success_message(request: HttpRequest, message: str, level: int = messages.SUCCESS) -> None:
    """Add a message for the next page, with the level `SUCCESS` by default; do nothing if it is empty."""
    if message:
        messages.add_message(request, level, message)


def seen_version(request: HttpRequest) -> int | None:
    """Return the version that the page showed, usually `GameSheet.fingerprint`, or None if missing or invalid."""
    form = PageStateForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else None


def is_fragment(request: HttpRequest) -> bool:
    """Return whether a script requests only the changing parts of the page."""
    return "HX-Request" in request.headers
