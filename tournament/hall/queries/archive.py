"""Which tables of the room an archive of an event holds, and of which it has nothing."""

from tournament.hall.models import PlayerCode, PlayerRequest
from tournament.queries.files.archive import OwnedTable

ARCHIVED: tuple[OwnedTable, ...] = (
    (PlayerCode, ("entry__division__event",)),
    (PlayerRequest, ("entry__division__event",)),
)
LEFT_BEHIND = frozenset(
    {"tournament.Kiosk", "tournament.Notice", "tournament.RoundClock", "tournament.Screen"}
)
"""They belong to one installation."""
