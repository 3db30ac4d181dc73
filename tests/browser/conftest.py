"""A real browser against a real server on a fresh database, cut off from everything else.

`server`         a running Ninetimer with one account, the director's: one for all tests, its data put
                 back before each
`page`           a browser page, not logged in; `director_page` is logged in
`phone_page`     the same on a phone 360 pixels wide, `dark_page` on a computer set to dark
`axe_problems`   what axe-core finds on a page, one sentence each
`picture`        saves a picture of a page where NINETIMER_PICTURES names a folder, else does nothing

A page that asks for anything outside this computer, or reports an error in its console, fails its test.

The server is the one that `manage.py serve` starts, and nothing stands between it and the browser. Requests
are watched, not intercepted (`Page.route`): that holds every request up for a moment and turns the browser's
cache off, and a fault of a connection that is used again is then hardly ever seen.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests import helping
from tests.in_ci import in_ci
from tests.installation import DIRECTOR, PASSWORD, Installation, Server, running

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The browsers that tests can use, the best first: the one without a window does the same with less work."""
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2",
]
PATIENCE = 30_000
"""Milliseconds for anything to appear: other tests run at the same time, and how long it takes is not tested here."""
DRAWN = """() => {
  if (window.drawn === undefined) {
    window.drawn = false;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; }));
  }
  return window.drawn;
}"""
LONGEST_DRAWING = 5_000
"""Milliseconds after which a key is pressed all the same: the page is being left, or its server is gone."""
PAGE_WAS_LEFT = "Execution context was destroyed"
"""What Playwright says where another page came while a script ran."""
PICTURES = os.environ.get("NINETIMER_PICTURES", "")
"""The folder for pictures of pages: drawing a hundred of them takes time, and only people look at them."""
AXE_PROBLEMS = """() => axe.run({
  resultTypes: ['violations'],
  preload: location.protocol !== 'file:',  // a page of a folder may not ask for files by script
}).then(results => results.violations.flatMap(
  problem => problem.nodes.map(node => `${problem.id}: ${problem.help}: ${node.html}`)))"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test of this folder, so that `-m "not browser"` leaves them out."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium_path() is None:
        missing = "no Chromium on this computer: apt-get install chromium"
        if in_ci():
            pytest.fail(missing)
        pytest.skip(missing)
    with chromium() as launched:
        yield launched


def chromium_path() -> str | None:
    """The Chromium of this computer; None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start this computer's Chromium, and close it afterwards."""
    # Playwright runs an event loop in this thread, and Django then refuses the ORM to the test.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium_path(), args=QUIET)
        yield launched
        launched.close()


@dataclass
class SharedServer:
    """One server for all tests, on a copy of an installation in which the director has logged in once."""

    original: Installation
    folder: Path
    cookies: list[Any] = field(default_factory=list)
    """What the director's browser keeps of that log-in."""
    _server: Server | None = None
    _stopping: ExitStack = field(default_factory=ExitStack)

    def log_the_director_in(self) -> None:
        """Let the original remember a log-in, so that tests need not log in each."""
        director = helping.Browser()
        with running(self.original) as server:
            director.log_in(server.address)
        self.cookies = [
            {
                "name": cookie.name,
                "value": cookie.value or "",
                "domain": cookie.domain,
                "path": cookie.path,
            }
            for cookie in director.cookies
        ]

    def as_new(self) -> Server:
        """Return the running server, its data put back; started again where a test has stopped it."""
        if self._server and self._server.process.poll() is None:
            self._server.installation.put_back(self.original)
            return self._server
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
        self._server = self._stopping.enter_context(running(self.original.copied(self.folder)))
        return self._server

    def stop(self) -> None:
        """Stop the server where one runs."""
        self._stopping.close()


@pytest.fixture(scope="session")
def shared_server(
    fresh_installation: Installation, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SharedServer]:
    folder = tmp_path_factory.mktemp("shared")
    shared = SharedServer(fresh_installation.copied(folder / "original"), folder / "data")
    shared.log_the_director_in()
    yield shared
    shared.stop()


