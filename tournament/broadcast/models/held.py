"""Which tables of the broadcast the log holds, and why it holds no others."""

from scoring.models.facts import DECIDES_NOTHING, SHARED, is_fact
from tournament.broadcast.models.api_key import ApiKey

is_fact(
    f"{SHARED}key",
    ApiKey,
    "event_id",
    "digest",
    "per_second",
    "is_of_club",
    "ended_at",
    to_event="event",
)

DECIDES_NOTHING |= {
    "tournament.Channel": "which event a stream shows",
}
