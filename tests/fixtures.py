"""Fixtures for all tests."""

import os
import shutil
import sqlite3
import sys
import tempfile
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.db import connection, connections
from django.db.models import Q
from django.db.transaction import Atomic
from hypothesis import settings

from scoring.models import Activity
from scoring.models.facts import FACT_KINDS, noted_rows
from scoring.tenancy import tenant
from tests import remembered as steps
from tests.in_ci import in_ci
from tests.installation import Installation, PostgresInstallation, template_database
from tests.on_postgres import new_database, private_cluster, server_programs
from tests.remembered import remembered
from tournament import jobs
from tournament.environment import database
from tournament.sqlite.base import DatabaseWrapper

# Property tests run the same examples every time in the gate; `make fuzz` draws new ones. There are
# no deadlines, because the duration of an example depends on the load of the computer.
settings.register_profile("gate", derandomize=True, deadline=None)
settings.register_profile("fuzz", deadline=None, print_blob=True)
settings.load_profile("gate")

IN_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
"""Django's name for the test database on SQLite."""


@pytest.fixture(autouse=True)
def without_tenant():
    """Reset the current organisation before each test."""
    steps.begin()
    with tenant(None):
        yield


@pytest.fixture(autouse=True, scope="session")
def jobs_here():
    """Run background jobs in the test process: another process cannot see an uncommitted transaction."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "start_process", jobs.run_in_this_process)
        yield


@pytest.fixture
@remembered
def director(db):
    """Return the director's account, with every permission."""
    return get_user_model().objects.create_superuser("director", password="nine-timer")


@pytest.fixture
def director_client(client, director):
    """Return a test client logged in as the director."""

    def log_in():
        client.force_login(director)
        return director.last_login, dict(client.cookies)

    director.last_login, cookies = steps.once_aside(log_in, director)
    client.cookies.update({name: cookie.copy() for name, cookie in cookies.items()})
    return client


@pytest.fixture(scope="session")
def fresh_installation(tmp_path_factory):
    """Return a data folder before the first event, with the director's account; tests use copies of it."""
    installation = Installation(tmp_path_factory.mktemp("fresh"))
    installation.prepare()
    return installation


@pytest.fixture
def installation(fresh_installation, tmp_path):
    """Return a copy of the fresh installation."""
    return fresh_installation.copied(tmp_path / "data")


@pytest.fixture(scope="session")
def postgres_cluster():
    """Yield the address of a PostgreSQL cluster for tests with separate processes; each test creates its own
    database.
    """
    programs = server_programs()
    if programs is None:
        assert not in_ci(), "PostgreSQL is not installed"
        pytest.skip("no PostgreSQL on this computer")
    with private_cluster(programs) as address:
        yield address


OF_THE_ACCOUNT = ("auth_user", "scoring_activity", "scoring_loggedcount")
"""The tables written when an account is created."""


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """Return a migrated database file without accounts; tests use copies of it."""
    path = tmp_path_factory.mktemp("database") / "empty.sqlite3"
    shutil.copyfile(template_database(), path)
    with closing(sqlite3.connect(path)) as database, database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        guards = triggers.fetchall()
        for name, _sql in guards:
            database.execute(f'DROP TRIGGER "{name}"')
        for table in OF_THE_ACCOUNT:
            database.execute(f"DELETE FROM {table}")
            database.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        for _name, sql in guards:
            database.execute(sql)
    return path


@pytest.fixture(scope="session")
def django_db_modify_db_settings(request, tmp_path_factory):
    """Create the test database as a copy with all migrations applied."""
    if connection.vendor != "sqlite":
        migrated = new_database(os.environ["DATABASE_URL"], "migrated")
        PostgresInstallation(tmp_path_factory.mktemp("migrated"), migrated).prepare()
        with psycopg.connect(migrated, autocommit=True) as database:
            database.execute("ALTER TABLE scoring_activity DISABLE TRIGGER USER")
            for table in OF_THE_ACCOUNT:
                database.execute(f"DELETE FROM {table}")
                database.execute(f"ALTER SEQUENCE {table}_id_seq RESTART")
            database.execute("ALTER TABLE scoring_activity ENABLE TRIGGER USER")
        connection.settings_dict["TEST"]["TEMPLATE"] = "migrated"
        yield
        return
    with (
        closing(sqlite3.connect(IN_MEMORY, uri=True)) as memory,
        closing(sqlite3.connect(request.getfixturevalue("empty_database"))) as empty,
    ):
        empty.backup(memory)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Let Django detect JSON support now: it does so once per process, with queries that tests must not count."""
    with django_db_blocker.unblock():
        assert connection.features.supports_json_field


@pytest.fixture
def file_database(empty_database, tmp_path, settings, django_db_blocker):
    """Use a database file in a data folder, as in an installation. Nothing is rolled back."""
    path = tmp_path / "ninetimer.sqlite3"
    shutil.copyfile(empty_database, path)
    settings.NINETIMER_DATA_DIR = tmp_path
    settings.NINETIMER_SNAPSHOTS = 10
    with django_db_blocker.unblock(), database_in(path):
        yield path


@contextmanager
def database_in(path):
    """Make the program use the SQLite file at `path`."""
    usual = connections["default"]
    folder = Path(tempfile.gettempdir())  # any folder: only the options of a SQLite file are needed
    chosen = {**database("NINETIMER_NO_SUCH_SETTING", folder), "NAME": str(path)}
    whole = {**usual.settings_dict, **chosen, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    connections["default"] = DatabaseWrapper(whole, alias="default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = usual


def _decides(kind, keys):
    """Return the rows that a recheck would miss or find."""
    there = FACT_KINDS[kind].read_facts(Q(pk__in=keys))
    return {
        key
        for key in keys
        if (name := f"{kind}:{key}") in there
        or Activity.objects.filter(facts__has_key=name).exists()
    }


@pytest.fixture(autouse=True, scope="session")
def every_write_is_logged():
    """Fail if an action writes a row that is not in the log; a recheck would find it later."""
    begin, end = Atomic.__enter__, Atomic.__exit__
    of_threads = threading.local()

    def of_this_thread() -> list[tuple[Atomic, dict[str, set[int]]]]:
        return of_threads.__dict__.setdefault("outermost", [])

    def enter(self):
        begin(self)
        outermost = of_this_thread()
        opener = sys._getframe(1).f_code.co_filename
        if not outermost and "/actions/" in opener and "/tests/" not in opener:
            outermost.append((self, {name: set(keys) for name, keys in noted_rows().items()}))

    def leave(self, problem, *rest):
        left = {}
        outermost = of_this_thread()
        if outermost and outermost[0][0] is self:
            _, before = outermost.pop()
            if problem is None:
                left = {
                    name: new
                    for name, keys in noted_rows().items()
                    if (new := _decides(name, keys - before.get(name, set())))
                }
        end(self, problem, *rest)
        assert not left, f"written after the entry of the log: {left}"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Atomic, "__enter__", enter)
        patch.setattr(Atomic, "__exit__", leave)
        yield
