"""Who is here and who is not yet, over all divisions of an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.finding import matches
from tournament.models import Division, Entry, Event


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
    rows = Entry.objects.filter(division__event=event, withdrawn_after=None)
    entries = sorted(
        rows.select_related("player", "division"),
        key=lambda entry: (entry.player.in_lists, entry.division.position),
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


def not_here_yet(division: Division) -> list[str]:
    """Who of a division is not checked in, by name; nobody where nobody was checked in at all. One query."""
    rows = list(
        Entry.objects.filter(division=division, withdrawn_after=None)
        .order_by("player__sort_name")
        .values_list("player__name", "arrived_at")
    )
    missing = [name for name, arrived in rows if arrived is None]
    return missing if len(missing) < len(rows) else []
