"""What every test of a page begins with."""

import pytest

from tournament.web.api.rate_limit import keys, window


@pytest.fixture(autouse=True)
def no_requests_of_programs_yet():
    """Forget how often the tests before have asked the API."""
    window.forget()
    keys.forget()
