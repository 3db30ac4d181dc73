"""The pages of rating runs: select a list and events, preview, rate, and undo the newest run."""

from __future__ import annotations

import datetime as dt
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.downloads import file_response
from scoring.tenancy import current_or_first_tenant
from scoring.views.pad_actions import add_success_message
from tournament import jobs
from tournament.actions.act import Refused
from tournament.engine.ratings.performance import round_half_up
from tournament.federation.actions.rating_runs import checked_outcome, run_ratings, undo_run
from tournament.federation.queries.members import current_lists
from tournament.federation.queries.rating_runs import (
    RunOutcome,
    all_rating_runs,
    events_corrected_since,
    run_differences,
    stored_outcome,
)
from tournament.federation.queries.run_candidates import run_candidates
from tournament.federation.reports.rating_run import MAX_ROWS_ON_PAGE, rating_run_report
from tournament.models import Event, RatingList, RatingRun
from tournament.queries.standings.ratings import names_in_words
from tournament.reports.delivery import render_report, report_fragment
from tournament.reports.report import Report
from tournament.web.access import Permission, requires
from tournament.web.forms import ReasonForm
from tournament.web.page import go_to, job_page, page, parse_whole_number
from tournament.web.perform import perform

A_YEAR = dt.timedelta(days=365)
FORMATS = {"pdf": "PDF", "xlsx": "XLSX", "csv": "CSV"}


@requires(Permission.RATE)
def runs_page(request: HttpRequest) -> HttpResponse:
    """Show the previous runs and the form for the next; on POST, preview, rate or stop.

    By default, the events of the last year are listed; an empty first day lists all. Previewing
    and rating are background jobs, one at a time for each organisation; `work` in the address
    shows their result.
    """
    lists = current_lists()
    given = request.POST if request.method == "POST" else request.GET
    base = next((row for row in lists if str(row.pk) == given.get("list")), None)
    days = {name: _parse_day(given.get(name, "")) for name in ("since", "until")}
    if request.method != "POST" and "since" not in given:
        days["since"] = timezone.localdate() - A_YEAR
    rows = run_candidates(base, **days) if base else []
    marked = {
        key for text in given.getlist("event") if (key := parse_whole_number(text)) is not None
    }
    address = f"{reverse('rating_runs')}?{_query_string(base, days)}"
    refused, begun = "", False
    if request.method == "POST" and "stop" in request.POST:
        jobs.stop_job(_job_name())
        return redirect(f"{reverse('rating_runs')}?{request.GET.urlencode()}")
    if request.method == "POST" and base is not None:
        refused = _start_run_job(request, base, marked)
        begun = not refused
    state = jobs.state_of(_job_name())
    watches = begun or "work" in request.GET
    if state and state.is_over and not watches:
        state = None  # already finished when the page was requested
    made = state.result if state and state.has_succeeded else {}
    run = RatingRun.objects.filter(pk=made.get("run", 0)).first()
    if run is not None and (begun or "HX-Request" in request.headers):
        add_success_message(request, _("{list} is now the newest list.").format(list=run.made))
        return go_to(request, reverse("rating_run", args=[run.pk]))
    if begun and state and state.is_running:
        return redirect(address)
    preview = made if base and made.get("list") == base.pk else {}
    if state and base and state.result.get("list") == base.pk:
        marked = marked or set(state.result["events"])
    context: dict[str, Any] = {
        "lists": lists,
        "base": base,
        **days,
        "rows": [
            (row, row.event.pk in marked if marked else row.eligibility.name == "READY")
            for row in rows
        ],
        "runs": all_rating_runs(),
        "job": state,
        "address": address,
        "refused": refused,
        "run": run,
        "preview": preview,
        "report": mark_safe(preview.get("report", "")),  # nosec - made by our own templates
    }
    failed = refused or (begun and state and state.problem)
    return job_page(
        request, "federation/standings/rating_runs.html", context, status=422 if failed else 200
    )


def _start_run_job(request: HttpRequest, base: RatingList, keys: set[int]) -> str:
    """Start the job to preview or rate, and return an empty string, or the reason if it cannot be started."""
    user, events = request.user.pk or 0, sorted(keys)
    try:
        if request.POST.get("step") == "rate":
            seen = request.POST.get("seen", "")
            begun = jobs.begin_job(_job_name(), run_rating_job, base.pk, events, user, seen)
        else:
            begun = jobs.begin_job(_job_name(), run_preview_job, base.pk, events)
    except OSError as reason:
        return jobs.write_failure_message(_job_name(), reason)
    if begun:
        return ""
    return _(
        "Another rating run is in progress. Wait until it is finished, or stop it, then start "
        "yours."
    )


