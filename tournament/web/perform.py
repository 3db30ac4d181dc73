"""Run an action for a form, and report success or refusal in the same way on every page."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from scoring.views.pad_actions import add_success_message
from scoring.wording.sentence import Sentence
from tournament.actions.act import EditConflict, ReasonMissing, Refused
from tournament.actions.safety.snapshots import snapshot_before_action

Done = TypeVar("Done")


def perform(
    request: HttpRequest,
    action: Callable[[Actor], Done],
    *,
    done: str | Callable[[Done], str],
    to: Any,
    copy: Sentence | None = None,
) -> HttpResponse:
    """Run an action for the logged-in user, show the outcome as a message, and redirect.

    `done` is the success message, or a function that makes it from the action's result; `to` is
    an argument of `redirect`. With `copy`, a snapshot with that description is taken first.
    """
    try:
        with perform_after_snapshot(request, copy):
            result = action(Actor.for_user(request.user))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        add_success_message(request, done(result) if callable(done) else done)
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
    changed: Callable[[EditConflict], object] | None = None,
) -> HttpResponse | None:
    """Run an action for a valid form and redirect as `perform` does; `to` may be a function of the result.

    If the action is refused, return None, so that the caller shows the form again with the reason
    at `field`, or at `reason_field` if only a reason is missing. A conflict is passed to
    `changed`, so that the caller can show both versions; without `changed`, it becomes an error in the
    form.
    """
    try:
        with perform_after_snapshot(request, copy):
            result = action(Actor.for_user(request.user))
    except EditConflict as conflict:
        if changed is None:
            form.add_error(field, str(conflict))
        else:
            changed(conflict)
        return None
    except Refused as refused:
        is_reason = isinstance(refused, ReasonMissing)
        form.add_error((reason_field if is_reason else None) or field, str(refused))
        return None
    add_success_message(request, done(result) if callable(done) else done)
    return redirect(to(result) if callable(to) else to)


def add_error_messages(request: HttpRequest, form: BaseForm) -> None:
    """Show the errors of a form as messages, on a page that no longer has the form, such as a closed event's."""
    for sentence in [text for texts in form.errors.values() for text in texts]:
        messages.error(request, str(sentence))


def perform_after_snapshot(
    request: HttpRequest, why: Sentence | None
) -> AbstractContextManager[None]:
    """Take a snapshot described by `why`, unless it is None, before the block, which runs one action.

    If no snapshot can be taken, the director gets a warning and the block runs anyway.
    """
    if why is None:
        return nullcontext()
    return snapshot_before_action(
        why, Actor.for_user(request.user), lambda warning: messages.warning(request, warning)
    )
