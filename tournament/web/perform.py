"""Running an action for a form: refused, done and redirected in one way on every page."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from scoring.views.perform import succeed
from tournament.actions.act import Refused
from tournament.actions.safety.snapshots import SnapshotFailed, before

Done = TypeVar("Done")


def perform(
    request: HttpRequest,
    action: Callable[[Actor], Done],
    *,
    done: str | Callable[[Done], str],
    to: Any,
    copy: str = "",
) -> HttpResponse:
    """Run an action for who is logged in, say what came of it or why it was refused, and redirect.

    `done` is the message of success, made from what the action returned where it is a function; `to` is
    whatever `redirect` takes. With `copy` a snapshot "before ..." is taken first.
    """
    if copy:
        copy_first(request, copy)
    try:
        result = action(Actor.of(request.user))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        succeed(request, done(result) if callable(done) else done)
    return redirect(to)


def perform_form(
    request: HttpRequest,
    form: BaseForm,
    action: Callable[[Actor], Done],
    *,
    done: str | Callable[[Done], str],
    to: Any | Callable[[Done], Any],
    copy: str = "",
    field: str | None = None,
) -> HttpResponse | None:
    """Run an action for a valid form. Refused, the form has the reason, at `field` where one is
    named, and None is returned, so that the caller shows it again as it was typed; else as
    `perform`, and `to` may be a function too.
    """
    if copy:
        copy_first(request, copy)
    try:
        result = action(Actor.of(request.user))
    except Refused as refused:
        form.add_error(field, str(refused))
        return None
    succeed(request, done(result) if callable(done) else done)
    return redirect(to(result) if callable(to) else to)


def copy_first(request: HttpRequest, why: str) -> None:
    """Take a snapshot "before `why`". Where none can be taken the director is told, and goes on."""
    try:
        before(why, Actor.of(request.user))
    except SnapshotFailed as reason:
        messages.warning(request, str(reason))
