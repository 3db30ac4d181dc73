"""The page for publishing the public site of an event, to a folder on the laptop or as one file."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring.actions.activity import Actor
from scoring.downloads import file_response
from scoring.queries.consistent_reads import consistent_read
from scoring.wording.phrases import FormattedInteger
from tournament import jobs
from tournament.broadcast.actions.publishing import (
    parse_folder,
    publishing_problem,
    run_publish_command,
    save_publishing_settings,
)
from tournament.broadcast.exchange.site import RECORD_FILE_NAME, CannotPublish, LazyFile, SiteFolder
from tournament.broadcast.queries.publishing import publishing_settings_of, site_job_name
from tournament.broadcast.web.site_files import publish_site, site_files, site_version
from tournament.models import Event
from tournament.web.access import Permission, is_at_the_laptop, requires
from tournament.web.language import event_language
from tournament.web.page import find_event, job_page


class PublishForm(forms.Form):
    """The folder of the site, and whether to update it automatically."""

    folder = forms.CharField(
        label=_lazy("Folder on this laptop"),
        max_length=400,
        help_text=_lazy("An empty or new folder, such as /media/stick/autumn-open."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _lazy("Name the folder to write the site to.")},
    )
    follows = forms.BooleanField(
        label=_lazy("Write the site again after every result"), required=False, initial=True
    )

    def clean_folder(self) -> Path:
        """Return the folder as a path. Raise `ValidationError` if it is relative or invalid."""
        folder = parse_folder(self.cleaned_data["folder"])
        if folder is None:
            raise forms.ValidationError(
                _("Give the full path of the folder, such as /media/stick/site.")
            )
        return folder


@requires(Permission.DIRECT)
def publishing_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the state of the site; on POST, publish it to a folder, stop updates, or make the zip file."""
    this_event = find_event(event)
    known = publishing_settings_of(this_event.slug)
    is_here = is_at_the_laptop(request)
    initial = {"folder": known.folder, "follows": known.follows or not known.folder}
    wants_folder = request.method == "POST" and not {"stop", "zip"} & set(request.POST)
    form = PublishForm(request.POST if wants_folder and is_here else None, initial=initial)
    if request.method != "POST" or (form.is_bound and not form.is_valid()):
        return _render_publishing_page(request, this_event, form, is_here=is_here)
    try:
        if "stop" in request.POST:
            jobs.stop_job(site_job_name(this_event.slug))
        elif "zip" in request.POST:
            _start_job(request, this_event, run_zip_job)
        elif not is_here:
            messages.error(request, _("You can choose the folder only on the laptop itself."))
        else:
            folder, follows = form.cleaned_data["folder"], form.cleaned_data["follows"]
            SiteFolder.open(folder, this_event.slug)
            # First, because logging this changes the version of the site.
            save_publishing_settings(
                Actor.for_user(request.user), this_event, str(folder), follows=follows
            )
            _start_job(request, this_event, run_publish_job, str(folder))
    except CannotPublish as reason:
        form.add_error("folder", str(reason))
        return _render_publishing_page(request, this_event, form, is_here=is_here)
    except OSError as reason:
        messages.error(request, jobs.write_failure_message(site_job_name(this_event.slug), reason))
    return redirect("publishing", this_event.slug)


def _start_job(
    request: HttpRequest, event: Event, work: Callable[..., Any], *arguments: str
) -> None:
    """Start a background job to make the site, or show an error if one is running.

    Raise `OSError` if the job cannot be stored.
    """
    if not jobs.begin_job(site_job_name(event.slug), work, event.pk, *arguments):
        messages.error(request, _("The site is already being created. Nothing else was started."))


def _render_publishing_page(
    request: HttpRequest, event: Event, form: PublishForm, *, is_here: bool
) -> HttpResponse:
    known, state = publishing_settings_of(event.slug), jobs.state_of(site_job_name(event.slug))
    there = site_in_folder(event, known.folder)
    if state and state.is_over and there and there.written_at.timestamp() > state.at:
        state = replace(state, problem="", is_stopped=False)  # it was updated automatically since
    last, zipped = state.result.get("folder", {}) if state else {}, last_zip(event)
    context = {
        "event": event,
        "form": form,
        "is_here": is_here,
        "known": known,
        "job": state,
        "there": there,
        "written": _written_message(last) if there and there.version == last.get("version") else "",
        "zip": zipped,
        "zip_has_changed": bool(zipped) and zipped["version"] != _version_in_event_language(event),
        "problem": publishing_problem(event.slug),
        "has_command": bool(settings.NINETIMER_AFTER_PUBLISHING),
    }
    status = 422 if form.errors else 200
    return job_page(request, "broadcast/event/publishing.html", context, status=status)


