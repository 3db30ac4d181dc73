"""Fixtures for a real browser and a real server on a fresh database, without a network.

`server`: a running Ninetimer with the director's account, shared by all tests, with its data
reset before each.

`page`: a browser page, not logged in; `director_page` is logged in.

`phone_page`: the same on a phone 360 pixels wide; `bare_page`: one whose requests may fail.

`axe_problems`: the findings of axe-core on a page, one sentence each; if the same test also
shows the page at the desk, only the rules of "colours" in dark mode, and all "but colours" on
a phone.

`pale_in_the_dark`: the findings of axe in the colours of a light page after switching to dark
mode.

A page that requests anything outside this computer or logs an error to its console fails its
test. The browser talks directly to the server of `manage.py serve`. Requests are watched, not
intercepted with `Page.route`, which delays every request, disables the browser's cache and
hides faults of reused connections.
"""

from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page

from tests.browser.axe import Axe
from tests.browser.shared_server import SharedServer, act, let_in
from tests.browser.windows import (
    DESK,
    PHONE,
    chromium,
    chromium_path,
    new_page,
    use_windows_again,
    watched_page,
)
from tests.fixtures import database_in
from tests.in_ci import in_ci
from tests.installation import Installation, Server
from tournament.web.page_cache import VERSION_TTL_SECONDS


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if chromium_path() is None:
        missing = "no Chromium on this computer: apt-get install chromium"
        if in_ci():
            pytest.fail(missing)
        pytest.skip(missing)
    with chromium() as launched:
        use_windows_again(launched)
        yield launched


@pytest.fixture(scope="session")
def manage_on(django_db_blocker: Any) -> Callable[..., str]:
    """Return a function that runs a management command on an installation in this process and returns its
    output.

    A separate process would take two seconds; commands as typed are tested elsewhere.
    """

    def run(installation: Installation, *arguments: str) -> str:
        printed = StringIO()
        with django_db_blocker.unblock(), database_in(installation.database):
            call_command(*arguments, stdout=printed)
        return printed.getvalue()

    return run


@pytest.fixture(scope="session")
def shared_server(
    fresh_installation: Installation,
    tmp_path_factory: pytest.TempPathFactory,
    manage_on: Callable[..., str],
) -> Iterator[SharedServer]:
    folder = tmp_path_factory.mktemp("shared")
    original = fresh_installation.copied(folder / "original")
    shared = SharedServer(original, folder / "data", manage_on, VERSION_TTL_SECONDS)
    shared.log_the_director_in()
    SharedServer.now = shared
    yield shared
    SharedServer.now = None
    shared.stop()


@pytest.fixture
def server(shared_server: SharedServer) -> Server:
    return shared_server.as_new()


PUT = """
from scoring.models import Game
from tests.scoring.views.pads import put
put(Game.objects.get(pk={}), *{})
"""


@pytest.fixture
def put_on_sheet(server: Server) -> Callable[[Page, Sequence[str]], None]:
    """Return a function that records lines in the game of a pad by actions and reloads the pad."""

    def record(page: Page, lines: Sequence[str]) -> None:
        act(PUT.format(page.url.partition("/games/")[2].partition("/")[0], list(lines)))
        page.reload()

    return record


@pytest.fixture
def simulated(shared_server: SharedServer, server: Server) -> Callable[..., str]:
    """Return a function that creates a practice event by `simulate_event` in reset data and returns its slug."""

    def make(*options: str) -> str:
        typed = (server.installation, "simulate_event", *options)
        return shared_server.once(f"{options}", lambda: shared_server.manage(*typed).split()[-1])

    return make


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    with watched_page(browser, server.address, viewport=DESK) as opened:
        yield opened


@pytest.fixture
def phone_page(browser: Browser, server: Server) -> Iterator[Page]:
    with watched_page(browser, server.address, viewport=PHONE, has_touch=True) as opened:
        yield opened


@pytest.fixture
def bare_page(browser: Browser, server: Server) -> Iterator[Page]:
    """Yield a page of the director's whose console is ignored: a failed request is an error there."""
    with browser.new_context(base_url=server.address, viewport=DESK) as context:
        opened = new_page(context)
        let_in(opened)
        yield opened


@pytest.fixture
def director_page(page: Page) -> Page:
    let_in(page)
    page.goto("/")
    return page


@pytest.fixture
def director_phone(phone_page: Page) -> Page:
    let_in(phone_page)
    return phone_page


@pytest.fixture(scope="session")
def axe_problems() -> Callable[..., list[str]]:
    return Axe().problems


@pytest.fixture
def pale_in_the_dark(axe_problems: Callable[..., list[str]]) -> Callable[[Page], list[str]]:
    """Return a function that reports unreadable text after switching to dark mode, without reloading the page."""

    def find(page: Page) -> list[str]:
        page.emulate_media(color_scheme="dark")
        problems = axe_problems(page, "colours")
        page.emulate_media(color_scheme="light")
        return problems

    return find


@pytest.fixture
def fits_its_width() -> Callable[[Page], bool]:
    """Return a function that checks that a page needs no horizontal scrolling."""
    return lambda page: page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
