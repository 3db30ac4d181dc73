"""Skip the tests of the room if it is switched off, and forget pages and requests of earlier tests."""

import pytest
from django.conf import settings

if "hall" not in settings.NINETIMER_ROOMS:
    collect_ignore_glob = ["*"]


@pytest.fixture(autouse=True)
def reset_caches_and_limits():
    """Forget cached pages, waiting screens, and requests counted against limits."""
    from tournament.hall.web import kiosk, player_pages, screens
    from tournament.web.page_cache import page_cache

    page_cache.forget()
    screens._asked_at.clear()
    for throttle in (
        kiosk.KIOSK_CODE_THROTTLE,
        player_pages.PLAYER_FORM_THROTTLE,
        player_pages.PLAYER_CODE_THROTTLE,
        player_pages.PLAYER_ADDRESS_THROTTLE,
        screens.NEW_SCREEN_THROTTLE,
    ):
        throttle.reset()
