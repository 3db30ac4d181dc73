"""The calendar of an organisation: the events of all its clubs that everybody may find, coming and past."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import TruncMonth

from scoring.models import Organisation
from tournament.models import Club, Event

MAX_COMING_EVENTS, MAX_PAST_EVENTS = 100, 30
"""How many events one page lists where no month is chosen."""


@dataclass(frozen=True, slots=True)
class EventCalendar:
    """What a page of the calendar shows, and what it can be narrowed to."""

    coming: tuple[Event, ...]
    """From today on, the next one first."""
    past: tuple[Event, ...]
    """Before today, the latest first."""
    clubs: tuple[Club, ...]
    """Those with an event in the calendar, by name."""
    months: tuple[dt.date, ...]
    """The first day of every month with an event of the chosen club, the latest first."""
    has_more: bool
    """Whether there are more events than the page lists; a month shows all of its own."""


def dated_events(organisation: Organisation, club: str = "") -> QuerySet[Event]:
    """The events in the calendar, of one club where its address is given; those without a day are in none."""
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
    """The calendar, narrowed to a club by its address and to the month that begins on a day. Four queries."""
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


def calendars() -> list[Organisation]:
    """The organisations that have an event in their calendar, by name. One query."""
    events = Event.everywhere.filter(
        organisation=OuterRef("pk"),
        in_calendar=True,
        is_public=True,
        is_practice=False,
        date__isnull=False,
    )
    return list(Organisation.objects.filter(Exists(events)))