@requires(Permission.DIRECT)
@require_safe
def published_zip(request: HttpRequest, event: str) -> HttpResponse:
    """Return the last zip file of the site. Raise `Http404` if there is none."""
    del request
    this_event = find_event(event)
    path = _zip_path(this_event)
    if not last_zip(this_event):
        raise Http404
    return file_response(path.read_bytes(), "application/zip", path.name)


def run_publish_job(progress: jobs.OnProgress, event: int, folder: str) -> dict[str, Any]:
    """Write the site to a folder and run the director's own command, as a background job.

    Return the details of the written files. Raise `JobFailed` if either fails.
    """
    this_event = Event.objects.get(pk=event)
    try:
        written = publish_site(this_event, Path(folder), progress)
    except CannotPublish as reason:
        raise jobs.JobFailed(str(reason)) from reason
    made = {
        "version": SiteFolder.open(Path(folder), this_event.slug).version,
        "changed": written.changed if written else 0,
    }
    if problem := run_publish_command(this_event.slug, folder, progress):
        raise jobs.JobFailed(problem)
    return {**jobs.result_of(site_job_name(this_event.slug)), "folder": made}


def run_zip_job(progress: jobs.OnProgress, event: int) -> dict[str, Any]:
    """Write the site to a zip file as a background job; the finished file replaces the previous one.

    Return its details for the page. Raise `JobFailed` if the public site is off.
    """
    this_event = Event.objects.get(pk=event)
    path = _zip_path(this_event)
    part = path.with_suffix(".part")
    try:
        with event_language(this_event.language):
            with consistent_read():
                version, files = site_version(this_event), _files_of_site(this_event, progress)
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as bundle:
                for number, (name, file) in enumerate(sorted(files.items()), len(files)):
                    progress(number, 2 * len(files), "files")
                    whole = file.make() if isinstance(file, LazyFile) else file
                    bundle.writestr(f"{this_event.slug}/{name}", whole)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    made = {"event": event, "bytes": path.stat().st_size, "version": version}
    return {**jobs.result_of(site_job_name(this_event.slug)), "zip": made}


def _files_of_site(event: Event, progress: jobs.OnProgress) -> dict[str, bytes | LazyFile]:
    try:
        return site_files(event, progress)
    except CannotPublish as reason:
        raise jobs.JobFailed(str(reason)) from reason


@dataclass(frozen=True)
class WrittenSite:
    """The site in its folder: time, version, and whether it is up to date."""

    written_at: datetime
    version: str
    is_up_to_date: bool


def site_in_folder(event: Event, folder: str) -> WrittenSite | None:
    """Return the site in a folder, or None if the folder is empty, unreadable or not the event's."""
    if not folder:
        return None
    try:
        there = SiteFolder.open(Path(folder), event.slug)
        moment = (Path(folder) / RECORD_FILE_NAME).stat().st_mtime
    except (CannotPublish, OSError):
        return None
    when = datetime.fromtimestamp(moment, timezone.get_current_timezone())
    return WrittenSite(when, there.version, there.is_up_to_date(_version_in_event_language(event)))


def last_zip(event: Event) -> dict[str, Any]:
    """Return the details of the event's last zip file; empty if there is none or it is another event's."""
    made = jobs.result_of(site_job_name(event.slug)).get("zip", {})
    return made if made.get("event") == event.pk and _zip_path(event).exists() else {}


def _version_in_event_language(event: Event) -> str:
    with event_language(event.language):
        return site_version(event)


def _written_message(last: dict[str, Any]) -> str:
    """Return a sentence on how many files were written last, if any."""
    if not last["changed"]:
        return _("The site was already up to date.")
    sentence = ngettext("{count:,} file written.", "{count:,} files written.", last["changed"])
    return sentence.format(count=FormattedInteger(last["changed"]))


def _zip_path(event: Event) -> Path:
    return jobs.folder_of(site_job_name(event.slug)) / f"{event.slug}-site.zip"
