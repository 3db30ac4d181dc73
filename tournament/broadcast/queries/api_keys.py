"""The keys of programs: which there are, and what each allows."""

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256

from tournament.broadcast.models import ApiKey
from tournament.models import Event


@dataclass(frozen=True)
class Allowance:
    """What a key allows."""

    per_second: int
    """Requests a second, averaged over a minute."""
    events: frozenset[str]
    """The short names of the events at which it counts."""

    def counts_at(self, event: str) -> bool:
        """Whether it counts for a request about that event; an empty name is a request about none."""
        return not event or event in self.events


def digest_of(key: str) -> str:
    """What is stored of a key."""
    return sha256(key.encode()).hexdigest()


def keys_of(event: Event) -> list[ApiKey]:
    """The keys that an event has given out, those that were ended too. One query."""
    return list(ApiKey.objects.filter(event=event))


def allowed_by_keys() -> dict[str, Allowance]:
    """What each key in use allows, by its digest. Two queries at most."""
    keys = list(ApiKey.objects.filter(ended_at=None).select_related("event"))
    events: dict[int | None, set[str]] = defaultdict(set)
    if clubs := {key.event.club_id for key in keys if key.is_of_club}:
        of_clubs = Event.everywhere.filter(club__in=clubs)
        for club, slug in of_clubs.values_list("club", "slug"):
            events[club].add(slug)
    return {
        key.digest: Allowance(
            key.per_second,
            frozenset({key.event.slug, *(events[key.event.club_id] if key.is_of_club else ())}),
        )
        for key in keys
    }
