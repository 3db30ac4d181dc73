"""Which tables of the room an archive of an event holds."""

from tournament.tea.models import Cup

from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = ((Cup, ("entry__division__event",)),)
LEFT_BEHIND: frozenset[str] = frozenset()
