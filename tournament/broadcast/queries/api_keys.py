"""API keys and their permissions."""

from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256

from tournament.broadcast.models import ApiKey
from tournament.models import Event


@dataclass(frozen=True)
class Allowance:
    """The permissions of a key."""

    per_second: int
    """Requests per second, averaged over a minute."""
    events: frozenset[str]
    """The slugs of the events for which the key is valid."""

    def is_valid_for(self, event: str) -> bool:
        """Return whether the key is valid for a request about this event; True for an empty slug."""
        return not event or event in self.events


def digest_of(key: str) -> str:
    """Return the stored digest of a key."""
    return sha256(key.encode()).hexdigest()


def keys_of(event: Event) -> list[ApiKey]:
    """Return the keys created for an event, including ended ones. This takes one query."""
    return list(ApiKey.objects.filter(event=event))


def allowances_by_digest() -> dict[str, Allowance]:
    """Return the permissions of each valid key, by digest. This takes at most two queries."""
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
