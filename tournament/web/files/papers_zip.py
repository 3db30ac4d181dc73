"""Make all papers of the event as one zip file: start, stop and download."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from scoring.downloads import file_response
from tournament import jobs
from tournament.reports.delivery import event_state
from tournament.reports.papers_zip import last_zip_details, make_papers_zip, zip_job_name, zip_path
from tournament.web.access import Permission, requires
from tournament.web.files.print_desk import PAPERS
from tournament.web.page import find_event, job_page


class EventZipForm(forms.Form):
    """The options of the zip file."""

    paper = forms.ChoiceField(label=_lazy("Paper"), choices=PAPERS)
    everybody = forms.BooleanField(label=_lazy("Public papers only"), required=False)


@requires(Permission.DIRECT)
def event_zip_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the progress of the zip file, and start or stop making it."""
    this_event = find_event(event)
    place = zip_job_name(this_event.slug)
    zipped = last_zip_details(this_event)
    form = EventZipForm(request.POST or None, initial={"paper": zipped.get("paper")})
    try:
        if "stop" in request.POST:
            jobs.stop_job(place)
        elif form.is_valid():
            paper, everybody = form.cleaned_data["paper"], form.cleaned_data["everybody"]
            if not jobs.begin_job(place, make_papers_zip, this_event.pk, paper, everybody):
                messages.error(
                    request,
                    _("The papers are already being created, so no second run was started."),
                )
    except OSError as reason:
        messages.error(request, jobs.write_failure_message(place, reason))
    if request.method == "POST":
        return redirect("whole_event", event=this_event.slug)
    context = {
        "event": this_event,
        "form": form,
        "job": jobs.state_of(place),
        "zip": zipped,
        "has_changed": bool(zipped) and zipped["head"] != event_state(this_event).head,
    }
    return job_page(request, "tournament/files/whole_event.html", context)


@requires(Permission.DIRECT)
@require_safe
def download_event_zip(request: HttpRequest, event: str) -> HttpResponse:
    """Send the latest zip file. Raise `Http404` if there is none."""
    del request
    this_event = find_event(event)
    if not last_zip_details(this_event):
        raise Http404
    path = zip_path(this_event)
    return file_response(path.read_bytes(), "application/zip", path.name)
