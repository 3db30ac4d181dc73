"""Work in several processes: each speaks with a database server on a connection of its own."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest
from django.db import connection

from tournament.reports.processes import ready


def backend() -> int:
    """The server's process that answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a database server")
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="copies itself")
def test_a_copy_of_a_process_does_not_speak_on_the_connection_of_the_other():
    own = backend()
    with ProcessPoolExecutor(
        1, mp_context=multiprocessing.get_context("fork"), initializer=ready, initargs=(None,)
    ) as pool:
        assert pool.submit(backend).result(timeout=30) != own
    assert backend() == own
