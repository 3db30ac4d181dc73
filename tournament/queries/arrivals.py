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
    """Everybody entered, by name, whom the search finds; the withdrawn only when searched for. One query."""
    rows = Entry.objects.filter(division__event=event)
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
        and (entry.withdrawn_after is None or search.strip())
        and not (only_missing and entry.arrived_at)
    ]
    expected = [entry for entry in entries if entry.withdrawn_after is None]
    missing = sum(1 for entry in expected if entry.arrived_at is None)
    return Arrivals(found, len(expected), missing)


def not_here_yet(division: Division) -> list[Entry]:
    """Who of a division is not checked in, by name; nobody where nobody was checked in at all. One query."""
    found = Entry.objects.filter(division=division, withdrawn_after=None).select_related("player")
    rows = sorted(found, key=lambda entry: entry.player.in_lists)
    missing = [entry for entry in rows if entry.arrived_at is None]
    return missing if len(missing) < len(rows) else []
