"""Skip the tests of the room if it is switched off, and forget counted requests of earlier tests."""

import pytest
from django.conf import settings

if "federation" not in settings.NINETIMER_ROOMS:
    collect_ignore_glob = ["*"]


@pytest.fixture(autouse=True)
def no_registrations_counted():
    from tournament.federation.web.register import REGISTRATION_CODE_THROTTLE, REGISTRATION_THROTTLE

    REGISTRATION_THROTTLE.reset()
    REGISTRATION_CODE_THROTTLE.reset()
