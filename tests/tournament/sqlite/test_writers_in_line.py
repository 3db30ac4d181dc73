"""Writers in one process queue up: first come, first served, without endless waits."""

import threading
import time

import pytest
from django.db import OperationalError, connection, transaction
from django.test import RequestFactory

from tournament.sqlite.base import FairLock, write_lock_of
from tournament.web.error_pages import BUSY, is_collision, storage_failure_of
from tournament.web.middleware import MAX_ATTEMPTS, RetryCollisions


def test_who_waits_longest_is_next():
    line, served = FairLock(), []
    assert line.acquire()

    def write(number):
        assert line.acquire()
        served.append(number)
        line.release()

    threads = [threading.Thread(target=write, args=[number]) for number in range(6)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    line.release()
    for thread in threads:
        thread.join()
    assert served == [0, 1, 2, 3, 4, 5]


def test_who_gave_up_is_passed_over():
    line = FairLock()
    assert line.acquire()
    assert not line.acquire(seconds=0.01)
    line.release()
    assert line.acquire(seconds=0.01)


def test_a_transaction_leaves_the_line_however_it_ends(file_database):
    line = write_lock_of(str(file_database))
    with transaction.atomic():
        assert not line.acquire(seconds=0)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        1 / 0  # noqa: B018
    with transaction.atomic():
        connection.close()
    assert line.acquire(seconds=0)
    line.release()


def test_a_line_that_does_not_move_is_called_busy(file_database, monkeypatch):
    line = write_lock_of(str(file_database))
    monkeypatch.setattr("tournament.sqlite.base.FairLock.acquire", lambda *_: False)
    with pytest.raises(OperationalError, match="locked") as refused, transaction.atomic():
        pass
    assert storage_failure_of(refused.value) is BUSY
    assert line is write_lock_of(str(file_database))


class Deadlock(Exception):
    sqlstate = "40P01"


def collide(times):
    """Return a view that raises a collision a number of times before it answers."""
    calls = []

    def view(request):
        calls.append(request)
        if len(calls) <= times:
            raise OperationalError("deadlock detected") from Deadlock()
        return "answered"

    return view, calls


@pytest.mark.django_db(transaction=True)
def test_what_collided_is_done_once_more_and_told_as_busy_in_the_end():
    middleware = RetryCollisions(None)
    request = RequestFactory().post("/")
    view, calls = collide(2)
    assert middleware.process_view(request, view, [], {}) == "answered"
    assert len(calls) == 3
    view, calls = collide(99)
    with pytest.raises(OperationalError) as collided:
        middleware.process_view(request, view, [], {})
    assert len(calls) == MAX_ATTEMPTS
    assert is_collision(collided.value)
    assert storage_failure_of(collided.value) is BUSY


@pytest.mark.django_db(transaction=True)
def test_other_faults_and_pages_that_only_read_are_not_done_again():
    middleware = RetryCollisions(None)
    calls = []

    def view(request):
        calls.append(request)
        raise OperationalError("no such table")

    with pytest.raises(OperationalError):
        middleware.process_view(RequestFactory().post("/"), view, [], {})
    assert len(calls) == 1
    assert middleware.process_view(RequestFactory().get("/"), view, [], {}) is None
