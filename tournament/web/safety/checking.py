"""Pages that check an event, or everything, and report differences with advice."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.access import installation_scope
from tournament import jobs
from tournament.models import Event
from tournament.queries.safety.checking import (
    CHECK_EVERYTHING_JOB,
    check_event_for_page,
    check_everything_for_page,
    check_job_name,
)
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, job_page


@requires(Permission.DIRECT)
def check_event(request: HttpRequest, event: str) -> HttpResponse:
    """Show the progress or the result of an event's check; start or stop it."""
    row = find_event(event)
    return _render_check(request, check_job_name(row.slug), check_event_for_page, row.pk, event=row)


@requires(Permission.OWN, installation_scope)
def check_everything(request: HttpRequest) -> HttpResponse:
    """Show the progress or the result of a check of everything; start or stop it."""
    return _render_check(request, CHECK_EVERYTHING_JOB, check_everything_for_page)


def _render_check(
    request: HttpRequest,
    place: str,
    work: Callable[..., dict[str, Any]],
    *arguments: int,
    event: Event | None = None,
) -> HttpResponse:
    if request.method == "POST":
        try:
            if "stop" in request.POST:
                jobs.stop_job(place)
            else:
                jobs.begin_job(place, work, *arguments)
        except OSError as reason:
            messages.error(request, jobs.write_failure_message(place, reason))
        return redirect(request.path)
    state = jobs.state_of(place)
    at = dt.datetime.fromtimestamp(state.at, dt.UTC) if state and state.has_succeeded else None
    context = {"event": event, "job": state, "at": at, "address": request.path}
    return job_page(request, "tournament/safety/check.html", context)
