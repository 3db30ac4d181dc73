"""Every address of the program with every role, checked against one table; and no page links to a page
that its reader may not open.

Unknown parts of an address are filled with 1 and x: access is checked before any lookup.
"""

import re
import tomllib
from collections import Counter
from contextlib import contextmanager
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.test import Client, RequestFactory
from django.urls import Resolver404, URLPattern, get_resolver, resolve, reverse
from django.urls.converters import IntConverter

from scoring import access
from scoring.access import Permission
from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from tests.remembered import remembered
from tests.sources import is_on
from tests.tournament.logged_in import browser_of, user_in
from tournament.actions.event.events import create_event
from tournament.actions.people.clubs import create_club
from tournament.actions.results.recorded_games import start_game
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.extension import PUBLIC_PAGES
from tournament.models.membership import EVENT_ROLES, ORGANISATION_ROLES, Role

pytestmark = pytest.mark.django_db

TABLE = tomllib.loads((Path(__file__).parent / "cases/who_may.toml").read_text(encoding="utf-8"))
ROLES = (
    "stranger", "reader", "scorekeeper", "door", "elsewhere", "director", "owner", "superuser",
    "house reader", "house rating_officer", "house director", "house owner",
)  # fmt: skip
KIND_OF = {page: kind for kind, pages in TABLE["pages"].items() for page in pages if is_on(page)}
GIVEN = {
    "event": "autumn-open", "division": "a", "number": 1, "board": 1, "version": 0, "shown": 0,
    "entry": 1, "other": 2, "club": "thursdays", "key": "standings", "organisation": 1,
}  # fmt: skip
LED_AWAY = ("/hall/autumn-open/", "/events/autumn-open/check-in/")
"""Redirect targets for users without access to the desk."""
READS_ONLY = ("open", "event: desk", "event: print", "game: desk")
NOT_IN_A_TEST = ("take_snapshot", "start_practice")
"""Forms that cannot run inside the transaction of a test, or are slow; tested elsewhere."""
READ_WHOLE = (
    "stranger", "reader", "scorekeeper", "door", "elsewhere", "director", "owner", "house director",
)  # fmt: skip
"""Roles that read each page completely, including its links.

The other roles are checked only for access; `make long` reads pages with them, too.
"""


def pages(resolver=None, prefix=""):
    """Yield every view of the program as (name, pattern)."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{prefix}{pattern.name}", pattern
        else:
            yield from pages(pattern, f"{pattern.namespace}:" if pattern.namespace else prefix)


PAGES = dict(pages())


def test_every_page_has_a_row_and_every_row_a_page():
    assert sorted(KIND_OF) == sorted(PAGES), "a new page needs its row in cases/who_may.toml"


def test_every_page_has_the_permission_of_its_row():
    wanted = {
        "open": "READ", "open form": "ASK", "desk": "DESK", "print": "DESK", "look": "LOOK",
        "record": "RECORD", "check in": "CHECK_IN", "rate": "RATE", "direct": "DIRECT", "own": "OWN",
    }  # fmt: skip
    wrong = {
        name: pattern.callback.permission
        for name, pattern in PAGES.items()
        if KIND_OF[name] != "own account"
        and name not in ("login", "logout")  # Django's own
        and pattern.callback.permission is not Permission[wanted[KIND_OF[name].rpartition(": ")[2]]]
    }
    assert wrong == {}


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    """Give each test its own folder for files written by the pages."""
    settings.NINETIMER_DATA_DIR = tmp_path


@pytest.fixture
@remembered
def evening(desk, round_one):
    """Return a running event: a round in play, a draft, a game in progress, a club."""
    create_club(desk, name="Thursdays")
    one, two = round_one.pairings.order_by("board")
    enter_result(desk, two, 400, 380)
    enter_result(Actor("somebody else"), two, 410, 380, accepted=True)
    game = start_game(desk, one)
    pair_by_hand(desk, round_one.division, [(1, 3), (2, 4)])
    free = open_game(["Eve", "Finn"], "naspa_nwl", desk)
    return {"game": game.pk, "free": free.pk}


@pytest.fixture
@remembered
def people(desk, event):
    """Return a user in every role by name; None is the stranger."""
    spring = create_event(desk, name="Spring Open", preset="club")
    made = {"stranger": None, "superuser": desk.user}
    for role in EVENT_ROLES:
        made[role.value] = user_in(desk, event, role, f"{role.value} here")
    for role in ORGANISATION_ROLES:
        name = f"{role.value} of all"
        made[f"house {role.value}"] = user_in(desk, event.organisation, role, name)
    made["elsewhere"] = user_in(desk, spring, Role.SCOREKEEPER, "keeper elsewhere")
    return made


def address(name, evening, game="game"):
    """Return the address of a page with the data of the evening."""
    kinds = PAGES[name].pattern.converters
    sample = {key: 1 if isinstance(kind, IntConverter) else "x" for key, kind in kinds.items()}
    known = {**GIVEN, "pk": evening[game]}
    return reverse(name, kwargs={key: known.get(key, sample[key]) for key in kinds})


@contextmanager
def taken_back():
    """Roll back everything done inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def has_a_rule(name):
    """Return whether a page has an access rule of ours, unlike Django's own pages."""
    return hasattr(PAGES[name].callback, "permission")


