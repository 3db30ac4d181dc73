"""Run the program by the forms of its pages alone, and compare what they answer with what somebody last read.

A story is a list of steps: an address, the label of a button and what is typed into its form. Each step opens
the page, fills in the form and presses the button; without a label it only looks at the page. `POST` sends what
is typed without looking, as a page opened long ago does; `SEND` does not open the page to which the answer leads
either. Without an address, the button of the answer before is pressed; `.` is the address of the page shown, and
`name@` before an address is another reader. A step that is a function calls actions with the desk.

The status, address and words of every answer are compared, with links, fields, values of buttons and drawings:
all of a page when it is first shown, and then what was removed from it (−) and added (+) since the story last
showed it or another page with its heading. See `tests/approved.py`.
"""

import datetime as dt
import hashlib
import json
import re
import secrets
from difflib import SequenceMatcher
from html import unescape
from itertools import count
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.contrib.messages import WARNING, get_messages
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.approved import check_approved
from tests.cases import entries_after, last_entry
from tests.page_forms import press_on
from tests.tournament.logged_in import browser_in, browser_of
from tournament.actions.event import events
from tournament.actions.rounds import drafts, pairing_search
from tournament.models import Event, codes
from tournament.models.membership import Role
from tournament.web.rounds import what_if

NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
SEED = 4_711
SEVEN = "\n".join(
    ["Zoë Müller 1800", "Łukasz Żak 1700", "Ana O’Brien 1600", "Ben Stone 1500", "Dai Jones 1400",
     "Finn Larsen 1300", "Eva Bold 1250"]
)  # fmt: skip
WITH_ALL_ROOMS = pytest.mark.skipif(
    bool(settings.ROOMS_OFF), reason="pages have other links without a room"
)
POST, SEND = "POST", "SEND"
ROLES = {"scorer": Role.SCOREKEEPER, "reader": Role.READER}

