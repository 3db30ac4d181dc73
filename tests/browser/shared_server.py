"""A shared server for all tests of a run, with reset data.

`let_in` opens a page as the director without the log-in page. `open_event` opens a page of data
that actions write: the first test performs them on fresh data, and later tests get what they
wrote.
"""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Page

from tests import helping
from tests.installation import Installation, Server, running

DEVICES = 3
"""Maximum number of the director's devices in one test, each with its own log-in."""


@dataclass(frozen=True)
class Made:
    """The result of steps: all data, and their return value."""

    data: Installation
    value: str


@dataclass
class SharedServer:
    """A server for all tests, on a copy of an installation with log-ins of the director."""

    now: ClassVar["SharedServer | None"] = None
    """The shared server of this run."""

    original: Installation
    folder: Path
    manage: Callable[..., str]
    """The function that runs a management command on an installation in this process."""
    seconds_believed: float
    """Seconds for which the server trusts its cached reads, which another process may invalidate."""
    _cookies: list[Any] = field(default_factory=list)
    """The cookies of each log-in of the director."""
    _made: dict[str, Made] = field(default_factory=dict)
    _server: Server | None = None
    _stopping: ExitStack = field(default_factory=ExitStack)
    _watching: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(":memory:"))
    _state_as_new: int = 0
    _as_new_since: float = 0.0
    _next_cookie: Iterator[Any] = field(default_factory=lambda: iter(()))

    def log_the_director_in(self) -> None:
        """Start the server and save log-ins in the original, so that tests do not need to log in."""
        server = self._start()
        for _ in range(DEVICES):
            director = helping.Browser()
            director.log_in(server.address)
            attributes = ("name", "value", "domain", "path")
            self._cookies.append(
                [
                    {name: getattr(cookie, name) for name in attributes}
                    for cookie in director.cookies
                ]
            )
        self.original.put_back(server.installation)

    def _start(self) -> Server:
        """Start a server on a new copy of the original."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self._server = self._stopping.enter_context(running(self.original.copied(self.folder)))
        return self._server

    def as_new(self) -> Server:
        """Return the running server with its data reset; restart it if a test has stopped it."""
        self._next_cookie = cycle(self._cookies)
        if self._server and self._server.process.poll() is None:
            self._server.installation.put_back(self.original)
        else:
            self.stop()
            self._start()
        self._watch()
        assert self._server is not None
        return self._server

    def stop(self) -> None:
        """Stop the server if it runs."""
        self._watching.close()
        self._stopping.close()

    def cookies(self) -> Any:
        """Return the cookies of the next log-in of the director."""
        return next(self._next_cookie)

    def once(self, name: str, make: Callable[[], str]) -> str:
        """Call `make` on fresh data, or restore the data it wrote under this name, and return its result.

        On data that is not fresh, `make` is always called.
        """
        if self._server is None or not self._is_as_new():
            return make()
        if name not in self._made:
            value = make()
            folder = self.original.folder.with_name(f"made-{len(self._made)}")
            self._made[name] = Made(self._server.installation.copied_in_use(folder), value)
            return value
        time.sleep(max(0.0, self._as_new_since + self.seconds_believed - time.monotonic()))
        self._server.installation.put_back(self._made[name].data)
        return self._made[name].value

    def _watch(self) -> None:
        """Note that the data is fresh now."""
        assert self._server is not None
        self._as_new_since = time.monotonic()
        self._watching.close()
        self._watching = sqlite3.connect(self._server.installation.database)
        self._state_as_new = self._state()

    def _state(self) -> int:
        """Return a number that changes with every write by another connection."""
        state: int = self._watching.execute("PRAGMA data_version").fetchone()[0]
        return state

    def _is_as_new(self) -> bool:
        return self._state() == self._state_as_new


BY_THE_DIRECTOR = """
import datetime as dt
from django.contrib.auth.models import User
from scoring.actions.activity import Actor
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import draft_round_robin
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Event, Round
director = Actor.for_user(User.objects.get(username="director"))
"""


def act(code: str) -> None:
    """Run code, above all actions of the `director`, on the data of the shared server."""
    shared = SharedServer.now
    assert shared is not None
    assert shared._server is not None
    command = ("shell", "--no-imports", "--command", BY_THE_DIRECTOR + code)
    shared.manage(shared._server.installation, *command)


def open_event(page: Page, address: str, code: str) -> None:
    """Open a page of an event that code creates; later calls on fresh data restore what it wrote."""
    assert SharedServer.now is not None

    def make() -> str:
        act(code)
        return address

    page.goto(SharedServer.now.once(code, make))


def let_in(page: Page) -> None:
    """Log a page of the shared server in as the director, with a saved log-in."""
    assert SharedServer.now is not None
    page.context.add_cookies(SharedServer.now.cookies())
