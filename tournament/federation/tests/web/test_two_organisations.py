"""Two organisations on one server: no address shows or changes data of the other organisation, with any
role.

The rows of the other organisation are numbered from `FAR` on, so that no key exists in both.
They are compared row by row after any write.
"""

from contextlib import suppress
from functools import cache, reduce
from html.parser import HTMLParser
from operator import or_

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Q

from scoring import access
from scoring.models import Activity, Organisation
from tests.remembered import remembered
from tests.tournament.logged_in import browser_of
from tests.tournament.web.safety.test_tenancy import address
from tests.tournament.web.safety.test_who_may import (  # noqa: F401 - fixtures
    KIND_OF,
    NOT_IN_A_TEST,
    ROLES,
    evening,
    outcome,
    people,
    taken_back,
)
from tests.tournament.web.safety.test_who_may import address as own_address
from tournament.federation.tests.web.test_tenancy import (  # noqa: F401 - fixtures
    NEWER,
    SECRETS,
    north,
    north_of_the_core,
    whole_north,
)

pytestmark = [pytest.mark.django_db, pytest.mark.full]

FAR = 9000
NOT_PUBLIC = [
    name
    for name, kind in KIND_OF.items()
    if kind not in ("open", "open form") and name != "password_change"
]
OF_EVENTS = [name for name in NOT_PUBLIC if KIND_OF[name].startswith(("event", "game"))]
OF_THE_HOUSE = [name for name in NOT_PUBLIC if name not in OF_EVENTS]
ROLES_HERE = tuple(role for role in ROLES if role not in ("stranger", "superuser"))
"""All roles except strangers (tested in `test_who_may`) and the superuser, who manages both organisations."""


