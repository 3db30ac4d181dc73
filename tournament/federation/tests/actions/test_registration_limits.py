"""Limits of registrations at their boundaries, below the forms, and which of several people is found."""

import datetime as dt
from contextlib import nullcontext

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.remembered import remembered
from tournament.actions.act import Refused
from tournament.actions.people.entries import add_players
from tournament.federation.actions import registrations
from tournament.federation.actions.championships import change_championship, create_championship
from tournament.federation.actions.registration_checks import (
    InvalidFields,
    TypedContact,
    TypedRegistration,
    checked_contact,
    checked_registration,
)
from tournament.federation.actions.registration_rules import set_questions, set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.engine.questions import RegistrationQuestion
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.queries.registrations import (
    find_duplicate,
    find_entry_of,
    registration_rules_of,
    registrations_by_code,
)

pytestmark = pytest.mark.django_db
MEAL = RegistrationQuestion("", "Meal", ("soup", "rice"), is_required=True)


@pytest.fixture
@remembered
def question(desk, event, division):
    """Return the rules of an open event with two questions and required contact details."""
    set_registration_rules(
        desk, event, when="now", limit=9, shows_names=True, contact="required", fee="15 €"
    )
    set_questions(desk, event, [MEAL, RegistrationQuestion("", "Arrival")])
    return registration_rules_of(event)


def wrong_fields(check, *given):
    """Return the names of the fields with a problem."""
    try:
        check(*given)
    except InvalidFields as refused:
        return " ".join(refused.problems)
    return ""


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({}, ""),
        ({"name": "Ana Lopez"}, ""),
        ({"name": "  "}, "name"),
        ({"name": "12 34"}, "name"),
        ({"name": "!!!"}, "name"),
        ({"name": "Ana\nBen"}, "name"),
        ({"name": "Ana www.x.org"}, "name"),
        ({"name": "Ana WWW.x"}, "name"),
        ({"member": "#" + "4" * 40}, ""),
        ({"member": "4" * 41}, "member"),
        ({"club": "c" * 60}, ""),
        ({"club": "c" * 61}, "club"),
        ({"club": "see http://x"}, "club"),
        ({"notes": "n" * 300}, ""),
        ({"notes": "n" * 301}, "notes"),
        ({"notes": "n " + " " * 300 + "n"}, ""),
        ({"answers": {}}, "q1"),
        ({"answers": {"q1": "pie"}}, "q1"),
        ({"answers": {"q1": "rice", "q2": "a" * 200}}, ""),
        ({"answers": {"q1": "rice", "q2": "a" * 201}}, "q2"),
        ({"answers": {"q1": "rice", "q2": "www.x"}}, "q2"),
        ({"name": "1", "answers": {}, "club": "c" * 61}, "name club q1"),
    ],
)
def test_typed_registration_is_checked_field_by_field(question, values, wrong):
    typed = TypedRegistration(**{"name": "Zoë Müller", "answers": {"q1": "soup"}, **values})
    assert wrong_fields(checked_registration, question, typed) == wrong
    if not wrong:
        checked = checked_registration(question, typed)
        assert checked.division.name == "A"
        assert checked.member == typed.member.lstrip("#")
        assert len(checked.notes) <= 300


@pytest.mark.parametrize(
    ("values", "minor", "wrong"),
    [
        ({"email": "a@example.org"}, False, ""),
        ({"telephone": "555"}, False, ""),
        ({}, False, "email"),
        ({"guardian": "Ana"}, False, "email"),
        ({"telephone": "55"}, False, "telephone"),
        ({"telephone": "1" * 40}, False, ""),
        ({"telephone": "1" * 41}, False, "telephone"),
        ({"telephone": "555 www.x"}, False, "telephone"),
        ({"email": "a"}, False, "email"),
        ({"email": "a@example.org", "agreed": False}, False, "agreed"),
        ({"email": "a@example.org"}, True, "guardian"),
        ({"email": "a@example.org", "guardian": "g" * 120}, True, ""),
        ({"email": "a@example.org", "guardian": "g" * 121}, True, "guardian"),
        ({"guardian": "Ana"}, True, "email"),
        ({"telephone": "555", "guardian": "Ana http://x"}, True, "guardian"),
    ],
)
def test_typed_contact_is_checked_field_by_field(question, values, minor, wrong):
    typed = TypedContact(**{"agreed": True, **values})
    people = [TypedRegistration("Ben Okafor"), TypedRegistration("Cy Young", is_minor=minor)]
    assert wrong_fields(checked_contact, question, typed, people) == wrong
    if not wrong:
        assert checked_contact(question, typed, people) == typed


@pytest.mark.parametrize(
    ("contact", "given", "is_refused"),
    [
        ("none", "a", False),
        ("optional", "", False),
        ("optional", "a", True),
        ("required", "", True),
    ],
)
def test_contact_is_checked_as_far_as_the_event_asks_for_it(question, contact, given, is_refused):
    question.contact = contact
    typed = TypedContact(email=given, agreed=True)
    with pytest.raises(InvalidFields) if is_refused else nullcontext():
        assert checked_contact(question, typed, []) == typed


