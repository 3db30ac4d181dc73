"""The tables of the broadcast room that an event archive contains or omits."""

from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = ()
LEFT_BEHIND = frozenset({"tournament.ApiKey", "tournament.Channel"})
"""Tables that an archive omits, because their rows belong to one installation."""
