"""The federation's part of the demo: registrations, a championship and a rating run."""

import datetime as dt

from scoring.actions.activity import Actor
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.rating_lists import add_rating_list
from tournament.engine.ratings.rating_list import parse_rating_list, rows_in
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.actions.rating_runs import run_ratings
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_fees import record_cash_payment
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register, register_family
from tournament.models import Entry, Event


def add_to_demo(event: Event, actor: Actor, **_message: object) -> None:
    """Add an event for which people have registered, a championship of the demo's events, and a rating run."""
    evening = Event.objects.filter(club__isnull=False).latest("pk")
    _add_registrations(actor, event)
    championship = create_championship(actor, name="Autumn Cup 2026")
    rules = {"scoring": "place", "table": [], "best": 0, "qualify": 0, "qualify_each": 0}
    change_championship(
        actor,
        championship,
        name=championship.name,
        events=[evening, event],
        rules=rules,
        by_division=False,
    )
    entries = Entry.objects.filter(division__event=evening).select_related("player")
    ratings = "".join(f"\n{entry.player.name}\t{entry.rating:g}\t50" for entry in entries)
    club_list = add_rating_list(
        actor,
        key="naspa",
        name=evening.club.name if evening.club else "",
        as_of=dt.date(2026, 9, 1),
        source=event.name,
        read=parse_rating_list(rows_in(f"Name\tRating\tGames{ratings}")),
        club=evening.club,
    )
    run_ratings(actor, club_list, [evening])


def _add_registrations(actor: Actor, demo: Event) -> None:
    """Add a coming event with a family that includes a minor, a fee paid in cash, and a waiting list."""
    event = create_event(
        actor,
        name="Winter Open",
        preset="naspa_nwl",
        date=dt.date(2027, 1, 23),
        place=demo.place,
        accepted=True,
    )
    create_division(actor, event, name="A")
    set_registration_rules(actor, event, when="now", limit=4, shows_names=True, fee="15 €")
    family = [TypedRegistration("Petra Novak"), TypedRegistration("Jonas Novak", is_minor=True)]
    contact = TypedContact(
        "novak@example.org", "+1 555 0100", family[0].name, agreed=True, language="en"
    )
    register_family(Actor(family[0].name), event, family, contact)
    first, *_others = [
        register(Actor(name), event, TypedRegistration(name), accepted=True)
        for name in ("Priya Raman", "Kofi Asante", "Grace Oduya")
    ]
    record_cash_payment(actor, first)