def test_number_of_questions_is_limited(desk, event):
    questions = [RegistrationQuestion("", f"Question {number}") for number in range(13)]
    assert set_questions(desk, event, questions[:12])[-1].key == "q12"
    with pytest.raises(Refused, match="Ask at most 12 questions"):
        set_questions(desk, event, questions)


def test_number_of_registrations_is_limited(desk, event, division, monkeypatch):
    assert registrations.MAX_REGISTRATIONS == 2_000
    monkeypatch.setattr(registrations, "MAX_REGISTRATIONS", 2)
    set_registration_rules(desk, event, when="now")
    rows = [register(Actor("x"), event, TypedRegistration(name)) for name in ("Ana Li", "Bo Ek")]
    with pytest.raises(Refused, match="Registration for Autumn Open is full"):
        register(Actor("x"), event, TypedRegistration("Cy Om"))
    assert registrations_by_code(rows[1].code.lower()) == [rows[1]]
    assert registrations_by_code("12-") == []


NOON = dt.datetime(2026, 10, 3, 12, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)


@pytest.mark.parametrize(
    ("when", "opens", "closes", "is_open", "later"),
    [
        ("never", -1, 1, False, False),
        ("never", 1, None, False, False),
        ("now", None, None, True, False),
        ("now", 1, -1, True, True),
        ("dates", None, None, True, False),
        ("dates", -1, None, True, False),
        ("dates", 0, None, True, False),
        ("dates", 1, None, False, True),
        ("dates", 1, 2, False, True),
        ("dates", None, 1, True, False),
        ("dates", None, 0, False, False),
        ("dates", None, -1, False, False),
        ("dates", -2, -1, False, False),
    ],
)
def test_registration_is_open_between_two_dates(
    event, monkeypatch, when, opens, closes, is_open, later
):
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    at = [None if hours is None else NOON + hours * HOUR for hours in (opens, closes)]
    rules = RegistrationRules(event=event, when=when, opens_at=at[0], closes_at=at[1])
    assert (rules.is_open, rules.opens_later) == (is_open, later)


@pytest.mark.parametrize(
    ("name", "member", "matches"),
    [
        ("Ana Lopez", "", "Ana Lopez"),
        ("Lopez Ana", "", "Ana Lopez"),
        ("Ana Lopes", "", "Ana Lopez"),
        ("Ana Lopes", "b2", "Ben Okafor"),
        ("Ben Okafor", "a1", "Ana Lopez"),
        ("Cy Young", "B2", "Ben Okafor"),
        ("Cy Young", "b1", None),
        ("Cy Young", "b3", None),
        ("Cy Young", "", None),
        ("Hidden Hill", "", None),
        ("Eva Early", "h9", None),
    ],
)
def test_registration_found_as_a_duplicate(question, name, member, matches):
    now = timezone.now()
    for other, number, hidden in (
        ("Ana Lopez", "A1", False),
        ("Ben Okafor", "B2", False),
        ("Hidden Hill", "H9", True),
    ):
        Registration.objects.create(
            event=question.event, name=other, name_key=other.casefold(), member=number, by_initials=hidden,
            state="place", came_at=now, queued_at=now,
        )  # fmt: skip
    other = find_duplicate(question, name, member)
    assert (other and other.name) == matches
    if other:
        again = find_duplicate(question, name, member, but=other.pk)
        assert again is None or again.pk != other.pk
    question.shows_names = False
    assert find_duplicate(question, name, member) is None


@pytest.mark.parametrize(
    ("name", "member", "matches"),
    [
        ("Ana Lopez", "", "Ana Lopez"),
        ("Ana Lopez", "b2", "Ana Lopez"),
        ("Ana Lopes", "b2", "Ben Okafor"),
        ("Lopez Ana", "", "Ana Lopez"),
        ("Cy Young", "B2", "Ben Okafor"),
        ("Cy Young", "b1", None),
        ("Cy Young", "b3", None),
        ("Cy Young", "", None),
        ("Dee Ray", "", None),
    ],
)
def test_entry_found_for_a_registration(desk, event, division, name, member, matches):
    entries = add_players(desk, division, "Ana Lopez #A1\nBen Okafor #B2\nDee Ray").entries
    type(entries[2]).objects.filter(pk=entries[2].pk).update(withdrawn_after=0)
    entry = find_entry_of(event, name, member)
    assert (entry and entry.player.name) == matches
    event.is_public = False
    assert find_entry_of(event, name, member) is None


def test_points_table_is_limited(desk):
    series = create_championship(desk, name="Series")

    def changed(table):
        rules = {"scoring": "table", "table": table, "best": 0, "qualify": 0, "qualify_each": 0}
        return change_championship(
            desk, series, name="Series", events=[], rules=rules, by_division=False
        )

    for table in ([10_000], [1] * 100):
        assert changed(table).rules.table == tuple(table)
    for table in ([10_001], [9, 10_001], [1] * 101, []):
        with pytest.raises(Refused):
            changed(table)
