"""Clubs with their sessions, and the roster of people who played there, with their current ratings."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet

from tournament.models import Club, Division, Entry, Event
from tournament.queries.people.rating_lists import current_ratings
from tournament.wording.alphabet import alphabetical_key


@dataclass(frozen=True)
class ClubPlayer:
    """A person on the roster, with the latest entry, the number of sessions and the current rating, if any."""

    entry: Entry
    sessions: int
    rating: int | None

    @property
    def division(self) -> Division:
        """The division the person last played in."""
        return self.entry.division

    @property
    def event(self) -> Event:
        """The session the person last attended."""
        return self.entry.division.event


def all_clubs() -> QuerySet[Club]:
    """Return all clubs by name, with the number of sessions and the date of the last one. One query."""
    return Club.objects.defer("logo").annotate(
        session_count=Count("events"), last=Max("events__date")
    )


def sessions_of(club: Club) -> QuerySet[Event]:
    """Return the club's sessions, latest first. One query."""
    return Event.objects.filter(club=club).order_by("-date", "-created_at")


def roster_of(club: Club, *, without: Division | None = None) -> list[ClubPlayer]:
    """Return everybody who has played in a session of the club, by name.

    The players in the event of the division `without` are left out. Ratings come from the club's latest
    list, else the governing body's, for the rating system of that event or, if `without` is None, of the
    latest session. A person on no list keeps the rating of the last entry. At most four queries.
    """
    entries = (
        Entry.objects.filter(division__event__club=club)
        .select_related("player", "division__event")
        .order_by("division__event__date", "division__event__created_at", "id")
    )
    if without is not None:
        entries = entries.exclude(player__entries__division__event=without.event_id)
    latest: dict[int, Entry] = {}
    events: dict[int, set[int]] = {}
    for entry in entries:
        latest[entry.player_id] = entry
        events.setdefault(entry.player_id, set()).add(entry.division.event_id)
    people = sorted(latest.values(), key=lambda entry: alphabetical_key(entry.player.sort_name))
    if not people:
        return []
    event = without.event if without else _latest_session(people)
    rated = current_ratings(event, people, newest=without is None)
    return [ClubPlayer(entry, len(events[entry.player_id]), rated[entry.pk]) for entry in people]


def _latest_session(entries: list[Entry]) -> Event:
    """Return the latest session of the entries."""
    events = (entry.division.event for entry in entries)
    return max(events, key=lambda event: (event.date or dt.date.min, event.created_at))


def first_division_of(event: Event) -> Division | None:
    """Return the first division of the event, to which players are added first, or None. One query."""
    return Division.objects.filter(event=event).order_by("position").first()