RANDOM = re.compile(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b|[A-Z]{4}(?:%20[A-Z]{4}){2}")
"""The last hash of the log, and the codes of registrations."""
PIECES = re.compile(r"<svg\b.*?</svg>|<(/?[a-z]+\d?)\b([^>]*)>|([^<]+)", re.DOTALL)
ATTRIBUTE = re.compile(r'\b([a-z]+)(?:="([^"]*)")?')
INLINE = re.compile("a|abbr|b|code|em|i|input|kbd|option|s|select|small|span|strong|sub|sup|td|th")
"""Tags that do not begin a new piece of a page."""
EMPHASIS = re.compile("next-action|last|stepped|unfit|flip|soft|mark-[a-z]+")
"""Classes that say where a reader should look."""
DRAWING = re.compile("<[0-9a-f]{8}>")
VARYING = re.compile(
    rf"{RANDOM.pattern}|(?<=/import/)[0-9a-f]{{32}}(?=/)"
    r"|\b[\d.]+(?=\sKB\b)|(?<=^DTSTAMP:).*|(?<=^UID:).*"
)
"""Random parts of addresses and calendars, and sizes of files that contain them."""
DRAWN = re.compile(
    r"\b[0-9a-f]{32,}\b|\b\d{7,}\b|(?<= \()[0-9a-f]{6}(?=\))|\b\d{4}-\d\d-\d\dT[\d:]+\.\d+"
)
"""Digests of secrets, seeds of draws, free names of accounts, and times from before the clock was stopped."""
INVITATION = re.compile(r"(?<=testserver/join/)[\w-]{32}(?=/)")
TEXTS = ("text/", "application/json")


def stop_chance(monkeypatch):
    """Stop the clock, draw the same seed each time, and number the codes of players."""
    numbers = count()
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    monkeypatch.setattr(codes, "random_letters", lambda length: f"{next(numbers):0{length}}")
    monkeypatch.setattr(secrets, "randbelow", lambda number: SEED % number)
    for module in (events, drafts, pairing_search, what_if):
        monkeypatch.setattr(module, "new_seed", lambda: SEED)


def tell(request, name, browser, steps, **options):
    """Take the steps of a story and compare the answers with those approved for the module of the test.

    The options are those of `Story`.
    """
    story, logged = Story(name, browser, **options), last_entry()
    story.take(steps)
    story.add_log(logged)
    check_approved(request, story.lines, name)


def tell_without_chance(request, name, steps):
    """Tell a story of the director, with the clock stopped and without chance."""
    stop_chance(request.getfixturevalue("monkeypatch"))
    desk, director = (request.getfixturevalue(name) for name in ("desk", "director"))
    tell(request, name, browser_of(director), steps, desk=desk)


class Story:
    """Steps taken by one reader or several, with a line for each answer.

    Addresses that begin with one of `logged_out` are opened by a stranger. `hide` removes what differs in each
    run from a line. `{names}` in addresses are replaced by what is `known`, `{join}` by the secret of the last
    invitation shown.
    """

    def __init__(self, name, browser, *, desk=None, logged_out=(), hide=str, **known):
        self.name, self.desk, self.known, self.lines = name, desk, known, {}
        self._readers, self._logged_out, self._hide = {"": browser}, logged_out, hide
        self._pages, self._last, self._pieces = {}, None, {}

    def take(self, steps):
        """Take steps that are written as in the module's description."""
        for step in steps:
            if callable(step):
                step(self.desk)
                self._last = None
                continue
            address, label, *typed = step
            who, _at, address = address.format(**self.known).rpartition("@")
            if not who and address.startswith(self._logged_out or "\n"):
                who = "stranger"
            self.step(self._reader(who), address, label, **dict(*typed))

    def step(self, browser, address="", label="", /, **typed):
        """Take one step with a browser, and return the answer."""
        shown = self._pages.get(browser)
        address = shown.request["PATH_INFO"] if address == "." else address
        if label in (POST, SEND):
            page = browser.post(address or shown.request["PATH_INFO"], _sent(typed))
            if page.status_code == 302 and (label == SEND or _is_refused(page)):
                self._last = None
                return self._add(label, _leads_to(browser, page), page)
            if page.status_code == 302:
                page = browser.get(urljoin(address, page["Location"]), follow=True)
        elif label:
            is_there = not address or (browser is self._last and _is_at(shown, address))
            page = shown if is_there else browser.get(address, follow=True)
            page = press_on(browser, page, label, **typed)
        else:
            page = browser.get(address, follow=True)
        self._pages[browser], self._last = page, browser
        return self._add(label or address, self._answer(page), page)

    def add_log(self, key):
        """Add the log entries after this one, with what they say of the rows written, as the last line."""
        entries = (json.dumps(entry, ensure_ascii=False) for entry in entries_after(key))
        log = VARYING.sub("*", self._hide(DRAWN.sub("*", " | ".join(entries))))
        self.lines[f"{self.name} {len(self.lines) + 1:02} log"] = log

    def _reader(self, who):
        """Return the browser of a reader; one without a role is logged out."""
        if who not in self._readers:
            event = Event.objects.order_by("pk").first()
            self._readers[who] = (
                browser_in(self.desk, event, ROLES[who], who) if who in ROLES else Client()
            )
        return self._readers[who]

    def _add(self, what, line, page):
        letters = "".join(f" | {one.to} {one.subject}: {one.body}" for one in mail.outbox)
        mail.outbox.clear()
        what = VARYING.sub("*", self._hide(f"{self.name} {len(self.lines) + 1:02} {what}"))
        self.lines[what] = VARYING.sub("*", self._hide(f"{line}{letters}"))
        return page

    def _answer(self, page):
        """Return the status and address of an answer, and its words as far as they changed."""
        path, query = page.request["PATH_INFO"], page.request["QUERY_STRING"]
        kind = page.get("Content-Type", "")
        line = f"{page.status_code} {path}?{query}".rstrip("?")
        if not kind.startswith(TEXTS):
            picture = kind.startswith("image/") and hashlib.sha256(page.getvalue()).hexdigest()[:8]
            page.close()
            return f"{line} {kind} {page.get('Content-Disposition', '')} {picture or ''}".strip()
        text = page.getvalue().decode()
        if invitation := INVITATION.search(text):
            self.known["join"] = invitation[0]
        is_page = kind.startswith("text/html")
        heading = re.search("<h1[^>]*>(.*?)</h1>", text, re.DOTALL) if is_page else None
        key = heading[1] if heading else path
        now = words_of(text) if is_page else [VARYING.sub("*", row) for row in text.splitlines()]
        before, self._pieces[key] = self._pieces.get(key, []), now
        return " | ".join([line, *_changes(before, now)])


def words_of(text):
    """Return the pieces of a page: its words, links, fields, options, values of buttons and drawings."""
    pieces, words, skipped = [], [], False
    main = text.partition("<main")[2].partition(">")[2].partition("</main>")[0]
    for piece in PIECES.finditer(main or text):
        tag, attributes, plain = piece.groups()
        given = dict(ATTRIBUTE.findall(attributes or ""))
        if plain:
            words += [] if skipped else unescape(plain).split()
        elif tag is None:
            drawing = words.pop() if words and DRAWING.fullmatch(words[-1]) else ""
            drawn = hashlib.sha256(f"{drawing}{piece[0]}".encode()).hexdigest()
            words.append(f"<{drawn[:8]}>")
        elif not INLINE.fullmatch(tag.lstrip("/")):
            pieces.append(" ".join(words))
            words = []
        words += [name for name in given.get("class", "").split() if EMPHASIS.fullmatch(name)]
        words += ["open"] if tag == "details" and "open" in given else []
        if tag in ("option", "/option"):
            skipped = tag == "option"
        if tag == "a":
            words.append(f"<{unescape(given.get('href', ''))}>")
        elif tag in ("button", "form"):
            sent = [given.get(name) for name in ("action", "formaction", "value")]
            words += [f"<{unescape(value)}>" for value in sent if value]
        elif tag == "input" and given.get("type") not in ("hidden", "submit"):
            words.append(f"{given.get('name')}={unescape(given.get('value', ''))}")
            words += ["checked"] if "checked" in given else []
        elif tag == "option":
            words.append(
                f"={given.get('value')}" if "selected" in given else given.get("value", "")
            )
    return [VARYING.sub("*", piece) for piece in [*pieces, " ".join(words)] if piece]


def _changes(before, now):
    """Return the pieces that were removed and added; all pieces if there were none before."""
    if not before:
        return now
    pieces = []
    for kind, low, high, begin, end in SequenceMatcher(
        None, before, now, autojunk=False
    ).get_opcodes():
        if kind != "equal":
            pieces += [f"−{piece}" for piece in before[low:high]]
            pieces += [f"+{piece}" for piece in now[begin:end]]
    return pieces


def _sent(typed):
    """Return what a form sends: a value of None is left out, and a function is called for its value."""
    return {
        name: value() if callable(value) else value
        for name, value in typed.items()
        if value is not None
    }


def _is_refused(page):
    """Return whether the last message beside this redirection is a warning: the page there has not changed."""
    levels = [message.level for message in get_messages(page.wsgi_request)]
    return levels[-1:] >= [WARNING]


def _leads_to(browser, page):
    """Return where a redirection leads, and its messages, which the next page shows no more."""
    browser.cookies.pop("messages", None)
    messages = " / ".join(message.message for message in get_messages(page.wsgi_request))
    return f"302 {page['Location']} [{messages}]"


def _is_at(page, address):
    """Return whether the page at this address is shown, so that it need not be opened again."""
    if page is None or page.status_code != 200 or page.request["REQUEST_METHOD"] != "GET":
        return False
    return f"{page.request['PATH_INFO']}?{page.request['QUERY_STRING']}".rstrip("?") == address