class LetIn(Exception):
    """Raised after the access rule of a page is passed."""


def is_tried_whole(name, role):
    """Return whether a form is executed: for an owner of the event and the first permitted role."""
    answers = [expected(KIND_OF[name], each, "post") for each in ROLES]
    first = ROLES[answers.index("in")] if "in" in answers else None
    return role in ("owner", first) and name not in NOT_IN_A_TEST


def answer_of_the_rule(user, path, method):
    """Return the answer of the access rule of an address to a user.

    Middleware is the same for all; it is tested with the pages that are read completely.
    """

    def let_in(request, permission):
        if may(request, permission):
            raise LetIn
        return False

    may, match = access.has_page_permission, resolve(path)
    request = getattr(RequestFactory(), method)(path)
    request.user, request.resolver_match = user or AnonymousUser(), match
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "has_page_permission", let_in)
        try:
            answer = match.func(request, *match.args, **match.kwargs)
        except (LetIn, Http404):  # a stranger's unknown code
            return "in"
        except PermissionDenied:
            return "refused"
    answer.wsgi_request = request
    return outcome(answer)


def outcome(answer):
    """Return the outcome of a response in the words of the table."""
    if answer.streaming:
        answer.close()  # a file that exists since the backup
    if answer.status_code == 302 and answer["Location"].startswith("/login/?next="):
        return "log in"
    reads = answer.wsgi_request.method == "GET"
    if reads and answer.status_code == 302 and answer["Location"].startswith(LED_AWAY):
        return "led away"
    return {403: "refused", 405: "no form"}.get(answer.status_code, "in")


def expected(kind, role, method):
    if kind in READS_ONLY and method == "post":
        return "no form"
    answer = TABLE["answers"][kind][ROLES.index(role)]
    if answer == "led away" and role != "door" and not PUBLIC_PAGES:
        return "log in" if role == "stranger" else "refused"
    return answer


def also_in(name, wanted):
    """Return equivalent outcomes: no form where none is accepted; the public site, if linked from there."""
    if wanted != "in":
        return ()
    leads = KIND_OF[name] == "open" or name == "entry"
    return ("no form", "led away") if leads else ("no form",)


