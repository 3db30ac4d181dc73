"""Tell stories with several readers, and with forms that no page has; see `tests/stories.py`.

A step is an address, the label of a button, and what is typed. With the label `POST`, the values are sent without
opening a page, as a browser with an old or a changed page does; with `QUIET` the answer is not even looked at,
because another step shows what it did. Without an address, the button of the answer before is pressed. `name@`
before an address is another reader.
"""

import datetime as dt
import re
from html import unescape
from urllib.parse import urljoin

from django.contrib.auth.models import User
from django.contrib.messages import WARNING, get_messages
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.approved import check_approved
from tests.page_figures import figures_of
from tests.page_forms import press_on
from tests.stories import answered
from tests.tournament.logged_in import browser_in, browser_of
from tournament.actions.event import events
from tournament.actions.rounds import drafts, pairing_search
from tournament.models import Event
from tournament.models.membership import Role
from tournament.web.rounds import what_if

NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
SEED = 4_711
SEEDED = (events, drafts, pairing_search, what_if)
POST, QUIET = "POST", "QUIET"
BUTTON = re.compile(r'<(?:form|button)\b[^>]*?\b(?:form)?(?:action|value)="([^"]*)"')
"""The address of a form, or what one of its buttons sends."""
ROLES = {"scorer": Role.SCOREKEEPER, "reader": Role.READER}


def stop_chance(monkeypatch):
    """Stop the clock, and draw the same seed each time."""
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    for module in SEEDED:
        monkeypatch.setattr(module, "new_seed", lambda: SEED)


def tell(request, approved, name, steps):
    """Take the steps as a director or as another reader, and compare every answer."""
    director = User.objects.create_superuser("director", password="nine-timer")
    browsers, shown, last, now = {"": browser_of(director)}, {}, None, {}
    for number, (address, label, *typed) in enumerate(steps, start=1):
        who, _at, path = address.rpartition("@")
        event = Event.objects.order_by("pk").first() or Event(slug="none")
        if who not in browsers:
            browsers[who] = browser_in(Actor.for_user(director), event, ROLES[who], who)
        browser, values = browsers[who], typed[0] if typed else {}
        if label == QUIET:
            assert browser.post(path, values).status_code == 302, path
            last = None
            continue
        if label == POST:
            page = browser.post(path, values)
            if refusal := _refusal(page):
                now[f"{name} {number:02} {label}"] = refusal
                browser.cookies.pop("messages", None)
                last = None
                continue
            if page.status_code == 302:
                page = browser.get(urljoin(path, page["Location"]), follow=True)
        elif not path or (label and last == who and _address(shown[who]) == path):
            page = shown[who]
        else:
            page = browser.get(path, follow=True)
        if label and label != POST:
            page = press_on(browser, page, label, **values)
        shown[who], last = page, who
        event = Event.objects.order_by("pk").first() or Event(slug="none")
        now[f"{name} {number:02} {label or address}"] = _answered(page, event)
    check_approved(request, approved, now)


def _refusal(page):
    """Return where a refused form leads, and why it was refused; the page there is not opened, as nothing changed.

    The text is empty for any other answer.
    """
    shown_messages = list(get_messages(page.wsgi_request)) if page.status_code == 302 else []
    if not shown_messages or shown_messages[-1].level < WARNING:
        return ""
    return f"302 {page['Location']} [{' / '.join(str(message) for message in shown_messages)}]"


def _address(page):
    """Return the address of a page that is as new as if it had just been opened, else an empty string."""
    if page.status_code != 200 or page.request["REQUEST_METHOD"] != "GET":
        return ""
    return f"{page.request['PATH_INFO']}?{page.request['QUERY_STRING']}".rstrip("?")


def _answered(page, event):
    """Return the answer as one line, with the figures of a part of a page, too, and what its buttons send where."""
    if not page.get("Content-Type", "").startswith("text/html"):
        return f"{answered(page, event)} {page.request['QUERY_STRING']}".strip()
    is_part = "<main" not in page.text
    text = f"<main>{page.text}</main>" if is_part else page.text
    part = figures_of(text, event) if is_part else ""
    buttons = " ".join(BUTTON.findall(text.partition("<main")[2].partition("</main>")[0]))
    buttons = unescape(buttons).replace(f"/events/{event.slug}/", "~/")
    return f"{answered(page, event)}{part} {{{buttons}}}"
