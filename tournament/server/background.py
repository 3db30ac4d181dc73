"""Work beside the pages: the running copy, rounds that publish themselves, sites kept up to date, and the removal of
what is no longer to be stored.

One process does it for all that serve one installation. On a laptop it is the only one; of several it is whichever
comes first, the command `work` where that runs, and another one within seconds when that has ended.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack

from django.db import connections

from scoring.processes import SingleWorker, has_several_processes
from tournament import extension, jobs
from tournament.actions.rounds import unattended
from tournament.actions.safety import running_copy

NAME = "long work"
STOP_TIMEOUT_SECONDS = 10
AN_HOUR = 3600.0
logger = logging.getLogger(__name__)


def begin() -> Callable[[], None]:
    """Begin all of it in threads, and return the function that ends them."""
    with ExitStack() as stack:
        if running_copy.begin_copying():
            stack.callback(running_copy.stop_copying)
            stack.callback(repeat(running_copy.copy_what_changed, running_copy.EVERY))
        stack.callback(repeat(unattended.look, unattended.EVERY))
        stack.callback(repeat(jobs.clear_old, AN_HOUR))
        for work, seconds in extension.LONG_WORK:
            stack.callback(repeat(work, seconds))
        return stack.pop_all().close


def repeat(work: Callable[[], object], every: float) -> Callable[[], None]:
    """Call `work` after at most five seconds and then every so many, in a thread; return the function that ends it.

    A failure is logged, and the work is tried again the next time.
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


def the_only_one() -> SingleWorker:
    """Return the same work for several processes, of which one does it."""
    return SingleWorker(NAME, begin)


def start_long_work() -> Callable[[], None]:
    """Do the work in this process unless another does it, and return the function that ends it."""
    if not has_several_processes():
        return begin()
    turn = the_only_one()
    thread = threading.Thread(target=turn.run, name=NAME, daemon=True)
    thread.start()

    def stop() -> None:
        turn.stop()
        thread.join(timeout=15)

    return stop