TAG = re.compile(r"""<([a-z]+)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
ATTRIBUTE = re.compile(r"""([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
LEADS = ("href=", "<form", "hx-get=", "hx-post=")
"""A tag without any of these has no link."""


class Ways:
    """Parser of the links and form targets of a page."""

    def __init__(self, page, text):
        self.page, self.links, self.forms = page, set(), set()
        for match in TAG.finditer(
            text
        ):  # a full parser takes as long as the pages do, with thousands of them
            if any(word in match[0] for word in LEADS):
                self._look(match[1], match[2])

    def _look(self, tag, attributes):
        given = {
            name: unescape(double or single or bare)
            for name, double, single, bare in ATTRIBUTE.findall(attributes)
        }
        if tag == "a" and given.get("href"):
            self.links.add(urljoin(self.page, given["href"]))
        if tag == "form":
            sent_to = urljoin(self.page, given.get("action") or self.page)
            (self.forms if given.get("method") == "post" else self.links).add(sent_to)
        for attribute in ("hx-get", "hx-post"):
            if given.get(attribute):
                ways = self.links if attribute == "hx-get" else self.forms
                ways.add(urljoin(self.page, given[attribute]))


def leads_to(way):
    """Return the name of the page a link leads to, or None for files and other sites."""
    return page_at(urlsplit(way).path)


@cache
def page_at(path):
    try:
        return resolve(path).view_name
    except Resolver404:
        return None


@pytest.mark.full
@pytest.mark.parametrize("role", ROLES)
def test_every_address_answers_every_role_as_its_row_says(evening, people, role):
    """Buttons and links that would be refused are hidden, and the `id` of every element is unique."""
    try_every_address(evening, people, role, reads_whole=role in READ_WHOLE)


@pytest.mark.long
@pytest.mark.parametrize("role", [role for role in ROLES if role not in READ_WHOLE])
def test_every_page_is_read_in_full_by_every_other_role(evening, people, role):
    try_every_address(evening, people, role, reads_whole=True)


def try_every_address(evening, people, role, *, reads_whole):
    """Fail if an address answers a role differently from its row, or a page links to a forbidden page."""
    wrong, closed, twice = {}, set(), set()
    browser = Client() if role == "stranger" else browser_of(people[role])
    logged_in = browser.cookies.copy()
    for name in PAGES:
        path = address(name, evening)
        for method in ("get", "post"):
            wanted = expected(KIND_OF[name], role, method)
            browser.cookies = logged_in.copy()
            with taken_back():
                if method == "get" and (reads_whole or not has_a_rule(name)):
                    answer = browser.get(path)
                    answered = outcome(answer)
                    closed |= {f"{name} leads to {way}" for way in closed_ways(answer, path, role)}
                    twice |= {f"{name} has {there} twice" for there in named_twice(answer)}
                elif method == "post" and (is_tried_whole(name, role) or not has_a_rule(name)):
                    answered = outcome(browser.post(path))
                else:
                    answered = answer_of_the_rule(people[role], path, method)
            if answered not in (wanted, *also_in(name, wanted)):
                wrong[f"{method} {name}"] = f"{answered}, not {wanted}"
    assert wrong == {}
    assert sorted(closed) == []
    assert sorted(twice) == []


NAMED = re.compile(r"""<[a-z][^<>]*? id=["']?([^\s"'>]+)""")


def named_twice(answer):
    """Return the duplicate `id` attributes of a page."""
    if answer.streaming or "html" not in answer.get("Content-Type", ""):
        return set()
    times = Counter(NAMED.findall(answer.text))
    return {f"#{name}" for name, count in times.items() if count > 1}


def closed_ways(answer, path, role):
    """Yield the pages linked from a page that its reader may not open."""
    if answer.status_code != 200 or "html" not in answer["Content-Type"]:
        return
    ways = Ways(path, answer.text)
    for way, method in [*((w, "get") for w in ways.links), *((w, "post") for w in ways.forms)]:
        target = leads_to(way)
        if role == "elsewhere" and "/spring-open/" in way:
            continue  # own event
        if target and expected(KIND_OF[target], role, method) not in ("in", "led away"):
            yield f"{target} ({method})"


@pytest.mark.parametrize("role", ROLES)
def test_game_without_an_event_is_recorded_by_permitted_roles_only(evening, people, role):
    wrong = {}
    for name, kind in KIND_OF.items():
        if kind == "game: record":
            path = address(name, evening, "free")
            with taken_back():
                if role == "director":
                    answered = outcome(browser_of(people[role]).post(path))
                else:
                    answered = answer_of_the_rule(people[role], path, "post")
            if answered != expected("free game: record", role, "post"):
                wrong[name] = answered
    assert wrong == {}
