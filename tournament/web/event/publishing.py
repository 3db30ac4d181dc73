"""The page from which the public site of an event is published: into a folder of the laptop, or as one file."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from pathlib import Path

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scoring.actions.activity import Actor
from scoring.wording.phrases import Whole
from tournament.actions.files.publishing import (
    folder_as_typed,
    publishing_problem,
    run_own_command_later,
    set_publishing,
)
from tournament.exchange.site import WRITTEN, CannotPublish, MadeWhenNeeded, SiteFolder
from tournament.models import Event
from tournament.queries.files.publishing import publishing_of
from tournament.web.access import Permission, is_at_the_laptop, requires
from tournament.web.event.published import publish, site_files, site_version
from tournament.web.page import find_event, page


class PublishForm(forms.Form):
    """Where the site is written, and whether that goes on by itself."""

    folder = forms.CharField(
        label=_lazy("Folder on this laptop"),
        max_length=400,
        help_text=_lazy("An empty or new one, such as /media/stick/autumn-open."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": _lazy("Name the folder into which the site is written.")},
    )
    follows = forms.BooleanField(
        label=_lazy("Write it again after every result"), required=False, initial=True
    )

    def clean_folder(self) -> Path:
        """The folder as a path."""
        folder = folder_as_typed(self.cleaned_data["folder"])
        if folder is None:
            raise forms.ValidationError(
                _("Name the folder from the root of the computer, such as /media/stick/site.")
            )
        return folder


@requires(Permission.DIRECT)
def publishing_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show where the site is and how old; publish it into a folder, or publish no longer by itself."""
    this_event = find_event(event)
    known = publishing_of(this_event.slug)
    is_here = is_at_the_laptop(request)
    initial = {"folder": known.folder, "follows": known.follows or not known.folder}
    is_sent = request.method == "POST" and is_here
    form = PublishForm(request.POST if is_sent else None, initial=initial)
    if request.method == "POST" and not is_here:
        messages.error(request, _("The folder is chosen at the laptop itself."))
        return redirect("publishing", this_event.slug)
    if is_sent and form.is_valid():
        folder, follows = form.cleaned_data["folder"], form.cleaned_data["follows"]
        try:
            SiteFolder.at(folder, this_event.slug)
            # First, for what is done in an event makes its site another one.
            set_publishing(Actor.of(request.user), this_event, str(folder), follows=follows)
            written = publish(this_event, folder)
        except CannotPublish as reason:
            form.add_error("folder", str(reason))
        else:
            if settings.NINETIMER_AFTER_PUBLISHING:
                run_own_command_later(this_event.slug, str(folder))
            if written is None:
                messages.success(request, _("The site was up to date."))
            else:
                sentence = ngettext(
                    "{count:,} file written.", "{count:,} files written.", written.changed
                )
                messages.success(request, sentence.format(count=Whole(written.changed)))
            return redirect("publishing", this_event.slug)
    return page(
        request,
        "event/publishing.html",
        {
            "event": this_event,
            "form": form,
            "is_here": is_here,
            "known": known,
            "written_at": written_at(this_event, known.folder),
            "problem": publishing_problem(this_event.slug),
            "has_command": bool(settings.NINETIMER_AFTER_PUBLISHING),
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_safe
def published_zip(request: HttpRequest, event: str) -> HttpResponse:
    """The whole site as one file."""
    del request
    this_event = find_event(event)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, file in sorted(site_files(this_event).items()):
            whole = file.make() if isinstance(file, MadeWhenNeeded) else file
            bundle.writestr(f"{this_event.slug}/{name}", whole)
    response = HttpResponse(content.getvalue(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{this_event.slug}-site.zip"'
    return response


def written_at(event: Event, folder: str) -> tuple[datetime, bool] | None:
    """When the site in a folder was last written, and whether it shows what there is now; None where there is none."""
    if not folder:
        return None
    try:
        there = SiteFolder.at(Path(folder), event.slug)
        moment = (Path(folder) / WRITTEN).stat().st_mtime
    except (CannotPublish, OSError):
        return None
    when = datetime.fromtimestamp(moment, timezone.get_current_timezone())
    return when, there.is_up_to_date(site_version(event))
