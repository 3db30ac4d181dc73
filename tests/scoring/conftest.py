"""What tests of the game ask for."""

import pytest


@pytest.fixture
def lists(settings, tmp_path):
    """An empty folder for word lists that a director loads."""
    settings.NINETIMER_DATA_DIR = tmp_path
    return tmp_path / "lexicons"
