"""Data of the federation for the tests of the core that cover everything."""

from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Organisation
from tests.tournament.actions.safety.at_the_desk import of_division
from tournament.actions.people.entries import add_players
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.models import (
    Championship,
    Erasure,
    Registration,
    RegistrationPayment,
    RegistrationRules,
    SharedPerson,
)
from tournament.models import Entry


def registered(desk, division):
    set_registration_rules(desk, division.event, when="now", limit=9, shows_names=True)
    Registration.objects.create(
        event=division.event, division=division, name="Cy Young", name_key="cy young",
        state="place", came_at=timezone.now(), queued_at=timezone.now(), accepted_at=timezone.now(),
    )  # fmt: skip


def make_registrations(desk, division, number):
    set_registration_rules(desk, division.event, when="now", limit=99)
    first = Registration.objects.count()
    for n in range(first, first + number):
        register(Actor("me"), division.event, TypedRegistration(f"Person {LETTERS[n]}"))


def make_members(desk, division, number):
    first = Entry.objects.filter(division=division).count()
    names = LETTERS[first : first + number]
    add_players(desk, division, "\n".join(f"Person {name} {1000 + len(name)}" for name in names))


LETTERS = ("Adams", "Baker", "Clark", "Davis", "Evans", "Frank", "Ghosh", "Hills")
LISTS = {
    "members": ("/members/", make_members, "-name", "Name"),
    "registrations": ("/events/autumn-open/registration/", make_registrations, "-name", "Name"),
}
"""For each list: its address, the function that fills it, a sort order, and a heading in its file."""
UNDONE = {"add_players, who registered": (registered, of_division(add_registered_players))}
"""Actions undone at the desk, each with its preparation."""
CHANGED = {
    "registering": "asks_director = NOT asks_director",
    "registration": "state = 'waiting'",
    "payment": "cents = 1",
    "@championship": "name = 'Another series'",
    "@sharing": "ended_at = offered_at",
    "@erasure": "shown = 'Ana Lopez'",
}
"""Changes to one row of each kind, made with a database tool."""


def make_rows(desk, event, now):
    """Create a row of each kind."""
    RegistrationRules.objects.create(event=event)
    eve = Registration.objects.create(
        event=event, name="Eve", name_key="eve", state="place", came_at=now, queued_at=now
    )
    RegistrationPayment.objects.create(registration=eve, cents=1500, how="cash", at=now)
    championship = Championship.objects.create(slug="x", name="Series", created_at=now)
    championship.events.add(event)
    person = Entry.objects.filter(division__event=event)[2].player
    SharedPerson.objects.create(player=person, to=Organisation.objects.first(), offered_at=now)
    Erasure.objects.create(shown="E. F.", digests=["x"], at=now)


QUERIES = {"/members/": 7, "/people/": 1}
"""The query counts of the federation's pages, and those it adds to pages of the core."""
