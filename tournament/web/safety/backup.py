"""The backup of an organisation as one file: written and fetched by its owner, and opened on another installation."""

from __future__ import annotations

import secrets

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from scoring.access import installation
from tournament.actions.safety.organisations import LONGEST_NAME
from tournament.exchange.organisation_file import SUFFIX
from tournament.exchange.organisation_jobs import (
    OPENING,
    begin_opening,
    begin_writing,
    folder_of,
    state_of,
)
from tournament.queries.files.organisation_rows import log_state
from tournament.web.access import Permission, requires
from tournament.web.page import find_own_organisation, page


class OpenForm(forms.Form):
    """A backup to open."""

    file = forms.FileField(
        label=_lazy("File of the backup"),
        error_messages={"required": _lazy("Choose the file of the backup.")},
    )
    name = forms.CharField(
        label=_lazy("Another name"),
        max_length=LONGEST_NAME,
        required=False,
        help_text=_lazy("Empty: the name it had."),
    )


@requires(Permission.OWN)
def backup_page(request: HttpRequest) -> HttpResponse:
    """Show how far the backup is; begin one."""
    organisation = find_own_organisation(request)
    if request.method == "POST":
        try:
            begin_writing(organisation.pk, request.user.pk or 0)
        except OSError as reason:
            problem = _(
                "The backup could not be written: {reason}. Make room, then begin it again."
            )
            messages.error(request, problem.format(reason=reason.strerror or reason))
        return redirect("backup")
    state = state_of(str(organisation.pk))
    has_changed = bool(state and state.file and state.head != log_state(organisation))
    context = {"organisation": organisation, "state": state, "has_changed": has_changed}
    return page(request, "safety/backup.html", context)


@requires(Permission.OWN)
@require_safe
def backup_file(request: HttpRequest) -> HttpResponse:
    """Send the backup once it is whole."""
    place = str(find_own_organisation(request).pk)
    state = state_of(place)
    if state is None or not state.file:
        raise Http404
    try:
        content = (folder_of(place) / state.file).read_bytes()
    except OSError as gone:
        raise Http404 from gone
    response = HttpResponse(content, content_type="application/octet-stream")
    response["Content-Disposition"] = f'attachment; filename="{state.file}"'
    return response


@requires(Permission.OWN, installation)
def open_backup(request: HttpRequest) -> HttpResponse:
    """Take the file of a backup, and show how far it is opened."""
    form = OpenForm(request.POST, request.FILES) if request.method == "POST" else OpenForm()
    if form.is_valid():
        path = folder_of(OPENING) / f"{secrets.token_hex(8)}{SUFFIX}"
        with path.open("wb") as taken:
            for chunk in form.cleaned_data["file"].chunks():
                taken.write(chunk)
        begin_opening(path, request.user.pk or 0, form.cleaned_data["name"])
        return redirect("open_backup")
    return page(
        request,
        "safety/open_backup.html",
        {"form": form, "state": state_of(OPENING)},
        status=422 if form.errors else 200,
    )
