"""The number of queries of the federation's pages does not grow with their rows."""

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.actions.activity import Actor
from tournament.actions.event.events import create_event
from tournament.actions.people.clubs import assign_to_club, create_club
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.models import Registration
from tournament.federation.queries.rating_runs import rating_run_outcome
from tournament.federation.queries.run_candidates import run_candidates
from tournament.federation.tests.actions.test_rating_runs import a_list
from tournament.federation.tests.stories import play
from tournament.models import Event, Player

pytestmark = pytest.mark.django_db
DESK = "/events/autumn-open/registration/"
QUERIES = {
    "/hall/autumn-open/register/": 9,
    DESK: 17,
    f"{DESK}1/": 19,
    f"{DESK}messages/": 14,
    "/championship/series/": 8,
    "/calendar/1/": 8,
    "/members/": 8,
    "/people/1/": 6,
}
RULES = {"scoring": "place", "table": [], "best": 0, "qualify": 0, "qualify_each": 0}


def test_number_of_queries_of_a_page_is_constant(director_client, desk, event, division):
    set_registration_rules(desk, event, when="now", limit=1, fee="15 €", shows_names=True)
    series = create_championship(desk, name="Series")
    base = a_list(desk)
    for year, names in ((2025, ("Uma",)), (2026, ("Vera", "Wim", "Xenia"))):
        for month, name in enumerate(names, start=2):
            people = ("Ana Lopez 1800 #AA1", f"{name} Stone 1500", 400, 380)
            play(desk, f"{name} Cup", (month, 1), people)
            contact = TypedContact(f"{name}@example.org", agreed=True)
            register(Actor(name), event, TypedRegistration(f"{name} Ray"), contact=contact)
            night = create_event(desk, name=name, preset="club", date=dt.date(2027, month, 1))
            assign_to_club(desk, night, create_club(desk, name=f"Club {name}"))
            a_list(desk, name=f"List {name}", day=dt.date(year, month, 1))
        cups = Event.objects.filter(name__endswith="Cup").order_by("pk")
        rules = {"name": "Series", "events": cups, "rules": RULES, "by_division": False}
        change_championship(desk, series, **rules)
        change_contacts(desk, Player.objects.get(pk=1), {"email": f"{year}@example.org"})
        seen = {}
        for path in QUERIES:
            with CaptureQueriesContext(connection) as counted:
                assert director_client.get(path).status_code == 200
            seen[path] = len(counted)
        assert seen == QUERIES
        with CaptureQueriesContext(connection) as counted:
            rating_run_outcome(base, list(cups))
            run_candidates(base)
        assert len(counted) == 5
    assert Registration.objects.count() == 4
