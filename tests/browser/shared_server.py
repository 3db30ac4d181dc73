"""One server for all tests of a run, and what many of them begin with: made once, then put back.

`let_in` opens a page to the director without the page of the log-in. `once` marks steps on pages with which many
tests begin: the first test that takes them on data as new takes them, and what they wrote is put there for the others.
"""

import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import wraps
from itertools import cycle
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests import helping
from tests.browser.windows import address_of
from tests.installation import Installation, Server, running

DEVICES = 3
"""As many as look at the same as the director in one test, each with a log-in of its own."""
Steps = Callable[[Page], None]


@dataclass(frozen=True)
class Made:
    """What steps left: all data, and what they returned."""

    data: Installation
    value: str


@dataclass
class SharedServer:
    """One server for all tests, on a copy of an installation in which the director has logged in before."""

    now: ClassVar["SharedServer | None"] = None
    """The one of this run."""

    original: Installation
    folder: Path
    seconds_believed: float
    """For how long the server believes what it read, while another process may write."""
    _cookies: list[Any] = field(default_factory=list)
    """What the director's browser keeps of each log-in."""
    _made: dict[str, Made] = field(default_factory=dict)
    _server: Server | None = None
    _stopping: ExitStack = field(default_factory=ExitStack)
    _watching: sqlite3.Connection = field(default_factory=lambda: sqlite3.connect(":memory:"))
    _state_as_new: int = 0
    _as_new_since: float = 0.0
    _next_cookie: Iterator[Any] = field(default_factory=lambda: iter(()))

    def log_the_director_in(self) -> None:
        """Start the server, and let the original remember log-ins, so that tests need not log in each."""
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
        """Return the running server, its data put back; started again where a test has stopped it."""
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
        """Stop the server where one runs."""
        self._watching.close()
        self._stopping.close()

    def is_of(self, page: Page) -> bool:
        """Whether a page is one of this server."""
        address = self._server.address if self._server else None
        return address_of(page) == address or page.url.startswith(f"{address}/")

    def cookies(self) -> Any:
        """Return what a browser of the director keeps, of another log-in than the one before."""
        return next(self._next_cookie)

    def once(self, name: str, make: Callable[[], str]) -> str:
        """Make something in data that is as new, or put there what was made under this name before.

        Returns what `make` returned. In data that is not as new it is made in any case.
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
        """Note that the data are as new now."""
        assert self._server is not None
        self._as_new_since = time.monotonic()
        self._watching.close()
        self._watching = sqlite3.connect(self._server.installation.database)
        self._state_as_new = self._state()

    def _state(self) -> int:
        """Another number whenever anybody else wrote to the database."""
        state: int = self._watching.execute("PRAGMA data_version").fetchone()[0]
        return state

    def _is_as_new(self) -> bool:
        return self._state() == self._state_as_new


def let_in(page: Page) -> None:
    """Let a page of the shared server be that of the director, who logged in before."""
    assert SharedServer.now is not None
    page.context.add_cookies(SharedServer.now.cookies())


def once(steps: Steps) -> Steps:
    """Let steps on a page of the shared server be taken once; afterwards what they wrote is put there.

    The page then opens where the steps had ended. In data that is not as new they are taken in any case, and so they
    are on any other server.
    """
    name = f"{steps.__module__}.{steps.__qualname__}"

    @wraps(steps)
    def taken_once(page: Page) -> None:
        was_taken = False

        def take() -> str:
            nonlocal was_taken
            steps(page)
            was_taken = True
            return urlsplit(page.url)._replace(scheme="", netloc="").geturl()

        if SharedServer.now is None or not SharedServer.now.is_of(page):
            take()
            return
        ended = SharedServer.now.once(name, take)
        if not was_taken:
            page.goto(ended)

    return taken_once
