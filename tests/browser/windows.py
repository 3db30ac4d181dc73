"""The browser and its windows: what a page asks and reports is watched, and tests look through the same ones.

To open a window, with a profile of its own, costs as much as four pages that are shown in it. So a window that a test
leaves as it found it is kept for the next test which wants one of that kind: there it has no cookie, nothing stored
and no page before, and a cache that holds the style sheets, as that of anybody who was here before. A window through
which requests were stopped, a script put into every page or the clock changed is closed.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.installation import DIRECTOR, PASSWORD

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
MAX_DRAWING_MS = 5_000
"""Milliseconds after which a key is pressed all the same: the page is being left, or its server is gone."""
PAGE_WAS_LEFT = "Execution context was destroyed"
"""What Playwright says where another page came while a script ran."""
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PLACE_TO_WAIT = "/health/"
"""A page of two words and no script, where a window that is not used asks for nothing."""
EMPTIED = """() => {
  localStorage.clear();
  sessionStorage.clear();
  return /native code/.test(Date) && !window.name;
}"""
MAX_WINDOWS = 8
"""What may be kept of them at a time: each takes some 60 MB."""
OF_A_PAGE = ("on", "once", "route", "add_init_script", "expose_function", "set_extra_http_headers")
OF_A_CONTEXT = (
    "route",
    "add_init_script",
    "expose_function",
    "grant_permissions",
    "new_cdp_session",
)
"""What is not taken back: a window on which it was called is not used again."""
USUAL = {
    "color_scheme": "light",
    "contrast": "no-preference",
    "forced_colors": "none",
    "reduced_motion": "no-preference",
}
"""What a page is set back to where its window was not opened with another."""
OUTSIDE = -1
"""Where the mouse of a new window is: over nothing."""


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
class Window:
    """One page in a profile of its own."""

    page: Page
    kind: dict[str, Any]
    """How it was opened: address, size, colours."""
    is_marked: bool = False

    @classmethod
    def opened(cls, browser: Browser, kind: dict[str, Any]) -> "Window":
        """Open one."""
        context = browser.new_context(accept_downloads=True, **kind)
        _addresses[context] = kind["base_url"]
        window = cls(new_page(context), kind)
        for owner, names in ((window.page, OF_A_PAGE), (context, OF_A_CONTEXT)):
            for name in names:
                setattr(owner, name, window.noting(getattr(owner, name)))
        return window

    def noting(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Return the same call, after which the window is not used again."""

        def noted(*values: Any, **options: Any) -> Any:
            self.is_marked = True
            return call(*values, **options)

        return noted

    def close(self) -> None:
        """Close it, with what it keeps."""
        self.page.context.close()

    def empty(self) -> bool:
        """Make it as it was when it was opened; return whether that could be done."""
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


_addresses: WeakKeyDictionary[BrowserContext, str] = WeakKeyDictionary()
_free: WeakKeyDictionary[Browser, list[Window]] = WeakKeyDictionary()


def use_windows_again(browser: Browser) -> None:
    """Let windows of this browser be used again; those of others are closed when they are left."""
    _free[browser] = []


def address_of(page: Page) -> str:
    """Return the address of the server whose pages this window shows; empty where it is not known."""
    return _addresses.get(page.context, "")


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
    """Yield a page that asks nobody but the server at `address`, and fail if anything went wrong.

    Nothing on it moves by itself: a colour half way to another would be read as one too pale.
    """
    wrong: list[str] = []
    options = {"viewport": {"width": 1280, "height": 720}, "reduced_motion": "reduce", **options}

    def watch(request: Request) -> None:
        if not request.url.startswith((f"{address}/", "data:", "blob:")):
            wrong.append(f"asked for {request.url}")

    def listen(message: Any) -> None:
        # A refused form is a 4xx answer, and the browser reports it as an error: not a fault.
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
        for owner, event, listener in listening:
            owner.remove_listener(event, listener)
    assert wrong == [], wrong


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
    """Log the director in through the page a person uses."""
    page.goto("/login/")
    page.get_by_label("Name").fill(DIRECTOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(lambda url: urlsplit(url).path != "/login/")
