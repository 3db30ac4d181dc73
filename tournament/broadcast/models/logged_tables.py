"""The tables of the broadcast room that are logged or backed up, with reasons for those that are not."""

from scoring.models.facts import SHARED_PREFIX, UNLOGGED_TABLES, register_facts
from tournament.broadcast.models.api_key import ApiKey
from tournament.broadcast.models.channel import Channel
from tournament.models.tables import RoomTables

register_facts(
    f"{SHARED_PREFIX}key",
    ApiKey,
    "event_id",
    "digest",
    "per_second",
    "is_of_club",
    "ended_at",
    to_event="event",
)

UNLOGGED_TABLES |= {"tournament.Channel": "which event a stream shows"}

TABLES = RoomTables(
    in_backup=((Channel, "organisation"),),
    not_in_backup=frozenset({"tournament.ApiKey"}),
    names_of_things={Channel: "name"},
)