@pytest.fixture
def server(shared_server: SharedServer) -> Server:
    return shared_server.as_new()


@contextmanager
def watched_page(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """Yield a page that asks nobody but the server at `address`, and fail if anything went wrong.

    Nothing on it moves by itself: a colour half way to another would be read as one too pale.
    """
    wrong: list[str] = []
    options.setdefault("reduced_motion", "reduce")

    def watch(request: Request) -> None:
        if not request.url.startswith((f"{address}/", "data:", "blob:")):
            wrong.append(f"asked for {request.url}")

    def listen(message: Any) -> None:
        # A refused form is a 4xx answer, and the browser reports it as an error: not a fault.
        if message.type == "error" and "Failed to load resource" not in message.text:
            wrong.append(message.text)

    with browser.new_context(base_url=address, accept_downloads=True, **options) as context:
        context.on("request", watch)
        page = new_page(context)
        page.on("console", listen)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
    assert wrong == []


def new_page(context: BrowserContext) -> Page:
    """Open a page on which every key waits until the page is drawn, as a person does.

    The field with `autofocus` has the cursor only once the page is drawn for the first time, which may be
    after it was loaded where the computer is busy: what is typed before goes nowhere. What a script asks
    while a form is being sent is asked of the page that comes.
    """
    page = context.new_page()
    page.set_default_timeout(PATIENCE)

    def when_drawn(press: Callable[..., None]) -> Callable[..., None]:
        def pressed(text: str, **options: Any) -> None:
            with suppress(PlaywrightError):
                page.wait_for_function(DRAWN, polling=20, timeout=LONGEST_DRAWING)
            press(text, **options)

        return pressed

    for name in ("type", "insert_text", "press"):
        setattr(page.keyboard, name, when_drawn(getattr(page.keyboard, name)))

    evaluate = page.evaluate

    def evaluate_there_or_on_the_next(expression: str, argument: Any = None) -> Any:
        try:
            return evaluate(expression, argument)
        except PlaywrightError as error:
            if PAGE_WAS_LEFT not in str(error):
                raise
            page.wait_for_load_state()
            return evaluate(expression, argument)

    page.evaluate = evaluate_there_or_on_the_next  # type: ignore[method-assign]
    return page


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    desk = {"width": 1280, "height": 800}
    with watched_page(browser, server.address, viewport=desk) as opened:
        yield opened


@pytest.fixture
def phone_page(browser: Browser, server: Server) -> Iterator[Page]:
    phone = {"width": 360, "height": 740}
    with watched_page(browser, server.address, viewport=phone, has_touch=True) as opened:
        yield opened


@pytest.fixture
def dark_page(browser: Browser, server: Server) -> Iterator[Page]:
    desk = {"width": 1280, "height": 800}
    with watched_page(browser, server.address, viewport=desk, color_scheme="dark") as opened:
        yield opened


def log_in(page: Page) -> None:
    """Log the director in through the page a person uses."""
    page.goto("/login/")
    page.get_by_label("Name").fill(DIRECTOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: urlsplit(url).path != "/login/")


@pytest.fixture
def director_page(page: Page, shared_server: SharedServer) -> Page:
    page.context.add_cookies(shared_server.cookies)
    page.goto("/")
    return page


@pytest.fixture
def axe_problems() -> Callable[[Page], list[str]]:
    def find(page: Page) -> list[str]:
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        problems: list[str] = page.evaluate(AXE_PROBLEMS)
        return problems

    return find


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    def take(page: Page, name: str) -> None:
        if PICTURES:
            Path(PICTURES).mkdir(exist_ok=True)
            path = Path(PICTURES) / f"{name}.png"
            page.screenshot(path=path, full_page=True, caret="initial")

    return take


@pytest.fixture
def fits_its_width() -> Callable[[Page], bool]:
    """Tells whether a page can be read without scrolling sideways."""
    return lambda page: page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
