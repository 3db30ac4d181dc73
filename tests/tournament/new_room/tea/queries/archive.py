"""Tables of the room in the archive of an event."""

from tournament.tea.models import Cup

from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = ((Cup, ("entry__division__event",)),)
LEFT_BEHIND: frozenset[str] = frozenset()
