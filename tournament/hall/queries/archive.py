"""The tables of the hall that an event archive contains or omits."""

from tournament.hall.models import PlayerCode, PlayerRequest
from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = (
    (PlayerCode, ("entry__division__event",)),
    (PlayerRequest, ("entry__division__event",)),
)
LEFT_BEHIND = frozenset(
    {"tournament.Kiosk", "tournament.Notice", "tournament.RoundClock", "tournament.Screen"}
)
"""The tables omitted from an event archive, because they belong to one installation."""
