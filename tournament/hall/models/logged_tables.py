"""The tables of the hall that are logged or backed up, with reasons for those that are not."""

from scoring.models.facts import UNLOGGED_TABLES, register_facts
from tournament.hall.models.clock import Notice, RoundClock
from tournament.hall.models.players import Kiosk, PlayerCode, PlayerRequest
from tournament.models.tables import RoomTables

register_facts(
    "code",
    PlayerCode,
    "entry_id",
    "reports",
    "no_phone",
    secrets=("token", "letters"),
    to_event="entry__division__event",
)
register_facts("kiosk", Kiosk, "event_id", "ended_at", secrets=("secret", "code"), to_event="event")

UNLOGGED_TABLES |= {
    "tournament.Notice": "words for the hall",
    "tournament.PlayerRequest": "what a player asked for: what the director did then is held",
    "tournament.RoundClock": "what the clock in the hall shows",
    "tournament.Screen": "what a screen in the hall shows",
}

_OF_ENTRY = "entry__division__event__organisation"
TABLES = RoomTables(
    in_backup=(
        (PlayerCode, _OF_ENTRY),
        (Notice, "event__organisation"),
        (RoundClock, "division__event__organisation"),
        (PlayerRequest, _OF_ENTRY),
    ),
    not_in_backup=frozenset({"tournament.Kiosk", "tournament.Screen"}),
)
