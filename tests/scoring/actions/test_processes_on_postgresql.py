"""Several processes of one installation: their messages, and work for only one at a time."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from scoring import processes
from scoring.actions.activity import Actor, log
from scoring.processes import (
    CHANNEL,
    ConcurrencyLimitReached,
    SingleWorker,
    limit_concurrency,
    notify_processes,
    on_notification,
    start_message_exchange,
)
from scoring.signals import log_written
from scoring.views.throttle import Throttle
from scoring.wording.sentence import Sentence

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="messages of PostgreSQL"),
    pytest.mark.postgres,
]
PATIENCE = 20.0


@pytest.fixture
def message_exchange():
    """Let this process send and receive."""
    stop = start_message_exchange()
    assert processes._exchanges[0].is_open.wait(PATIENCE)
    yield processes._exchanges[0]
    stop()


@contextmanager
def another_process(*, listening=False):
    """Yield a connection like that of another process, closed as if the process were killed."""
    other = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        if listening:
            with other.cursor() as cursor:
                cursor.execute(f"LISTEN {CHANNEL}")
        yield other
    finally:
        other.close()


def say(other, topic, text="", times=1):
    with other.cursor() as cursor:
        payload = json.dumps(["another process", times, topic, text])
        cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])


def until(true):
    end = time.monotonic() + PATIENCE
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def heard_by(other, seconds=PATIENCE):
    """Return the first message another process receives: the count and the subject."""
    for notice in other.connection.notifies(timeout=seconds, stop_after=1):
        return json.loads(notice.payload)[1:]
    return None


def test_committed_write_of_another_process_is_signalled(message_exchange):
    written = threading.Event()

    def on_written(**_signal):
        written.set()

    log_written.connect(on_written)
    with another_process() as other:
        say(other, processes.LOG_WRITTEN_TOPIC)
        assert written.wait(PATIENCE)


def write_in_the_log():
    log(Actor("ana"), "open_game", Sentence("open_game", {}, "Game opened"))


def test_action_notifies_other_processes_only_on_commit():
    with another_process(listening=True) as other:
        with transaction.atomic():
            write_in_the_log()
            assert heard_by(other, 0.2) is None
        assert heard_by(other) == [1, processes.LOG_WRITTEN_TOPIC, ""]
        with suppress(ZeroDivisionError), transaction.atomic():
            write_in_the_log()
            raise ZeroDivisionError
        assert heard_by(other, 0.2) is None


def test_repeated_notifications_are_merged_with_their_count(message_exchange):
    with another_process(listening=True) as other:
        with message_exchange._lock:
            message_exchange._waiting["counted", "10.0.0.7"] += 40
        notify_processes("counted", "10.0.0.7")
        times = 0
        while times < 41:
            heard = heard_by(other)
            assert heard[1:] == ["counted", "10.0.0.7"]
            times += heard[0]
        assert times == 41


def test_counts_are_shared_between_processes(message_exchange):
    codes = Throttle(most=10, seconds=600, name="codes of this test")
    with another_process() as other:
        say(other, codes.name, "10.0.0.7", times=10)
        assert until(lambda: codes.is_over("10.0.0.7"))
        assert not codes.is_over("10.0.0.8")


def test_own_notifications_are_not_counted_twice(message_exchange):
    codes = Throttle(most=10, seconds=600, name="other codes of this test")
    heard = threading.Event()
    on_notification("heard", lambda _text, _times: heard.set())
    with another_process(listening=True) as other:
        for _ in range(6):
            codes.count_use("10.0.0.7")
        assert heard_by(other)[2] == "10.0.0.7"
        say(other, "heard")
    assert heard.wait(PATIENCE)
    assert not codes.is_over("10.0.0.7")


def test_notifications_resume_after_a_lost_connection(message_exchange):
    heard = threading.Event()
    on_notification("after a loss", lambda _text, _times: heard.set())
    with another_process() as other:
        with other.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE %s",
                ["LISTEN%"],
            )
        assert until(lambda: not message_exchange.is_open.is_set())
        assert message_exchange.is_open.wait(PATIENCE)
        say(other, "after a loss")
    assert heard.wait(PATIENCE)


def test_block_limits_its_holders_across_all_processes():
    with another_process() as other:
        assert processes.try_lock(other, processes._lock_number("reading"))
        with (
            limit_concurrency("reading", 2, patience=0),
            pytest.raises(ConcurrencyLimitReached),
            limit_concurrency("reading", 2, patience=0),
        ):
            pass  # two from another process and one from this one
    with limit_concurrency("reading", 2, patience=PATIENCE):
        pass


def test_long_job_runs_in_one_process_until_another_takes_over():
    begun, ended = threading.Event(), threading.Event()

    def begin():
        begun.set()
        return ended.set

    turn = SingleWorker("long work of this test", begin)
    thread = threading.Thread(target=turn.run, daemon=True)
    with another_process() as other:
        assert processes.try_lock(other, processes._lock_number(turn.name))
        thread.start()
        assert not begun.wait(0.3)
    assert begun.wait(PATIENCE)
    turn.stop()
    assert ended.wait(PATIENCE)
    thread.join(PATIENCE)


def test_cache_entries_are_shared_between_processes():
    cache.set("problem", "The stick is full.")
    program = "from django.core.cache import cache; print(cache.get('problem'))"
    typed = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", program]
    folder = str(settings.CACHES["default"]["LOCATION"].parent)
    its_own = {"NINETIMER_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    output = subprocess.check_output(typed, env=os.environ | its_own, text=True)
    assert output == "The stick is full.\n"
