"""The tests of the room: none where it is switched off."""

import pytest
from django.conf import settings

if "broadcast" not in settings.NINETIMER_ROOMS:
    collect_ignore_glob = ["*"]


@pytest.fixture(autouse=True)
def no_requests_of_programs_yet():
    """Forget how often the tests before have asked the API."""
    from tournament.broadcast.web.api.rate_limit import keys, throttle

    throttle.cache_clear()
    keys.forget()
