"""Data of the broadcast for the tests of the core that cover everything."""

from tournament.broadcast.models import ApiKey

CHANGED = {"@key": "per_second = 9999"}
"""For one row of each kind, an assignment in SQL that changes it without the program."""


def make_rows(desk, event, now):
    """Create a row of each kind."""
    ApiKey.objects.create(event=event, name="x", digest="x", made_at=now)
