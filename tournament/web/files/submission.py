"""The page that sends an event to a rating body: required details, losses, then the file."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.downloads import file_response
from tournament.actions.files.submission import store_submission_details
from tournament.engine.interchange import UnwritableEvent
from tournament.exchange.submission import (
    BODIES,
    RatingBody,
    Submission,
    default_body,
    submission_of,
)
from tournament.exchange.upload import NamedFile, pack_files
from tournament.models import Event
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.report_options import CannotReport, options_from
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import find_event, page, parse_whole_number
from tournament.web.perform import perform_form

_ENTRY_FIELD = re.compile(r"(member|games)-(\d{1,9})")
MAX_GAMES = 100_000


class RatingBodyForm(forms.Form):
    """The details of the event that a rating body requires."""

    date = forms.DateField(
        label=_lazy("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        error_messages={
            "required": _lazy("Enter the first day of the event; rating bodies need it.")
        },
    )
    naspa_tournament_id = forms.CharField(
        label=_lazy("NASPA tournament number"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    naspa_director_id = forms.CharField(
        label=_lazy("The director’s NASPA number"),
        max_length=20,
        required=False,
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )

    def __init__(self, *args: Any, body: RatingBody, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not body.asks_for_naspa_numbers:
            del self.fields["naspa_tournament_id"]
            del self.fields["naspa_director_id"]


@requires(Permission.DIRECT)
def send_results(request: HttpRequest, event: str) -> HttpResponse:
    """Show the file for the rating body and what is missing; save the typed details, or send the file."""
    this_event = find_event(event)
    key = request.POST.get("body") or request.GET.get("body") or default_body(this_event)
    key = key if key in BODIES else "other"
    form = RatingBodyForm(
        request.POST if request.POST.get("step") == "note" else None,
        body=BODIES[key],
        initial={
            "date": this_event.date,
            "naspa_tournament_id": this_event.naspa_tournament_id,
            "naspa_director_id": this_event.naspa_director_id,
        },
    )
    refused: tuple[str, ...] = ()
    if form.is_bound and form.is_valid():
        response = _save_details(request, this_event, key, form)
        if response is not None:
            return response
    elif request.POST.get("step") == "write":
        answer = _submission_response(request, this_event, key)
        if isinstance(answer, HttpResponse):
            return answer
        refused = answer
    return page(
        request,
        "tournament/files/sending.html",
        {
            "event": this_event,
            "job": submission_of(this_event, key),
            "body": key,
            "bodies": [(one, str(body.name)) for one, body in BODIES.items()],
            "form": form,
            "typed": {
                name: text for name, text in request.POST.items() if _ENTRY_FIELD.fullmatch(name)
            },
            "refused": refused,
        },
        status=422 if refused or form.errors else 200,
    )


def _save_details(
    request: HttpRequest, event: Event, key: str, form: RatingBodyForm
) -> HttpResponse | None:
    """Save the typed details and return a redirect to the page.

    Return None if they are refused, with the reason in the form.
    """
    members: dict[int, str] = {}
    games: dict[int, int] = {}
    for name, text in request.POST.items():
        match = _ENTRY_FIELD.fullmatch(name)
        value = str(text).strip()
        if not match or not value:
            continue
        if match[1] == "member":
            members[int(match[2])] = value
        elif (number := parse_whole_number(value)) is not None and number <= MAX_GAMES:
            games[int(match[2])] = number
        else:
            form.add_error(
                None, _("“{text}” is not a valid number of games.").format(text=value[:20])
            )
    if form.errors:
        return None
    return perform_form(
        request,
        form,
        lambda actor: store_submission_details(
            actor, event, **form.cleaned_data, members=members, career_games=games
        ),
        done=_("Saved."),
        to=f"{reverse('send_results', args=[event.slug])}?body={key}",
    )


def _submission_response(
    request: HttpRequest, event: Event, key: str
) -> HttpResponse | tuple[str, ...]:
    """Return the file with its cover sheet as a response, or the reasons why it is not sent.

    It is not sent while there are obstacles, or losses that have not been confirmed.
    """
    job = submission_of(event, key)
    if job.obstacles:
        return job.obstacles
    if job.losses and not request.POST.get("confirmed"):
        return (_("Confirm that you have seen what the file leaves out."),)
    try:
        file = pack_files([*job.ready.files(), *_cover_sheet(job)], f"{event.slug}-results")
    except UnwritableEvent as wrong:
        return wrong.reasons
    return file_response(file.content, "application/octet-stream", file.name)


def _cover_sheet(job: Submission) -> list[NamedFile]:
    """Return a list with a printable sheet of the ratings before and after the event; empty if it cannot be made."""
    chosen = find_definition("ratings")
    given = {"system": job.body.system} if job.body.system else {}
    try:
        options = options_from(chosen.Options, given)
        report = build_report(chosen, job.event, options, timezone.localtime(), "pdf")
        delivery = render_report(report, "pdf")
    except CannotReport:
        return []
    return [NamedFile("cover-sheet.pdf", delivery.content)]
