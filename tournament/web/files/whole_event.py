"""The papers of the whole event as one zip: begun, made with a bar, stopped, fetched."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_safe

from tournament.models import Event
from tournament.reports.delivery import as_of
from tournament.reports.whole_event import begin, make_some, progress_of, stop, zip_of
from tournament.web.access import Permission, requires
from tournament.web.files.print_desk import PAPERS
from tournament.web.page import find_event, page


class WholeEventForm(forms.Form):
    """What the zip holds."""

    paper = forms.ChoiceField(label=_lazy("Paper"), choices=PAPERS)
    everybody = forms.BooleanField(label=_lazy("Only what is public"), required=False)


@requires(Permission.DIRECT)
def whole_event(request: HttpRequest, event: str) -> HttpResponse:
    """Show how far the zip has come; begin it, stop it, or go on making it for about a second."""
    this_event = find_event(event)
    if request.method != "POST":
        return _show(request, this_event)
    form = WholeEventForm(request.POST)
    try:
        if "go_on" in request.POST:
            make_some(this_event)
        elif "stop" in request.POST:
            stop(this_event)
        elif form.is_valid():
            values = form.cleaned_data
            begin(this_event, values["paper"], everybody=values["everybody"])
    except OSError as reason:
        problem = _("The papers could not be written: {reason}. Make room, then make the rest.")
        return _show(request, this_event, problem.format(reason=reason.strerror or reason))
    return redirect("whole_event", event=this_event.slug)


@requires(Permission.DIRECT)
@require_safe
def whole_event_zip(request: HttpRequest, event: str) -> HttpResponse:
    """Send the zip once it is whole."""
    del request
    path = zip_of(find_event(event))
    if not path.exists():
        raise Http404
    response = HttpResponse(path.read_bytes(), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="{path.name}"'
    return response


def _show(request: HttpRequest, event: Event, problem: str = "") -> HttpResponse:
    progress = progress_of(event)
    context = {
        "event": event,
        "form": WholeEventForm(initial={"paper": progress.paper} if progress else None),
        "progress": progress,
        "problem": problem,
        "is_there": zip_of(event).exists(),
        "has_changed": bool(progress and progress.head != as_of(event).head),
    }
    return page(request, "files/whole_event.html", context)
