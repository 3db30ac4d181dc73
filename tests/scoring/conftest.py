"""What tests of the game ask for."""

import pytest

from scoring.actions.activity import Actor
from tests.remembered import remembered


@pytest.fixture
@remembered
def actor(director) -> Actor:
    """The director as the one who acts."""
    return Actor.of(director)


@pytest.fixture
def lists(settings, tmp_path):
    """An empty folder for word lists that a director loads."""
    settings.NINETIMER_DATA_DIR = tmp_path
    return tmp_path / "lexicons"
