"""What the tests of the broadcast add to tests of the core that walk everything."""

from tournament.broadcast.models import ApiKey

CHANGED = {"@key": "per_second = 9999"}
"""What somebody does to one row of each kind with a database tool."""


def make_rows(desk, event, now):
    """Make a row of each kind."""
    ApiKey.objects.create(event=event, name="x", digest="x", made_at=now)
