"""Fixtures of the stories of the federation."""

import pytest
from django.utils import timezone

from tests.tournament.logged_in import browser_of
from tournament.models import codes


@pytest.fixture
def story_clock(monkeypatch, settings, tmp_path):
    """Stop the clock and number the codes; for `usefixtures`, so that steps before a story can be remembered."""
    from tournament.federation.tests.stories import Clock, Codes

    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    monkeypatch.setattr(codes, "random_letters", Codes())
    settings.NINETIMER_DATA_DIR = tmp_path
    return clock


@pytest.fixture
def story(request, story_clock, director, desk):
    """Return a function that prepares a story with a fixture, runs its steps and compares the answers."""
    from tests.stories import tell
    from tournament.federation.tests.stories import PUBLIC

    def run(name, prepared, steps):
        request.getfixturevalue(prepared)
        browser = browser_of(director, second_factor=True)
        later = story_clock.tick(steps)
        tell(request, name, browser, later, desk=desk, logged_out=PUBLIC)

    return run
