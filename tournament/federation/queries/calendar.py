"""The calendar of an organisation: the public events of all its clubs, coming and past."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import TruncMonth

from scoring.models import Organisation
from tournament.models import Club, Event

MAX_COMING_EVENTS, MAX_PAST_EVENTS = 100, 30
"""The maximum numbers of coming and past events on a page without a selected month."""


@dataclass(frozen=True, slots=True)
class EventCalendar:
    """The content of a calendar page, and its filters."""

    coming: tuple[Event, ...]
    """Events from today on, next first."""
    past: tuple[Event, ...]
    """Events before today, latest first."""
    clubs: tuple[Club, ...]
    """The clubs with an event in the calendar, by name."""
    months: tuple[dt.date, ...]
    """The first day of every month with an event (of the selected club, if there is one), latest first."""
    has_more: bool
    """Whether the page omits events. A page of one month omits none."""


def dated_events(organisation: Organisation, club: str = "") -> QuerySet[Event]:
    """Return the dated events in the calendar, or only those of the club with the slug `club`."""
    events = Event.everywhere.filter(
        organisation=organisation,
        in_calendar=True,
        is_public=True,
        is_practice=False,
        date__isnull=False,
    )
    return events.filter(club__slug=club) if club else events


def calendar_of(
    organisation: Organisation, today: dt.date, *, club: str = "", month: dt.date | None = None
) -> EventCalendar:
    """Return the calendar, optionally limited to one club, given by slug, and one month, given by its first day.

    Without a month, at most `MAX_COMING_EVENTS` and `MAX_PAST_EVENTS` are included. Four queries.
    """
    events = (
        dated_events(organisation, club)
        .select_related("club", "registration")
        .defer("club__logo", "rules_copy")
    )
    shown = events
    if month is not None:
        shown = shown.filter(date__year=month.year, date__month=month.month)
    coming = shown.filter(date__gte=today).order_by("date", "created_at")
    past = shown.filter(date__lt=today).order_by("-date", "-created_at")
    most = (None, None) if month else (MAX_COMING_EVENTS, MAX_PAST_EVENTS)
    listed = tuple(
        tuple(rows[: count + 1 if count else None])
        for rows, count in zip((coming, past), most, strict=True)
    )
    months = dated_events(organisation, club).annotate(first=TruncMonth("date"))
    return EventCalendar(
        listed[0][: most[0]],
        listed[1][: most[1]],
        tuple(
            Club.everywhere.filter(
                Exists(dated_events(organisation).filter(club=OuterRef("pk")))
            ).defer("logo")
        ),
        tuple(months.order_by("-first").values_list("first", flat=True).distinct()),
        any(
            count is not None and len(rows) > count
            for rows, count in zip(listed, most, strict=True)
        ),
    )


def organisations_with_calendar() -> list[Organisation]:
    """Return the organisations with an event in their calendar, by name. This takes one query."""
    events = Event.everywhere.filter(
        organisation=OuterRef("pk"),
        in_calendar=True,
        is_public=True,
        is_practice=False,
        date__isnull=False,
    )
    return list(Organisation.objects.filter(Exists(events)))
