"""Background work: the running copy, unattended rounds, published sites, and the removal of expired data.

One process does this work for all processes that serve an installation. On a laptop there is only one.
If there are several, the first to start does the work (the command `work`, if it is running), and another
takes over within seconds after that process ends.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack

from django.db import connections

from scoring.processes import SingleWorker, has_several_processes
from tournament import extension, jobs
from tournament.actions.rounds import automatic_rounds
from tournament.actions.safety import running_copy

NAME = "long work"
STOP_TIMEOUT_SECONDS = 10
AN_HOUR = 3600.0
logger = logging.getLogger(__name__)


def start_threads() -> Callable[[], None]:
    """Start all background work in threads, and return a function that stops it."""
    with ExitStack() as stack:
        if running_copy.start_copying():
            stack.callback(running_copy.stop_copying)
            stack.callback(
                repeat_in_thread(running_copy.copy_if_changed, running_copy.INTERVAL_SECONDS)
            )
        stack.callback(
            repeat_in_thread(automatic_rounds.run_due_steps, automatic_rounds.INTERVAL_SECONDS)
        )
        stack.callback(repeat_in_thread(jobs.remove_expired_jobs, AN_HOUR))
        for work, seconds in extension.BACKGROUND_TASKS:
            stack.callback(repeat_in_thread(work, seconds))
        return stack.pop_all().close


def repeat_in_thread(work: Callable[[], object], every: float) -> Callable[[], None]:
    """Call `work` within five seconds and then at every interval in a thread; return a function that stops it.

    A failure is logged, and the work is tried again at the next interval.
    """
    stopped = threading.Event()

    def run() -> None:
        wait = min(every, 5.0)
        while not stopped.wait(wait):
            wait = every
            try:
                work()
            except Exception:
                logger.exception("%s.%s failed.", work.__module__, work.__qualname__)
            finally:
                connections.close_all()

    thread = threading.Thread(target=run, name=work.__qualname__, daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join(STOP_TIMEOUT_SECONDS)

    return stop


def single_worker() -> SingleWorker:
    """Return the object that does the background work while no other process of the installation is doing it."""
    return SingleWorker(NAME, start_threads)


def start_background_work() -> Callable[[], None]:
    """Start the background work in this process, and return a function that stops it.

    With several processes, this one waits in a thread until no other does the work.
    """
    if not has_several_processes():
        return start_threads()
    turn = single_worker()
    thread = threading.Thread(target=turn.run, name=NAME, daemon=True)
    thread.start()

    def stop() -> None:
        turn.stop()
        thread.join(timeout=15)

    return stop
