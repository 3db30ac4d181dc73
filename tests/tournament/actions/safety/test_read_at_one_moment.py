"""Checks read a consistent snapshot: concurrent writers neither wait nor are seen partly."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone

from scoring.models import Organisation
from scoring.queries.consistent_reads import read_only_snapshot


def reading_while_somebody_writes(connected):
    def write():
        with connected():
            Organisation.objects.create(name="Meanwhile", created_at=timezone.now())

    with connected():
        before = Organisation.objects.count()
        with ThreadPoolExecutor(1) as pool, read_only_snapshot():
            assert Organisation.objects.count() == before
            pool.submit(write).result(timeout=5)
            assert Organisation.objects.count() == before
        assert Organisation.objects.count() == before + 1
        with pytest.raises(DatabaseError, match=r"read-?only"), read_only_snapshot():
            Organisation.objects.update(name="x")
        Organisation.objects.update(name="y")
        assert not Organisation.objects.exclude(name="y").exists()


def test_snapshot_reader_ignores_concurrent_writers(on_sqlite):
    reading_while_somebody_writes(on_sqlite)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="the tests run on SQLite")
def test_snapshot_reader_ignores_concurrent_writers_on_postgresql(on_postgresql):
    reading_while_somebody_writes(on_postgresql)
