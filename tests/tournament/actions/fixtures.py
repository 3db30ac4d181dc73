"""How threads of one test come to the database: SQLite in a file, as an installation has it, or PostgreSQL."""

from contextlib import contextmanager

import pytest
from django.db import connections

from tests.fixtures import database_in


@pytest.fixture
def on_sqlite(file_database):
    """How a thread comes to the database."""
    return lambda: database_in(file_database)


@pytest.fixture
def on_postgresql(transactional_db):
    """How a thread comes to the database; its connection is closed behind it."""

    @contextmanager
    def connected():
        try:
            yield
        finally:
            connections.close_all()

    return connected
