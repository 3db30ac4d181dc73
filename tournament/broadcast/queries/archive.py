"""Which tables of the room an archive of an event holds, and of which it has nothing."""

from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = ()
LEFT_BEHIND = frozenset({"tournament.ApiKey", "tournament.Channel"})
"""They belong to one installation."""
