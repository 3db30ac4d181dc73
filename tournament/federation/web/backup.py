"""The backup of an organisation as one file: written by its owner, and opened on another installation."""

from __future__ import annotations

import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from scoring.access import installation_scope
from scoring.actions.unpacking import MEGABYTE
from tournament import jobs
from tournament.actions.safety.organisations import MAX_NAME_LENGTH
from tournament.federation.exchange.organisation_file import SUFFIX
from tournament.federation.exchange.organisation_jobs import (
    IMPORT_JOB_NAME,
    backup_job_name,
    run_backup_job,
    run_import_job,
)
from tournament.federation.queries.organisation_rows import log_state
from tournament.web.access import Permission, requires
from tournament.web.page import find_own_organisation, job_page

MAX_UPLOAD_BYTES = 60 * MEGABYTE
"""The maximum size of an uploaded backup in bytes, just below the limit of the server."""


class OpenBackupForm(forms.Form):
    """The backup file to open, another name for its organisation, and whether to import it a second time."""

    file = forms.FileField(
        label=_lazy("Backup file"), error_messages={"required": _lazy("Choose the backup file.")}
    )
    name = forms.CharField(
        label=_lazy("Different name"),
        max_length=MAX_NAME_LENGTH,
        required=False,
        help_text=_lazy("Leave empty to keep the organisation’s name."),
    )
    copy = forms.BooleanField(
        label=_lazy("Import it again"),
        required=False,
        help_text=_lazy(
            "For a backup whose events already exist here. Give the organisation a "
            "different name, too."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        most = MAX_UPLOAD_BYTES // MEGABYTE
        file = self.fields["file"]
        file.widget.attrs["data-most-bytes"] = MAX_UPLOAD_BYTES
        file.widget.attrs["data-too-large"] = _(
            "These files total {size} MB; you can send up to {most} MB at once."
        )
        file.help_text = _(
            "At most {most} MB; import a larger backup with {command} import_organisation."
        ).format(most=most, command=settings.COMMAND)

    def clean_file(self) -> Any:
        """Return the file. Raise `ValidationError` if it is too large."""
        file = self.cleaned_data["file"]
        if file.size > MAX_UPLOAD_BYTES:
            raise forms.ValidationError(str(self.fields["file"].help_text))
        return file


@requires(Permission.OWN)
def backup_page(request: HttpRequest) -> HttpResponse:
    """Show the state of the backup; on POST, start it, or stop it if the form contains `stop`."""
    organisation = find_own_organisation(request)
    place = backup_job_name(organisation.pk)
    if request.method == "POST":
        try:
            if "stop" in request.POST:
                jobs.stop_job(place)
            else:
                jobs.begin_job(place, run_backup_job, organisation.pk, request.user.pk or 0)
        except OSError as reason:
            messages.error(request, jobs.write_failure_message(place, reason))
        return redirect("backup")
    state = jobs.state_of(place)
    written = state.result if state else {}
    has_changed = bool(written and written["head"] != log_state(organisation))
    context = {"organisation": organisation, "job": state, "has_changed": has_changed}
    return job_page(request, "federation/safety/backup.html", context)


@requires(Permission.OWN)  # type: ignore[arg-type]  # an answer in parts is one, too
@require_safe
def backup_file(request: HttpRequest) -> FileResponse:
    """Stream the last backup. Raise `Http404` if there is none."""
    place = backup_job_name(find_own_organisation(request).pk)
    name = jobs.result_of(place).get("file", "")
    try:
        file = (jobs.folder_of(place) / name).open("rb")
    except OSError as gone:
        raise Http404 from gone
    return FileResponse(
        file, as_attachment=True, filename=name, content_type="application/octet-stream"
    )


@requires(Permission.OWN, installation_scope)
def open_backup(request: HttpRequest) -> HttpResponse:
    """Accept a backup file and show the progress of its import; on POST with `stop`, cancel the import."""
    if "stop" in request.POST:
        jobs.stop_job(IMPORT_JOB_NAME)
        return redirect("open_backup")
    form = (
        OpenBackupForm(request.POST, request.FILES)
        if request.method == "POST"
        else OpenBackupForm()
    )
    if form.is_valid():
        try:
            sent = form.cleaned_data
            path = _save_upload(sent["file"])
            user = request.user.pk or 0
            if not jobs.begin_job(
                IMPORT_JOB_NAME, run_import_job, str(path), user, sent["name"], sent["copy"]
            ):
                path.unlink()
                messages.error(
                    request,
                    _(
                        "Another backup is being imported. Send yours when that import has "
                        "finished."
                    ),
                )
        except OSError as reason:
            form.add_error("file", str(reason.strerror or reason))
        else:
            return redirect("open_backup")
    return job_page(
        request,
        "federation/safety/open_backup.html",
        {"form": form, "job": jobs.state_of(IMPORT_JOB_NAME)},
        status=422 if form.errors else 200,
    )


def _save_upload(file: UploadedFile) -> Path:
    """Save the uploaded file and return its path. Raise `OSError` if that fails, leaving no partial file."""
    path = jobs.folder_of(IMPORT_JOB_NAME) / f"{secrets.token_hex(8)}{SUFFIX}"
    try:
        with path.open("wb") as taken:
            for chunk in file.chunks():
                taken.write(chunk)
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise
    return path
