"""What is erased on beside the pages: the running copy, rounds that publish themselves, sites that are kept up to date,
contacts that are kept no longer.

One process does it for all that serve one installation. On a laptop it is the only one; of several it is whichever
comes first, the command `work` where that runs, and another one within seconds when that has ended.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack

from scoring.processes import OnlyOne, may_be_several
from tournament.actions.files.publishing import start_following
from tournament.actions.rounds.unattended import start_publishing
from tournament.actions.safety.erasing import start_forgetting
from tournament.actions.safety.running_copy import start_running_copy

NAME = "long work"


def begin() -> Callable[[], None]:
    """Begin all of it in threads; the function that is returned ends them."""
    with ExitStack() as stack:
        stack.callback(start_running_copy())
        stack.callback(start_publishing())
        stack.callback(start_following())
        stack.callback(start_forgetting())
        return stack.pop_all().close


def the_only_one() -> OnlyOne:
    """The same for several processes: the one that runs this has it done, as soon as no other does."""
    return OnlyOne(NAME, begin)


def start_long_work() -> Callable[[], None]:
    """Do it here, beside the pages, unless another process does; the function that is returned ends it."""
    if not may_be_several():
        return begin()
    turn = the_only_one()
    thread = threading.Thread(target=turn.run, name=NAME, daemon=True)
    thread.start()

    def stop() -> None:
        turn.stop()
        thread.join(timeout=15)

    return stop
