"""The activity log of everything, of one organisation or of one event."""

from __future__ import annotations

from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.access import installation_scope
from scoring.models import Activity, Organisation
from scoring.tables import ListTable, MomentColumn, TextColumn
from tournament.models import Event
from tournament.queries.safety.activity import (
    ActivityFilter,
    ActivityLine,
    activity_lines,
    log_counts,
    matching_entries,
)
from tournament.web.access import Permission, requires
from tournament.web.forms import ActivityFilterForm
from tournament.web.page import find_event, find_own_organisation
from tournament.web.tables import list_page
from tournament.wording.verbs import all_verbs, verb_in_words


class ActivityTable(ListTable):
    """The entries of the activity log, latest first."""

    key = "activity"
    always = ("at", "what")
    at_first_hidden = ("verb",)
    per_page = 60

    at = MomentColumn(
        verbose_name=_lazy("When"),
        format="j M Y, H:i:s",
        order_by="id",
        attrs={"td": {"class": "when"}},
    )
    actor = TextColumn(verbose_name=_lazy("Who"))
    verb = TextColumn(verbose_name=_lazy("Action"))
    what = TextColumn(
        verbose_name=_lazy("Action and reason"), empty_values=(), orderable=False, wraps=True
    )

    def checkbox_label(self, record: Activity) -> str:
        """Return the accessible label of the entry's checkbox."""
        return _("Select {name}").format(name=self.lines_by_number[record.pk].what)

    @cached_property
    def lines_by_number(self) -> dict[int, ActivityLine]:
        """The rows of the page or file in words, by number. One query."""
        shown = activity_lines(row.record for row in self.paginated_rows)
        return {line.number: line for line in shown}

    def render_verb(self, value: str) -> str:
        """Return the kind of action in words."""
        return verb_in_words(value)

    def render_what(self, record: Activity) -> str:
        """Return the action, its reason and its changes."""
        return render_to_string(
            "tournament/safety/_logged.html", {"line": self.lines_by_number[record.pk]}
        )

    def value_what(self, record: Activity) -> str:
        """Return the action, its reason and its changes in one line, for a file."""
        line = self.lines_by_number[record.pk]
        why = _("Reason: {why}").format(why=line.why) if line.why else ""
        return " ".join(filter(None, (line.what, why, *map(str, line.changes))))


@requires(Permission.OWN, installation_scope)
def activity_page(request: HttpRequest) -> HttpResponse:
    """Show the log of everything."""
    return _render_page(request, None)


@requires(Permission.LOOK)
def event_activity(request: HttpRequest, event: str) -> HttpResponse:
    """Show the log of one event, its divisions and its recorded games."""
    return _render_page(request, find_event(event))


@requires(Permission.OWN)
def organisation_activity(request: HttpRequest) -> HttpResponse:
    """Show the log of the organisation and all its events."""
    return _render_page(request, find_own_organisation(request))


def _render_page(request: HttpRequest, place: Event | Organisation | None) -> HttpResponse:
    event = place if isinstance(place, Event) else None
    counts, chosen = log_counts(place), request.GET.get("verb", "")
    there = counts.verbs
    if chosen in all_verbs() and chosen not in dict(there):  # a link to an action not done yet
        there = [*there, (chosen, verb_in_words(chosen))]
    form = ActivityFilterForm(request.GET, people=counts.people, verbs=there)
    typed: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    given = {name: value for name, value in typed.items() if value}
    narrowed = ActivityFilter(place, **given)
    return list_page(
        request,
        "tournament/safety/activity.html",
        {
            "event": event,
            "place": place,
            "form": form,
            "narrowed": bool(given),
            "report": _report_address(event, given) if event else "",
        },
        ActivityTable,
        matching_entries(narrowed),
        title=_("Activity"),
        event=event,
        count=counts.matching_count(narrowed),
        status=200 if form.is_valid() else 422,
    )


def _report_address(event: Event, given: dict[str, object]) -> str:
    """Return the address of a PDF report of the log entries that match the `given` filters."""
    where = reverse("report_file", args=[event.slug, "activity_log"])
    return f"{where}?{urlencode({**given, 'format': 'pdf'})}"
