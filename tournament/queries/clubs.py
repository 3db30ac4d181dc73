"""Clubs with their sessions, and the roster: everybody who played there, with the last rating."""

from dataclasses import dataclass

from django.db.models import Count, Max, QuerySet

from tournament.models import Club, Division, Entry, Event


@dataclass(frozen=True)
class Member:
    """A person on the roster: the latest entry, and how many sessions there were."""

    entry: Entry
    sessions: int

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
    """Everybody who played in a session, by name; nobody who is in the event of `without`. One query."""
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
    members = [Member(entry, len(events[pk])) for pk, entry in latest.items()]
    return sorted(members, key=lambda member: member.entry.player.sort_name.casefold())


def next_division(event: Event) -> Division | None:
    """The division whose players are to be ticked first. One query."""
    return Division.objects.filter(event=event).order_by("position").first()
