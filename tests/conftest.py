"""What every test may ask for, and the order in which tests run."""

import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from hypothesis import settings

from tests.installation import Installation
from tournament.environment import database

# Property tests try the same examples in every run of the gate; `make fuzz` draws new ones (tests/fuzzing.py).
# No deadlines: how long one example takes says how busy the computer is.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None, print_blob=True)
settings.load_profile("gate")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the slow browser tests last."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture
def director(django_user_model):
    """The director's account, with every permission."""
    return django_user_model.objects.create_superuser("director", password="nine-timer")


@pytest.fixture
def director_client(client, director):
    """A test client logged in as the director."""
    client.force_login(director)
    return client


@pytest.fixture(scope="session")
def fresh_installation(tmp_path_factory):
    """A data folder as it is before the first event, with the director's account; tests work on copies of it."""
    installation = Installation(tmp_path_factory.mktemp("fresh"))
    installation.prepare()
    return installation


@pytest.fixture
def installation(fresh_installation, tmp_path):
    """A copy of the fresh installation, for one test."""
    return fresh_installation.copied(tmp_path / "data")


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory, django_db_blocker):
    """An empty database in a file, made once; tests work on copies of it."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    with django_db_blocker.unblock(), database_in(path):
        call_command("migrate", verbosity=0)
    return path


@pytest.fixture
def file_database(migrated_file, tmp_path, settings, django_db_blocker):
    """A database in a file, as an installation has it, with a data folder around; nothing is rolled back."""
    path = tmp_path / "ninetimer.sqlite3"
    shutil.copyfile(migrated_file, path)
    settings.NINETIMER_DATA_DIR = tmp_path
    settings.NINETIMER_SNAPSHOTS = 10
    with django_db_blocker.unblock(), database_in(path):
        yield path


@contextmanager
def database_in(path):
    """Let the program work on the SQLite file at `path`."""
    usual = connections["default"]
    folder = Path(tempfile.gettempdir())  # any: only the options of a SQLite file are asked for
    chosen = {**database("NINETIMER_NO_SUCH_SETTING", folder), "NAME": str(path)}
    whole = {**usual.settings_dict, **chosen, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    connections["default"] = DatabaseWrapper(whole, alias="default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = usual
