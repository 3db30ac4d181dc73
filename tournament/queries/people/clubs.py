"""Clubs with their sessions, and the roster: everybody who played there, with the rating they come with."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet

from tournament.models import Club, Division, Entry, Event
from tournament.queries.people.rating_lists import ratings_now
from tournament.wording.alphabet import alphabetical


@dataclass(frozen=True)
class Member:
    """A person on the roster: the latest entry, how many sessions there were, the rating to come with."""

    entry: Entry
    sessions: int
    rating: int | None

    @property
    def division(self) -> Division:
        """The division the person played in last."""
        return self.entry.division

    @property
    def event(self) -> Event:
        """The session the person came to last."""
        return self.entry.division.event


def all_clubs() -> QuerySet[Club]:
    """Every club by name, with the number of its sessions and the date of the last. One query."""
    return Club.objects.defer("logo").annotate(
        session_count=Count("events"), last=Max("events__date")
    )


def sessions_of(club: Club) -> QuerySet[Event]:
    """The club's sessions, the latest first. One query."""
    return Event.objects.filter(club=club).order_by("-date", "-created_at")


def roster_of(club: Club, *, without: Division | None = None) -> list[Member]:
    """Everybody who played in a session, by name, without those in the event of `without`.

    The rating is that of the club's latest list, else the latest body's, of the system of that event,
    or of the latest session; who is on no list has the rating of the last entry. Four queries at most.
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
    people = sorted(latest.values(), key=lambda entry: alphabetical(entry.player.sort_name))
    if not people:
        return []
    event = without.event if without else _latest(people)
    rated = ratings_now(event, people, newest=without is None)
    return [Member(entry, len(events[entry.player_id]), rated[entry.pk]) for entry in people]


def _latest(entries: list[Entry]) -> Event:
    """The latest session among those the entries are of."""
    events = (entry.division.event for entry in entries)
    return max(events, key=lambda event: (event.date or dt.date.min, event.created_at))


def next_division(event: Event) -> Division | None:
    """The division whose players are to be ticked first. One query."""
    return Division.objects.filter(event=event).order_by("position").first()
