"""The page that previews files as an event and then imports them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.actions.activity import Actor
from scoring.subprocesses import ReadingStopped, read_upload
from scoring.tenancy import current_or_first_tenant
from scoring.views.pad_actions import add_success_message
from tournament import jobs
from tournament.actions.act import Refused
from tournament.actions.files.importing import (
    discard_uploads,
    import_event,
    matching_preset,
    store_uploads,
)
from tournament.actions.safety.snapshots import snapshot_before_action
from tournament.catalogue import presets
from tournament.engine import interchange
from tournament.engine.interchange import Remark, UnreadableEvent
from tournament.exchange.event_exchange import item_count_of
from tournament.exchange.event_files import MAX_FILE_BYTES, NamedFile, read_bundle, readable_formats
from tournament.exchange.preview import import_preview
from tournament.exchange.result_tables import PASTED, is_results_table
from tournament.models import Event
from tournament.queries.files.events import club_name_in, matching_event, uploaded_files
from tournament.queries.safety.archive_proof import ArchiveProof
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.page import go_to, job_page, page
from tournament.web.perform import perform_form
from tournament.wording.log import say
from tournament.wording.plugins import name_of, summary_of

MAX_FOREGROUND_ROWS = 2_500
"""Number of rows above which an import shows a progress bar; a smaller one takes a second or two."""


@requires(Permission.DIRECT)
def upload_event(request: HttpRequest) -> HttpResponse:
    """Accept the files of an event and redirect to their preview, or to the columns of a results table.

    If they cannot be read, show the page again with the remarks.
    """
    remarks: tuple[Remark, ...] = ()
    if request.method == "POST":
        files = _uploaded_files(request)
        contents = [(file.name, file.content) for file in files]
        try:
            event = _parse_event(files)
        except ReadingStopped as reason:
            remarks = (Remark("", 0, str(reason), True),)
        except UnreadableEvent as error:
            if _is_table_of_results(files):
                return redirect(
                    "result_columns", store_uploads(Actor.for_user(request.user), contents)
                )
            remarks = error.remarks
        else:
            page_of = "preview_event"
            if event.obstacles and _is_table_of_results(files):
                page_of = "result_columns"
            return redirect(page_of, store_uploads(Actor.for_user(request.user), contents))
    return page(
        request,
        "tournament/files/upload.html",
        {
            "formats": [(name_of(kind), summary_of(kind)) for kind in readable_formats().values()],
            "remarks": remarks,
            "most_bytes": settings.UPLOAD_LIMIT,
            "megabytes": settings.UPLOAD_LIMIT // 1_048_576,
        },
        status=422 if remarks else 200,
    )


@requires(Permission.DIRECT)
def preview_event(request: HttpRequest, batch: str) -> HttpResponse:
    """Show the event that the files describe, and import it once the director confirms.

    Show the progress bar of a running import, stop it on request, and redirect to the event once
    it has been imported.
    """
    place = _job_name(batch)
    if "stop" in request.POST:
        jobs.stop_job(place)
        return redirect("preview_event", batch)
    state = jobs.state_of(place)
    if state and state.is_running:
        return job_page(request, "tournament/files/importing.html", {"job": state, "batch": batch})
    if "HX-Request" in request.headers:  # polled by the bar, but the page has changed
        return go_to(request, reverse("preview_event", args=[batch]))
    if state and (event := _imported_event(state)):
        for warning in state.result["warnings"]:
            messages.warning(request, warning)
        add_success_message(request, _("{event} has been imported.").format(event=event))
        return redirect(event)
    files = uploaded_files(batch)
    if not files:
        messages.error(
            request, _("These files have already been imported or deleted. Send them again.")
        )
        return redirect("import_event")
    try:
        source = _parse_event([NamedFile(name, content) for name, content in files])
    except ReadingStopped as reason:
        messages.error(request, str(reason))
        return redirect("import_event")
    whole = source.archive_content is not None
    proof: ArchiveProof | None = source.archive_content["proof"] if source.archive_content else None
    form = ImportForm(
        request.POST or (state.about if state else None) or None,
        with_rules=not whole,
        is_doubtful=proof is not None and proof.is_doubtful,
        days=source.date_choices,
        initial={"name": source.name, "preset": matching_preset(source)},
    )
    if request.method == "POST" and form.is_valid():
        if answer := _import_event(request, source, batch, form):
            return answer
    elif state and state.problem:
        form.add_error(None, state.problem)
    return page(
        request,
        "tournament/files/preview.html",
        {
            "files": [name for name, _content in files],
            "imported": replace(source, archive_content=None),
            "proof": proof,
            "seen": import_preview(source),
            "here": matching_event(source),
            "club": club_name_in(source),
            "form": form,
            "whole": whole,
            "is_stopped": bool(state and state.is_stopped and not form.errors),
        },
        status=422 if form.errors else 200,
    )


def _import_event(
    request: HttpRequest, source: interchange.PortableEvent, batch: str, form: ImportForm
) -> HttpResponse | None:
    """Import the waiting files and go to the event, or start a long import and go to its progress bar.

    Return None if the import is refused or cannot be started; the form then has the reason.
    """
    if item_count_of(source) > MAX_FOREGROUND_ROWS:
        place, values = _job_name(batch), form.cleaned_data
        arguments = (source, batch, values, request.user.pk or 0)
        try:  # a double click starts one job
            jobs.begin_job(place, run_import_job, *arguments, about=values)
        except OSError as reason:
            form.add_error(None, jobs.write_failure_message(place, reason))
            return None
        return redirect("preview_event", batch)

    def import_here(actor: Actor) -> Event:
        event = import_event(actor, source, **form.cleaned_data)
        discard_uploads(batch)
        return event

    return perform_form(
        request,
        form,
        import_here,
        done=lambda event: _("{event} has been imported.").format(event=event),
        to=lambda event: event,
        copy=say("before_importing", event=form.cleaned_data["name"]),
    )


def run_import_job(
    progress: jobs.OnProgress,
    source: interchange.PortableEvent,
    batch: str,
    values: dict[str, Any],
    user: int,
) -> dict[str, Any]:
    """Import an event as a background job; return its key and any warnings that no snapshot was taken.

    Raise `JobFailed` if the import is refused.
    """
    actor, warnings = Actor.for_user(User.objects.get(pk=user)), list[str]()
    number, written = item_count_of(source), 0

    def count(more: int) -> None:
        nonlocal written
        written += more
        progress(written, number)

    try:
        with snapshot_before_action(
            say("before_importing", event=values["name"]), actor, warnings.append
        ):
            event = import_event(actor, source, **values, on_progress=count)
    except Refused as reason:
        raise jobs.JobFailed(str(reason)) from reason
    discard_uploads(batch)
    return {"event": event.pk, "warnings": warnings}


def _job_name(batch: str) -> str:
    """Return the job name of an import, separate for each organisation."""
    return f"{jobs.IMPORTS}/{current_or_first_tenant()}-{batch}"


def _imported_event(state: jobs.JobState) -> Event | None:
    """Return the event that a background import has made.

    Return None if the import has not finished or the event has been removed.
    """
    key = state.result.get("event", 0) if state.has_succeeded else 0
    return Event.objects.filter(pk=key).first()


def _parse_event(files: list[NamedFile]) -> interchange.PortableEvent:
    """Return the event in the files.

    Raise `UnreadableEvent` if they cannot be read as one, and `ReadingStopped` if that takes too much time or memory.
    """
    return read_upload(read_bundle, files, contents=[file.content for file in files])


def _is_table_of_results(files: list[NamedFile]) -> bool:
    """Return whether there is one file and it is a table of results; False if reading it was stopped."""
    if len(files) != 1:
        return False
    try:
        return read_upload(is_results_table, files[0], contents=[files[0].content])
    except ReadingStopped:
        return False


def _uploaded_files(request: HttpRequest) -> list[NamedFile]:
    """Return the pasted rows as one file, or the uploaded files if nothing was pasted.

    An uploaded file is cut just above the size limit.
    """
    files = request.FILES.getlist("files")
    if pasted := request.POST.get("pasted", "").strip():
        return [NamedFile(PASTED, f"{pasted}\n".encode())]
    return [NamedFile(upload.name or "file", upload.read(MAX_FILE_BYTES + 1)) for upload in files]


class ImportForm(forms.Form):
    """The details that the files leave open: name, rules and first day, and whether to import despite differences."""

    name = forms.CharField(
        max_length=120,
        label=_lazy("Name of the event"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    preset = forms.ChoiceField(
        label=_lazy("Rules to use if the files have none"),
        help_text=_lazy("Rules in the files for byes, caps and rounds take precedence."),
    )

    day = forms.ChoiceField(
        label=_lazy("First day"),
        help_text=_lazy(
            "The file does not say which part of the date is the day and which is the month."
        ),
        widget=forms.RadioSelect,
        error_messages={"required": _lazy("Choose the day.")},
    )

    accepted = forms.BooleanField(
        label=_lazy("Import the event although its rows and its activity log do not agree"),
        error_messages={
            "required": _lazy(
                "Read the differences first, then select this box to import the event."
            )
        },
    )

    def __init__(
        self,
        *args: Any,
        with_rules: bool,
        is_doubtful: bool,
        days: tuple[str, ...] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices = sorted((rules.name, key) for key, rules in presets().items())
        self.fields["preset"].choices = [(key, name) for name, key in choices]
        self.fields["day"].choices = [
            (day, date_format(date.fromisoformat(day), "DATE_FORMAT")) for day in days
        ]
        if not days:
            del self.fields["day"]
        if not with_rules:
            del self.fields["preset"]
        if not is_doubtful:
            del self.fields["accepted"]