def run_preview_job(progress: jobs.OnProgress, base: int, keys: list[int]) -> dict[str, Any]:
    """Return the preview of a run over these events, as a background job. Raise `JobFailed` if refused."""
    rating_list = RatingList.objects.get(pk=base)
    try:
        outcome = checked_outcome(rating_list, set(keys), progress)
    except Refused as refused:
        raise jobs.JobFailed(str(refused)) from refused
    report = rating_run_report(outcome, timezone.localtime(), most=MAX_ROWS_ON_PAGE)
    return {
        "list": base,
        "events": keys,
        "version": outcome.version,
        "report": report_fragment(report, heading=3),
        "notes": _notes(outcome),
    }


def run_rating_job(
    progress: jobs.OnProgress, base: int, keys: list[int], user: int, seen: str
) -> dict[str, Any]:
    """Rate the events as a background job, and return the key of the run. Raise `JobFailed` if refused."""
    actor = Actor.for_user(User.objects.get(pk=user))
    rating_list, events = RatingList.objects.get(pk=base), list(Event.objects.filter(pk__in=keys))
    try:
        run = run_ratings(actor, rating_list, events, seen=seen, progress=progress)
    except Refused as refused:
        raise jobs.JobFailed(str(refused)) from refused
    return {"run": run.pk}


def _job_name() -> str:
    """Return the job name of the organisation's rating runs."""
    return f"{jobs.RATING_RUNS}/{current_or_first_tenant()}"


def _query_string(base: RatingList | None, days: dict[str, dt.date | None]) -> str:
    """Return the query string of the page while its job runs; a missing list or day is empty."""
    values = {"list": base.pk if base else "", "work": 1}
    return urlencode(values | {name: day or "" for name, day in days.items()})


def _notes(outcome: RunOutcome) -> list[str]:
    """Return notes about people new to the list and people without a member number."""
    notes = []
    if names := outcome.names_new_to_list:
        notes.append(_("Not on the list yet: {names}.").format(names=names_in_words(names)))
    if names := outcome.names_without_number:
        notes.append(
            _("Without a member number, identified by name only: {names}.").format(
                names=names_in_words(names)
            )
        )
    return notes


@requires(Permission.RATE)
def run_page(request: HttpRequest, run: int) -> HttpResponse:
    """Show the changes of a run.

    Unless the run has been undone, later corrections in its events are shown, with the effect of
    repeating the run.
    """
    run_ = _find_run(run)
    corrected = events_corrected_since(run_) if run_.undone_at is None else []
    return page(
        request,
        "federation/standings/rating_run.html",
        {
            "run": run_,
            "report": report_fragment(_run_report(run_, most=MAX_ROWS_ON_PAGE), heading=2),
            "downloads": [
                (label, reverse("rating_run_file", args=[run_.pk, file_format]))
                for file_format, label in FORMATS.items()
            ],
            "corrected": corrected,
            "differences": [
                (
                    row.name,
                    "–" if row.stored is None else round_half_up(row.stored),
                    "–" if row.recalculated is None else round_half_up(row.recalculated),
                )
                for row in (run_differences(run_) if corrected else [])
            ],
            "form": ReasonForm(),
        },
    )


@requires(Permission.RATE)
def rating_run_file(request: HttpRequest, run: int, file_format: str) -> HttpResponse:
    """Return the report of a run as a file. Raise `Http404` for an unknown format."""
    del request
    if file_format not in FORMATS:
        raise Http404
    delivery = render_report(_run_report(_find_run(run)), file_format)
    return file_response(delivery.content, delivery.content_type, delivery.file_name)


@requires(Permission.RATE)
@require_POST
def undo_run_page(request: HttpRequest, run: int) -> HttpResponse:
    """Undo the newest run of a list for the given reason, or show why that is refused."""
    run_ = _find_run(run)
    return perform(
        request,
        lambda actor: undo_run(actor, run_, reason=request.POST.get("reason", "")),
        done=_("The run has been undone; {list} is valid again.").format(list=run_.stood_on),
        to=reverse("rating_run", args=[run_.pk]),
    )


def _run_report(run: RatingRun, *, most: int | None = None) -> Report:
    printed_at = timezone.localtime(run.run_at)
    return rating_run_report(stored_outcome(run), printed_at, made=run.made, most=most)


def _find_run(key: int) -> RatingRun:
    rows = RatingRun.objects.select_related("made__club", "stood_on__club", "run_by")
    run: RatingRun = get_object_or_404(rows, pk=key)
    return run


def _parse_day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text) if text else None
    except ValueError:
        return None
