"""A second person at the desk, and connections of test threads to the database."""

from contextlib import contextmanager

import pytest
from django.db import connections

from scoring.actions.activity import Actor
from tests.cases import tell
from tests.fixtures import database_in
from tests.tournament.actions.cases import state_of
from tests.tournament.actions.safety.at_the_desk import read_again


@pytest.fixture
def play_case(request, monkeypatch, desk, four):
    """Return a function that takes the steps of a case at the desk of division A; see `tests/cases.py`."""
    monkeypatch.setattr("secrets.randbelow", lambda _number: 7)

    at_first = [four]

    def take(step):
        return step(desk, at_first.pop() if at_first else read_again(four))

    return lambda name, *steps: tell(request, name, steps, take, lambda: state_of(four))


@pytest.fixture
def helper(django_user_model):
    """Return another person at the desk as an actor."""
    return Actor.for_user(django_user_model.objects.create_user("helper"))


@pytest.fixture
def on_sqlite(file_database):
    """Return a context manager factory that connects a thread to SQLite."""
    return lambda: database_in(file_database)


@pytest.fixture
def on_postgresql(transactional_db):
    """Return a context manager factory that closes a thread's connection to PostgreSQL afterwards."""

    @contextmanager
    def connected():
        try:
            yield
        finally:
            connections.close_all()

    return connected
