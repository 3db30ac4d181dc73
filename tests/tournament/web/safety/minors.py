"""Test helpers: searching the name of Ana Lopez, a minor, and choosing how it is shown."""

import re

from tournament.actions.event.rules import change_rules
from tournament.models import Event

FAMILY = re.compile(r"lopez", re.IGNORECASE)
FIRST = re.compile(r"\bana\b", re.IGNORECASE)


def decide(desk, minors):
    event = Event.objects.get(slug="autumn-open")
    change_rules(
        desk,
        event,
        {**event.rules.as_dict(), "minors": minors, "live_boards": "every_turn"},
        reason="as the event decides",
    )
    return event
