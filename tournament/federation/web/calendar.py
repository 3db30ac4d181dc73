"""The public calendar of an organisation: its events by month and club, and as a feed."""

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from scoring.models import Organisation
from scoring.tenancy import set_tenant
from tournament.federation.models import Championship
from tournament.federation.queries.calendar import (
    calendar_of,
    dated_events,
    organisations_with_calendar,
)
from tournament.models import Club
from tournament.web.access import Permission, has_page_permission, own_organisation_key, requires
from tournament.web.ical import ical_response
from tournament.web.page import page

FEED_HISTORY = dt.timedelta(days=366)
"""The period before today that the feed covers."""


@requires(Permission.READ)
def calendars_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the calendar of the user's organisation, or to the only calendar; otherwise show a choice."""
    there = organisations_with_calendar()
    if has_page_permission(request, Permission.LOOK):
        return redirect("calendar", own_organisation_key(request.user))  # type: ignore[arg-type]
    if len(there) == 1:
        return redirect("calendar", there[0].pk)
    return page(request, "federation/site/calendars.html", {"organisations": there})


@requires(Permission.READ)
def calendar_page(request: HttpRequest, organisation: int) -> HttpResponse:
    """Show coming and past events, optionally of one club or month; an invalid month means all."""
    whose = _find_organisation(organisation)
    club, month = request.GET.get("club", ""), _parse_month(request.GET.get("month", ""))
    calendar = calendar_of(whose, timezone.localdate(), club=club, month=month)
    return page(
        request,
        "federation/site/calendar.html",
        {
            "whose": whose,
            "calendar": calendar,
            "club": next((row for row in calendar.clubs if row.slug == club), None),
            "month": month,
            "championships": list(Championship.everywhere.filter(organisation=whose)),
        },
    )


@requires(Permission.READ)
def calendar_file(request: HttpRequest, organisation: int) -> HttpResponse:
    """Return the coming events and those of the last year as an iCalendar feed, optionally of one club.

    Raise `Http404` for an unknown organisation or club.
    """
    whose = _find_organisation(organisation)
    slug = request.GET.get("club", "")
    club = get_object_or_404(Club, slug=slug) if slug else None
    events = dated_events(whose, slug).filter(date__gte=timezone.localdate() - FEED_HISTORY)
    return ical_response(
        request,
        str(club or whose),
        events.order_by("date", "created_at"),
        file=slug or f"events-{whose.pk}",
    )


def _find_organisation(key: int) -> Organisation:
    whose = get_object_or_404(Organisation, pk=key)
    set_tenant(whose.pk)
    return whose


def _parse_month(text: str) -> dt.date | None:
    """Return the first day of a month written as `2026-10`, or None for any other string."""
    try:
        return dt.date.fromisoformat(f"{text}-01")
    except ValueError:
        return None
