"""What every test of a page begins with."""

import pytest

from tournament.web.api.rate_limit import keys, throttle


@pytest.fixture(autouse=True)
def no_requests_of_programs_yet():
    """Forget how often the tests before have asked the API."""
    throttle.cache_clear()
    keys.forget()
