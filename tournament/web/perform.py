"""Running an action for a form: refused, done and redirected in one way on every page."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from scoring.views.perform import succeed
from scoring.wording.sentence import Sentence
from tournament.actions.act import ChangedMeanwhile, ReasonMissing, Refused
from tournament.actions.safety.snapshots import snapshot_around

Done = TypeVar("Done")


def perform(
    request: HttpRequest,
    action: Callable[[Actor], Done],
    *,
    done: str | Callable[[Done], str],
    to: Any,
    copy: Sentence | None = None,
) -> HttpResponse:
    """Run an action for who is logged in, say what came of it or why it was refused, and redirect.

    `done` is the message of success, made from what the action returned where it is a function; `to` is
    whatever `redirect` takes. With `copy` a snapshot that says so is taken first.
    """
    try:
        with perform_after_snapshot(request, copy):
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
    copy: Sentence | None = None,
    field: str | None = None,
    reason_field: str | None = None,
    changed: Callable[[ChangedMeanwhile], object] | None = None,
) -> HttpResponse | None:
    """Run an action for a valid form. Refused, the form has the reason, at `field` where one is named, that a
    reason is missing at `reason_field`, and None is returned, so that the caller shows it again as it was typed;
    else as `perform`, and `to` may be a function too. `changed` takes what was changed since the form was made, so
    that the caller shows both side by side.
    """
    try:
        with perform_after_snapshot(request, copy):
            result = action(Actor.of(request.user))
    except ChangedMeanwhile as conflict:
        if changed is None:
            form.add_error(field, str(conflict))
        else:
            changed(conflict)
        return None
    except Refused as refused:
        is_reason = isinstance(refused, ReasonMissing)
        form.add_error((reason_field if is_reason else None) or field, str(refused))
        return None
    succeed(request, done(result) if callable(done) else done)
    return redirect(to(result) if callable(to) else to)


def perform_after_snapshot(
    request: HttpRequest, why: Sentence | None
) -> AbstractContextManager[None]:
    """Take a snapshot that says `why` before the block, which runs one action, as `snapshot_around`; None takes none.

    Where none can be taken the director is told, and goes on.
    """
    if why is None:
        return nullcontext()
    return snapshot_around(
        why, Actor.of(request.user), lambda warning: messages.warning(request, warning)
    )
