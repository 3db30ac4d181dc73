"""Skip the tests of broadcasting if that room is disabled, and reset rate limits before each test."""

import pytest
from django.conf import settings

if "broadcast" not in settings.NINETIMER_ROOMS:
    collect_ignore_glob = ["*"]


@pytest.fixture(autouse=True)
def reset_rate_limits():
    """Reset the rate limits of the API."""
    from tournament.broadcast.web.api.rate_limit import keys, shared_throttle

    shared_throttle.cache_clear()
    keys.forget()
