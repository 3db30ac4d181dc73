"""The browser and its windows, reused between tests; requests and errors of a page are watched.

Opening a window with its own profile costs as much as showing four pages. A window left
unchanged by a test is therefore reused by the next test that needs the same kind: without
cookies, stored data or history, but with cached style sheets. A window with intercepted
requests, injected scripts or a changed clock is closed.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.installation import DIRECTOR, PASSWORD

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Supported browsers in order of preference: the headless one does the same with less work."""
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
"""Milliseconds to wait for anything: tests run in parallel, and speed is not tested here."""
DRAWN = """() => {
  if (window.drawn === undefined) {
    window.drawn = false;
    requestAnimationFrame(() => requestAnimationFrame(() => { window.drawn = true; }));
  }
  return window.drawn;
}"""
MAX_DRAWING_MS = 5_000
"""Milliseconds after which a key is pressed without a redraw: the page is closing, or its server is down."""
PAGE_WAS_LEFT = "Execution context was destroyed"
"""Playwright's error if the page changes while a script runs."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PICTURES = os.environ.get("NINETIMER_PICTURES", "")
"""The folder for pictures of pages, which take time and are made only for people."""
_number = count(1)
PLACE_TO_WAIT = "/health/"
"""A tiny page without scripts, where an unused window makes no requests."""
EMPTIED = """() => {
  localStorage.clear();
  sessionStorage.clear();
  return /native code/.test(Date) && !window.name;
}"""
MAX_WINDOWS = 8
"""Maximum number of idle windows, about 60 MB each."""
OF_A_PAGE = ("on", "once", "route", "add_init_script", "expose_function", "set_extra_http_headers")
OF_A_CONTEXT = (
    "route",
    "add_init_script",
    "expose_function",
    "grant_permissions",
    "new_cdp_session",
)
"""Methods with lasting effects, after which a window is not reused."""
USUAL = {
    "color_scheme": "light",
    "contrast": "no-preference",
    "forced_colors": "none",
    "reduced_motion": "no-preference",
}
"""Default media settings of a window."""
OUTSIDE = -1
"""Mouse position of a new window: over nothing."""


def chromium_path() -> str | None:
    """Return the path of Chromium on this computer, or None."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start Chromium, and close it afterwards."""
    # Playwright runs an event loop in this thread, which makes Django refuse the ORM.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium_path(), args=QUIET)
        yield launched
        launched.close()


@dataclass
class Window:
    """A page with its own profile."""

    page: Page
    kind: dict[str, Any]
    """How it was opened: address, size, colours."""
    is_marked: bool = False

    @classmethod
    def opened(cls, browser: Browser, kind: dict[str, Any]) -> "Window":
        """Open a window."""
        context = browser.new_context(accept_downloads=True, **kind)
        window = cls(new_page(context), kind)
        for owner, names in ((window.page, OF_A_PAGE), (context, OF_A_CONTEXT)):
            for name in names:
                setattr(owner, name, window.noting(getattr(owner, name)))
        return window

    def noting(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return a wrapper of the method that marks the window as not reusable."""

        def noted(*values: Any, **options: Any) -> Any:
            self.is_marked = True
            return call(*values, **options)

        return noted

    def close(self) -> None:
        """Close the window and delete its profile."""
        self.page.context.close()

    def empty(self) -> bool:
        """Reset the window to its initial state; return whether that was possible."""
        context = self.page.context
        if self.is_marked or self.page.is_closed() or self.kind.get("java_script_enabled") is False:
            return False
        for other in context.pages:
            if other is not self.page:
                other.close()
        try:
            context.set_offline(False)
            answer = self.page.goto(PLACE_TO_WAIT, timeout=MAX_DRAWING_MS)
            context.clear_cookies()
            self.page.mouse.move(OUTSIDE, OUTSIDE)
            looks: dict[str, Any] = {name: self.kind.get(name, it) for name, it in USUAL.items()}
            self.page.emulate_media(media="null", **looks)
            self.page.set_viewport_size(self.kind["viewport"])
            return bool(answer and answer.ok and self.page.evaluate(EMPTIED))
        except PlaywrightError:
            return False


_free: WeakKeyDictionary[Browser, list[Window]] = WeakKeyDictionary()


def use_windows_again(browser: Browser) -> None:
    """Reuse windows of this browser; those of others are closed when released."""
    _free[browser] = []


@contextmanager
def _window(browser: Browser, kind: dict[str, Any]) -> Iterator[Window]:
    free = _free.get(browser)
    window = next((one for one in free or () if one.kind == kind), None)
    if window is None:
        window = Window.opened(browser, kind)
    elif free:
        free.remove(window)
    is_whole = False
    try:
        yield window
        is_whole = True
    finally:
        if is_whole and free is not None and window.empty():
            free.append(window)
            if len(free) > MAX_WINDOWS:
                free.pop(0).close()
        else:
            window.close()


@contextmanager
def watched_page(browser: Browser, address: str, **options: Any) -> Iterator[Page]:
    """Yield a page that may request only the server at `address`, and fail on any error.

    Animations are disabled: a colour in transition could be reported as too pale.
    """
    wrong: list[str] = []
    options = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", **options}

    def watch(request: Request) -> None:
        if not request.url.startswith((f"{address}/", "data:", "blob:")):
            wrong.append(f"asked for {request.url}")

    def listen(message: Any) -> None:
        # A refused form has status 4xx, which the browser logs as an error, although it is none.
        if message.type == "error" and "Failed to load resource" not in message.text:
            wrong.append(message.text)

    def note(error: Any) -> None:
        wrong.append(str(error))

    with _window(browser, {"base_url": address, **options}) as window:
        page, context = window.page, window.page.context
        listening = (
            (context, "request", watch), (page, "console", listen), (page, "pageerror", note)
        )  # fmt: skip
        for owner, event, listener in listening:
            type(owner).on(owner, event, listener)
        yield page
        take_picture(page)
        for owner, event, listener in listening:
            owner.remove_listener(event, listener)
    assert wrong == [], wrong


def take_picture(page: Page) -> None:
    """Save a picture of a page, named after the test, if NINETIMER_PICTURES names a folder."""
    if PICTURES:
        test = os.environ["PYTEST_CURRENT_TEST"].rpartition("::")[2].partition(" ")[0]
        path = Path(PICTURES) / f"{test}-{next(_number)}.png"
        page.screenshot(path=path, full_page=True, caret="initial")


def new_page(context: BrowserContext) -> Page:
    """Open a page on which every key press waits for the page to be drawn, as a person does.

    A field with `autofocus` gets the focus only at the first drawing, which may be after the load
    on a busy computer; keys typed before would be lost. Scripts evaluated during the submission
    of a form run on the next page.
    """
    page = context.new_page()
    page.set_default_timeout(PATIENCE)

    def when_drawn(press: Callable[..., None]) -> Callable[..., None]:
        def pressed(text: str, **options: Any) -> None:
            with suppress(PlaywrightError):
                page.wait_for_function(DRAWN, polling=20, timeout=MAX_DRAWING_MS)
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


def log_in(page: Page) -> None:
    """Log the director in through the log-in page."""
    page.goto("/login/")
    page.get_by_label("Name").fill(DIRECTOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: urlsplit(url).path != "/login/")
