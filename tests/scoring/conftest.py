"""Fixtures of the tests of games."""

import pytest

from scoring.actions.activity import Actor
from scoring.simulation.games import SimulationRequest
from tests.remembered import remembered


@pytest.fixture
@remembered
def actor(director) -> Actor:
    """Return the director as an actor."""
    return Actor.for_user(director)


@pytest.fixture
def lists(settings, tmp_path):
    """Return an empty folder for word lists loaded by a director."""
    settings.NINETIMER_DATA_DIR = tmp_path
    return tmp_path / "lexicons"


@pytest.fixture(scope="session")
def whole():
    """Return the texts of complete games without differences."""
    return [game.text for game in SimulationRequest("files").play_games(3)]
