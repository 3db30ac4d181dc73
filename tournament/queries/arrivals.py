"""Who is here and who is not yet, over all divisions of an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.finding import matches
from tournament.models import Entry, Event


@dataclass(frozen=True)
class Arrivals:
    """The people a search found, and the counts of everybody, whatever was searched."""

    found: Sequence[Entry]
    expected: int
    missing: int

    @property
    def here(self) -> int:
        """How many are here."""
        return self.expected - self.missing


def arrivals(event: Event, search: str = "", *, only_missing: bool = False) -> Arrivals:
    """Everybody entered and not withdrawn, by name, whom the search finds. One query."""
    entries = list(
        Entry.objects.filter(division__event=event, withdrawn_after=None)
        .select_related("player", "division")
        .order_by("player__sort_name", "division__position")
    )
    for entry in entries:
        entry.division.event = event
    found = [
        entry
        for entry in entries
        if matches(search, entry.player.name, entry.number)
        and not (only_missing and entry.arrived_at)
    ]
    missing = sum(1 for entry in entries if entry.arrived_at is None)
    return Arrivals(found, len(entries), missing)