@pytest.fixture
@remembered
def numbered_far(evening, people):  # noqa: F811
    """Give rows created from now on higher keys than all rows of the first organisation."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, FAR])


@pytest.fixture
def organisations(evening, people, numbered_far, whole_north):  # noqa: F811
    """Return one organisation with a person in each role, and all data of the other."""
    return {"evening": evening, "people": people, "north": whole_north}


def ways_to_organisation(model, deep=4):
    """Yield the chains of fields from a table to an organisation, directly or through other rows."""
    for field in model._meta.concrete_fields:
        if field.many_to_one or field.one_to_one:
            if field.related_model is Organisation:
                yield field.name
            elif deep:
                further = ways_to_organisation(field.related_model, deep - 1)
                yield from (f"{field.name}__{way}" for way in further)


@cache
def tables():
    """Return every table that leads to an organisation, with one chain for each first field."""
    ways = {
        model: sorted(ways_to_organisation(model), key=len, reverse=True)
        for model in apps.get_models(include_auto_created=True)
    }
    return [
        (model, list({way.partition("__")[0]: way for way in those}.values()))
        for model, those in ways.items()
        if those
    ]


def all_of(organisation, chains):
    """Return all rows that belong or refer to an organisation, and its entries in the log."""
    rows = {}
    for model, ways in tables():
        any_of = reduce(or_, (Q(**{way: organisation}) for way in ways))
        those = getattr(model, "everywhere", model._base_manager).filter(any_of)
        rows[model.__name__] = list(those.order_by("pk").distinct().values_list())
    log = Activity.objects.filter(chain__in=chains).order_by("pk")
    return rows | {"Activity": list(log.values_list("chain", "hash"))}


class Watched:
    """The data of the other organisation, read again only after a write."""

    def __init__(self, organisation):
        of_it = Q(chain=organisation.scope) | Q(pk__gt=FAR, chain__contains=":")
        self.chains = set(Activity.objects.filter(of_it).values_list("chain", flat=True))
        self.organisation, self.changed = organisation, []
        self.before = all_of(organisation, self.chains)
        assert {"Event", "Entry", "Player", "RatingList", "Game", "Activity"} <= {
            table for table, rows in self.before.items() if rows
        }

    def post(self, browser, name, path, body):
        """Send a form, note changes to the other organisation, roll back, and return the response."""
        with taken_back():
            writes = connection.connection.total_changes
            answer = browser.post(path, body)
            if connection.connection.total_changes != writes:
                after = all_of(self.organisation, self.chains)
                self.changed += [
                    f"{name} {body}: {table}"
                    for table in after
                    if after[table] != self.before[table]
                ]
            return answer


class Reached(Exception):
    """The request has reached the access rule of its page."""


def rules_of(browser, path):
    """Return each permission that a page requires and its scope; empty if the page requires none."""
    rules = set()

    def reach(request, permission):
        rules.add((permission, access.scope_of_request(request)))
        raise Reached

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "has_page_permission", reach)
        patch.setattr(settings, "DEBUG_PROPAGATE_EXCEPTIONS", True)
        for send in (browser.get, browser.post):
            with suppress(Reached):
                send(path)
    return rules


def test_no_role_gives_access_to_events_or_games_of_another_organisation(organisations):
    """Every address of an event or a game requires a permission in the other organisation, which nobody has."""
    browser, rules = browser_of(organisations["people"]["house owner"], second_factor=True), set()
    for name in OF_EVENTS:
        rules |= rules_of(browser, address(name, organisations["north"], of_north=True))
    assert len({place for _, place in rules}) == len(("event:northern-open", "game:9001"))
    held = [
        (role, *rule)
        for role in ROLES_HERE
        for rule in rules
        if access.has_permission(User.objects.get(pk=organisations["people"][role].pk), *rule)
    ]
    assert held == []


@pytest.mark.parametrize("role", ROLES_HERE)
def test_no_address_shows_or_changes_data_of_another_organisation(organisations, role):
    """Request every address with names and keys of the other organisation; only the owner tries those of events."""
    browser, seen, let_in = browser_of(organisations["people"][role], second_factor=True), [], []
    watched = Watched(organisations["north"]["organisation"])
    logged_in = browser.cookies.copy()
    for name in (*OF_THE_HOUSE, *(OF_EVENTS if role == "house owner" else ())):
        path = address(name, organisations["north"], of_north=True)
        browser.cookies = logged_in.copy()
        with taken_back():
            answer = browser.get(path)
            shown = b"".join(answer) if answer.streaming else answer.content
        seen += [f"{name}: {word}" for word in (*SECRETS, *NEWER) if word.encode() in shown]
        if name not in NOT_IN_A_TEST:
            browser.cookies = logged_in.copy()
            answer = watched.post(browser, name, path, {"name": "Mine", "reason": "x"})
            if name in OF_EVENTS and outcome(answer) not in ("refused", "no form"):
                let_in.append(f"{name}: {answer.status_code}")
    assert seen == []
    assert let_in == []
    assert watched.changed == []


class Forms(HTMLParser):
    """Parser of the forms of a page: their targets, fields as shown, and fields that contain a key."""

    CHOSEN = ("hidden", "checkbox", "radio", "submit")
    """Types of fields whose values come from the program."""

    def __init__(self, page):
        super().__init__()
        self.page, self.forms, self.select = page, [], None

    def handle_starttag(self, tag, pairs):
        given = dict(pairs)
        value = given.get("value") or ""
        if tag == "form":
            self.forms.append((given.get("action") or self.page, given.get("method"), {}, set()))
        if not self.forms:
            return
        _, _, fields, keys = self.forms[-1]
        if tag == "select":
            self.select = given.get("name")
        if tag in ("input", "button", "textarea", "select") and given.get("name"):
            fields.setdefault(given["name"], value)
            if tag in ("button", "select") or given.get("type") in self.CHOSEN:
                keys.add(given["name"])
        elif tag == "option" and self.select and ("selected" in given or not fields[self.select]):
            fields[self.select] = value


def bodies_reaching_over(text, page):
    """Yield each form once per field with a key, with that key replaced by one of the other organisation."""
    parser = Forms(page)
    parser.feed(text)
    for path, method, fields, keys in parser.forms:
        if method == "post" and path.startswith("/"):
            filled = fields | ({"reason": "Because"} if "reason" in fields else {})
            for name in keys - {"csrfmiddlewaretoken"}:
                if not fields[name] or fields[name].isdecimal():
                    yield path, name, filled | {name: str(FAR + 1)}


def test_no_key_in_a_form_reaches_another_organisation(organisations):
    """Send every form that an owner sees, unchanged except for one key of the other organisation."""
    browser = browser_of(organisations["people"]["house owner"], second_factor=True)
    watched, sent = Watched(organisations["north"]["organisation"]), set()
    logged_in = browser.cookies.copy()
    for name in NOT_PUBLIC:
        path = own_address(name, organisations["evening"])
        browser.cookies = logged_in.copy()
        with taken_back():
            answer = browser.get(path)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        for to, field, body in bodies_reaching_over(answer.text, path):
            if (to, field) not in sent:
                sent.add((to, field))
                browser.cookies = logged_in.copy()
                watched.post(browser, name, to, body)
    assert watched.changed == []
    assert len(sent) > 50
