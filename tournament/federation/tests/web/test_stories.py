"""Registration is run by the forms of its pages alone; see `tournament/federation/tests/stories.py`."""

import datetime as dt

import pytest

from scoring.actions.activity import Actor
from tests.remembered import remembered
from tests.stories import WITH_ALL_ROOMS
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_messages import MAX_MESSAGES_AT_ONCE, RETRY_DELAY
from tournament.federation.actions.registration_rules import set_questions, set_registration_rules
from tournament.federation.actions.registrations import register_family
from tournament.federation.engine.questions import RegistrationQuestion
from tournament.federation.queries.registrations import registration_rules_of
from tournament.federation.tests.stories import code, play, send
from tournament.federation.web.register import (
    MAX_PEOPLE,
    REGISTRATION_CODE_THROTTLE,
    REGISTRATION_THROTTLE,
)
from tournament.federation.web.register_forms import RegisterForm, RegistrationContactForm
from tournament.federation.web.registration import FeeForm, PaymentForm
from tournament.federation.web.registration_messages import MAX_SHOWN
from tournament.federation.web.registration_rules import QuestionsForm, RegistrationRulesForm
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("story_clock"), WITH_ALL_ROOMS]


@pytest.fixture
@remembered
def spring_cup(desk):
    event = create_event(
        desk, name="Spring Cup", preset="naspa_nwl", date=dt.date(2026, 11, 7), place="Leeds"
    )
    create_division(desk, event, name="Open")
    create_division(desk, event, name="Second")
    return event


CUP = "/events/spring-cup/"
DESK = f"{CUP}registration/"
RULES, QUESTIONS = f"{DESK}rules/", f"{DESK}questions/"
CHANGE, CASH, LETTERS = f"{DESK}change/", f"{DESK}cash/", f"{DESK}messages/"
FORM = "/hall/spring-cup/register/"
OPENED = {
    "when": "now", "limit": "4", "limit-open": "3", "limit-second": "2", "fee": "15 €", "contact": "optional",
    "about": "Bring a board.", "shows_names": "on",
}  # fmt: skip
BEN = {"name": "Ben Stone", "division": "open", "member": "B 17"}


LOG = (f"{CUP}activity/?file=csv", "")


SHUT = {"when": "never", "contact": "optional"}
RULES_STORY = [
    (FORM, ""),
    (DESK, ""),
    (RULES, ""),
    send(RULES, **SHUT | {"when": "dates", "opens_at": "2026-10-10T10:00", "closes_at": "2026-10-10T10:00"}),
    send(RULES, **SHUT | {"fee": "nothing"}),
    send(RULES, **SHUT | {"fee": "0 €"}),
    send(RULES, **SHUT | {"fee": "-5 €"}),
    send(RULES, **SHUT | {"limit": "0"}),
    send(RULES, **SHUT | {"limit": "5001"}),
    send(RULES, **SHUT | {"limit": "5000", "limit-open": "0"}),
    send(RULES, **SHUT | {"limit": "5000", "limit-open": "5001"}),
    (RULES, "Save", {"limit": "5000", "limit-open": "5000"}),
    send(RULES, **SHUT | {"fee": "1" * 21}),
    (RULES, "Save", {"when": "dates", "opens_at": "2026-10-10T10:00", "closes_at": "2026-10-10T10:01"}),
    (FORM, ""),
    (RULES, "Save", {"when": "dates", "opens_at": "", "closes_at": "2026-10-03T17:00"}),
    (FORM, ""),
    (FORM, "Open my registration", {"code": "BB"}),
    send(FORM, name="Ben Stone", division="open"),
    (RULES, "Save", OPENED | {"seen": "old"}),
    (RULES, "Save", OPENED),
    (RULES, "Save", {}),
    (QUESTIONS, "Save", {"label-1": "Which meal?", "choices-1": "soup, , rice 2", "required-1": "on", "label-2": "By"}),
    (QUESTIONS, "Save", {"label-3": "Shirt", "choices-3": "XL"}),
    (QUESTIONS, "Save", {"label-3": "Shirt", "choices-3": "XL, XL"}),
    (QUESTIONS, "Save", {"label-3": "Shirt", "choices-3": "XL," + "s" * 201}),
    (QUESTIONS, "Save", {"label-3": "Shirt", "choices-3": "XL," + "s" * 200}),
    (QUESTIONS, "Save", {"label-4": "q" * 121}),
    (QUESTIONS, "Save", {"label-2": "", "label-4": "q" * 120, "seen": "old"}),
    (QUESTIONS, "Save", {"label-2": "", "label-4": "q" * 120}),
    (QUESTIONS, "Save", {}),
    (FORM, ""), (RULES, "Save", {"contact": "required"}), send(FORM, **BEN | {"q1": "soup"}),
    *(step for days in "10" for step in (("/organisation/contacts/", "Save", {"days": days}), (FORM, ""))),
]  # fmt: skip


@pytest.fixture
@remembered
def cup_open(desk, spring_cup):
    event = spring_cup
    set_registration_rules(
        desk, event, when="now", limit=4, division_limits={"open": 3, "second": 2}, fee="15 €",
        about="Bring a board.", shows_names=True,
    )  # fmt: skip
    meal = RegistrationQuestion("", "Meal", ("soup", "rice"), is_required=True)
    set_questions(desk, event, [meal, RegistrationQuestion("", "Arrival")])


@pytest.fixture
@remembered
def all_registered(desk, cup_open):
    """Six people in two divisions: two wait, one form is a family with a minor."""

    event = Event.objects.get()
    first, second = event.divisions.order_by("pk")
    meal, pie = {"q1": "soup"}, {"q1": "rice", "q2": "at 9"}
    mails = {"agreed": True, "language": "en", "address": "https://cup.example.org"}
    for people, contact in (
        ([TypedRegistration("Zoë Müller", first, "A12", "vegan", club="Leeds", answers=meal)],
         TypedContact("zoe@example.org", **mails)),
        ([TypedRegistration("Łukasz Żak", first, "L7", answers=pie),
          TypedRegistration("Hana Sato", second, "", "by bus 6", is_minor=True, answers=pie)],
         TypedContact("zak@example.org", "555 0123", "Łukasz Żak", **mails)),
        ([TypedRegistration("Dai Jones", first, by_initials=True, answers=meal)],
         TypedContact("", "555 9", **mails)),
        ([TypedRegistration("Finn Larsen", second, "F3", answers=meal)], TypedContact()),
        ([TypedRegistration("Ana O’Brien", first, answers=meal)], TypedContact("ana@example.org", **mails)),
    ):  # fmt: skip
        register_family(Actor(people[0].name), event, people, contact)


ZOE = {
    "name": "Zoë Müller", "division": "open", "member": "# A 12", "club": " Leeds  3", "notes": "vegan,\n2 bags",
    "q1": "soup", "email": "zoe@example.org", "agreed": "on",
}  # fmt: skip
FAMILY = {
    "people": "2", "name": "Łukasz Żak", "division": "open", "q1": "rice", "p2-name": "Hana Sato",
    "p2-division": "second", "p2-q1": "soup", "p2-is_minor": "on",
    "email": "zak@example.org", "telephone": "555 0123", "agreed": "on",
}  # fmt: skip
REGISTERING = [
    (FORM, "Register", {"name": ""}),
    (FORM, "Register", {"name": "12", "division": "open", "q1": "pie"}),
    send(FORM, **ZOE | {"name": "Zoë www.x.org", "notes": "http://x", "club": "www.7", "division": ""}),
    send(FORM, **ZOE | {"member": "4" * 41, "club": "c" * 61, "notes": "n" * 301, "q2": "a" * 201}),
    send(FORM, **ZOE | {"email": "zoe", "telephone": "12", "agreed": None}),
    send(FORM, **ZOE | {"telephone": "www.555", "guardian": "g" * 121}),
    send(FORM, **ZOE | {"is_minor": "on"}),
    send(FORM, **ZOE | {"is_minor": "on", "guardian": "Eva Bold", "email": ""}),
    (FORM, "Register", ZOE),
    (f"/registration/{code(0)}/", ""), (DESK, ""),
]  # fmt: skip
SECOND_FORM = [
    (FORM, "Add another person", {"name": "Łukasz Żak", "division": "open"}),
    send(FORM, **FAMILY, another="1"),
    send(FORM, **FAMILY | {"people": "6", "another": "1"}),
    send(FORM, **FAMILY | {"people": "99", "another": "1"}),
    send(FORM, **FAMILY | {"people": "no", "another": "1"}),
    send(FORM, **FAMILY),
    send(FORM, **FAMILY | {"guardian": "Eva Bold", "p2-name": "Żak Łukasz"}),
    send(FORM, **FAMILY | {"guardian": "Eva Bold", "p2-name": "łukasz żak"}),
    send(FORM, **FAMILY | {"guardian": "Eva Bold", "people": "3"}),
    (FORM, ""),
    (f"/registration/{code(0)}/", ""),
    (f"/registration/{code(1)}/", ""),
    (FORM, "Register", {"name": "Łukasz Żak", "division": "second", "q1": "soup"}),
    (FORM, "Register", {"name": "Łukasz Żak", "division": "second", "q1": "soup", "accepted": "Łukasz Żak"}),
    (FORM, "Register", {"name": "Łukas Żak", "division": "second", "q1": "soup", "member": "L7"}),
    (FORM, "Register", {"name": "Eva Bold", "division": "second", "q1": "soup", "member": "l 7", "by_initials": "on"}),
    (FORM, ""),
    (FORM, "Open my registration", {"code": f" {code(2).lower()} "}),
    (FORM, "Open my registration", {"code": f"{code(0)[:4]} {code(0)[4:]}"}),
    (FORM, "Open my registration", {"code": " "}),
    send("/registration/", code="WRONG", event="nowhere"),
    ("/registration/WRONG/", ""),
    (DESK, ""),
    LOG,
]  # fmt: skip
FIRST_CODE, FAMILY_CODE, HANA_CODE, DAI_CODE, FINN_CODE, ANA_CODE = (
    code(n) for n in (0, 1, 3, 4, 5, 6)
)
OWN_PAGES = [
    (f"/registration/{FAMILY_CODE}/", ""),
    (f"/registration/{DAI_CODE}/", ""),
    (f"/registration/{FINN_CODE}/", ""),
    (f"/registration/{ANA_CODE}/", ""),
    (f"/registration/{FIRST_CODE}/", "Save", {"name": "", "email": "x"}),
    (f"/registration/{FIRST_CODE}/", "Save", {"name": "Zoë Möller"}),
    (f"/registration/{FIRST_CODE}/", "Save", {"member": "L7"}),
    (f"/registration/{FIRST_CODE}/", "Save", {}),
    (f"/registration/{FIRST_CODE}/", "Save", {"email": "", "agreed": None}),
    (f"/registration/{HANA_CODE}/", "Save", {"division": "open"}),
    (f"{DESK}?file=csv", ""),
    (f"/registration/{FINN_CODE}/", "Save", {"division": "open", "q2": "by 8"}),
    (f"/registration/{FIRST_CODE}/", "Withdraw my registration"),
    send(f"/registration/{FIRST_CODE}/", withdraw="1"),
    send(f"/registration/{FIRST_CODE}/", name="Zoë Müller", division="open", q1="soup"),
    (f"{DESK}?sort=name", ""),
    (f"{DESK}?file=csv", ""),
    (f"/registration/{ANA_CODE}/", ""),
    (FORM, ""),
    (LETTERS, ""),
    LOG,
]
LISTED = [
    (DESK, ""),
    (f"{DESK}?file=csv&sort=-state", ""),
    (f"{DESK}?file=csv&state=new", ""),
    (f"{DESK}?file=csv&state=place", ""),
    (f"{DESK}?file=csv&state=waiting", ""),
    (f"{DESK}?file=csv&fee=unpaid", ""),
    (f"{DESK}?file=csv&division=open", ""),
    (f"{DESK}?find=vegan", ""),
    send(CHANGE),
    send(CHANGE, row=["1"], do="dance"),
    send(CHANGE, row=["99"], do="accept"),
    send(CHANGE, row=["1"], do="accept"),
    send(CHANGE, row=["5"], do="accept"),
    send(CHANGE, row=["1", "5"], do="refuse", reason=" "),
    send(CHANGE, row=["1", "5"], do="refuse", reason="No board  left"),
    send(CHANGE, row=["1"], do="withdraw"),
    (f"{DESK}?file=csv&state=ended", ""),
    send(CHANGE, row=["2", "4"], do="withdraw"),
    send(CHANGE, row=["3"], do="refuse", reason="Too young"),
    (f"{DESK}?file=csv", ""),
    (f"/registration/{FIRST_CODE}/", ""),
    (LETTERS, ""),
    LOG,
]
PLAYERS = [
    send(f"{DESK}add/", division="open"),
    send(f"{DESK}add/", division="nowhere"),
    (f"{DESK}add/open/", ""),
    send(f"{DESK}add/open/", **{"who-4": ""}),
    send(f"{DESK}add/open/", **{"who-4": "77"}),
    send(f"{DESK}add/open/", **{"who-4": "1"}),
    send(f"{DESK}add/", division="open"),
    send(f"{DESK}add/", division="second"),
    (f"{DESK}?file=csv&state=player", ""),
    send(f"/registration/{FIRST_CODE}/", withdraw="1"),
    send(f"/registration/{FIRST_CODE}/", name="Zoë Müller", division="open", q1="soup"),
    send(CHANGE, row=["1"], do="refuse", reason="late"),
    (f"{DESK}1/", ""),
    (FORM, "Register", {"name": "Zoë Müller", "division": "second", "q1": "soup"}),
    (FORM, "Register", {"name": "Zoe Mueller", "division": "second", "q1": "soup"}),
    (FORM, "Register", {"name": "Zoe Muller", "division": "second", "q1": "soup"}),
    (FORM, "Register", {"name": "Eva Bold", "division": "second", "q1": "soup", "member": "a12"}),
    (FORM, "Register", {"name": "Eva Bold", "division": "second", "q1": "soup", "member": "b1"}),
    (FORM, "Register", {"name": "Zoe Mueller", "division": "second", "q1": "soup", "member": "a1"}),
    LOG,
]
FEES = [
    (f"{DESK}1/", ""),
    (f"{DESK}2/", ""),
    (f"{DESK}6/", ""),
    (f"{DESK}99/", ""),
    send(CASH, registration="2"),
    send(CASH, registration="2"),
    send(CASH, registration="6"),
    send(CASH, registration="x"),
    send(f"{DESK}1/", do="pay", amount="", how="card"),
    send(f"{DESK}1/", do="pay", amount="much", how="card"),
    send(f"{DESK}1/", do="pay", amount="1" * 21, how="card"),
    send(f"{DESK}1/", do="fee", fee="1" * 21),
    send(f"{DESK}1/", do="pay", amount="100000.01", how="card"),
    send(f"{DESK}1/", do="pay", amount="5 $", how="card"),
    send(f"{DESK}1/", do="pay", amount="0", how="card"),
    send(f"{DESK}1/", do="pay", amount="-1", how="card"),
    send(f"{DESK}1/", do="pay", amount="4,50", how="transfer"),
    (f"/registration/{FIRST_CODE}/", ""),
    send(f"{DESK}1/", do="pay", amount="-4.51", how="cash"),
    send(f"{DESK}1/", do="pay", amount="-4.50", how="cash"),
    send(f"{DESK}1/", do="pay", amount="7", how="other"),
    send(f"{DESK}1/", do="revoke", payment="99"),
    send(f"{DESK}1/", do="revoke", payment="4"),
    send(f"{DESK}1/", do="revoke", payment="4"),
    send(f"{DESK}3/", do="fee", fee="-1"),
    send(f"{DESK}3/", do="fee", fee="dear"),
    send(f"{DESK}3/", do="fee", fee="0"),
    send(f"{DESK}4/", do="fee", fee="8,20 €"),
    send(f"{DESK}4/", do="fee", fee="8.2"),
    send(f"{DESK}4/", do="pay", amount="8.19", how="card"),
    (DESK, ""),
    (f"{DESK}?file=csv&fee=paid", ""),
    (f"{DESK}?file=csv&fee=unpaid&sort=fee", ""),
    (f"{DESK}?file=csv&sort=-fee", ""),
    (f"{CUP}reports/registration_fees/?format=csv", ""),
    (f"{CUP}reports/registered/?format=csv", ""),
    send(f"{DESK}add/", division="open"),
    send(f"{DESK}1/", do="pay", amount="15", how="card"),
    LOG,
    send(f"{DESK}4/", do="fee", fee=""),
    (DESK, ""),
    (f"/registration/{FIRST_CODE}/", ""),
]
MESSAGES = [
    (LETTERS, ""),
    (f"{DESK}1/", "Send the confirmation again"),
    (f"{DESK}5/", "Send the confirmation again"),
    send(CHANGE, row=["6"], do="accept"),
    (LETTERS, ""),
    (LETTERS, "Mark the message to Finn Larsen as sent"),
    send(LETTERS, message=["99"]),
    (LETTERS, "Send now"),
    (LETTERS, ""),
    send(LETTERS, send="1"),
    (f"{DESK}1/", ""),
    send(CHANGE, row=["1", "4"], do="refuse", reason="Full"),
    (LETTERS, "Send now"),
    (LETTERS, "Mark the message to Dai Jones as sent"),
    LOG,
]


@pytest.fixture
@remembered
def with_known_people(desk, all_registered):
    """Someone with nearly the name of a registered person is known, with a rating."""
    play(desk, "Winter", (2, 1), ("Jones Dái 1713", "Zoë Müller #A12 1811", 400, 390))


@pytest.fixture
@remembered
def closed(desk, all_registered):
    """Letters wait when the event is closed."""
    close_event(desk, Event.objects.get(), accepted=True)


CLOSED = [
    (FORM, ""),
    send(FORM, **ZOE),
    (f"/registration/{FIRST_CODE}/", ""),
    send(f"/registration/{FIRST_CODE}/", withdraw="1"),
    send(f"/registration/{FIRST_CODE}/", **ZOE | {"name": "Zoë Żak"}),
    (f"{DESK}1/", ""),
    send(CHANGE, row=["1"], do="refuse", reason="late"),
    send(f"{DESK}1/", do="again"),
    (RULES, "Save", {"limit": "9"}),
    (LETTERS, "Send now"),
    (LETTERS, ""),
    ("/calendar/1/", ""),
]
ACCEPTING = [
    (RULES, "Save", {"asks_director": "on", "fee": "", "shows_names": None}),
    (FORM, "Register", ZOE),
    (
        FORM,
        "Register",
        {
            "name": "Zoë Müller",
            "division": "second",
            "q1": "rice",
            "telephone": "555 1",
            "agreed": "on",
        },
    ),
    (FORM, "Register", {"name": "Gus Müller", "division": "second", "member": "a12", "q1": "rice"}),
    (FORM, ""),
    (f"/registration/{code(0)}/", ""),
    (f"{DESK}?file=csv&state=new", ""),
    send(f"{DESK}add/", division="open"),
    send(CHANGE, row=["1", "2"], do="accept"),
    send(CHANGE, row=["1", "3"], do="accept"),
    (f"{DESK}?file=csv", ""),
    (LETTERS, "Send now"),
    (f"/registration/{code(0)}/", ""),
    send(CHANGE, row=["2"], do="withdraw"),
    (f"{DESK}?file=csv", ""),
    LOG,
]
STORIES = {
    "accepting": ("cup_open", ACCEPTING),
    "closed": ("closed", CLOSED),
    "rules": ("spring_cup", RULES_STORY),
    "registering": ("cup_open", REGISTERING),
    "families": ("cup_open", SECOND_FORM),
    "own pages": ("all_registered", OWN_PAGES),
    "list": ("all_registered", LISTED),
    "players": ("with_known_people", PLAYERS),
    "fees": ("all_registered", FEES),
    "messages": ("all_registered", MESSAGES),
}


@pytest.mark.parametrize("name", STORIES)
def test_answers_are_those_approved(story, name):
    story(name, *STORIES[name])


@pytest.mark.parametrize(
    ("form", "field", "longest"),
    [
        (QuestionsForm, "label-1", 120),
        (QuestionsForm, "choices-1", 4000),
        (PaymentForm, "amount", 20),
        (FeeForm, "fee", 20),
        (RegistrationRulesForm, "fee", 20),
        (RegistrationRulesForm, "about", 1000),
        (RegisterForm, "name", 80),
        (RegisterForm, "member", 40),
        (RegisterForm, "club", 60),
        (RegisterForm, "notes", 300),
        (RegistrationContactForm, "email", 254),
        (RegistrationContactForm, "telephone", 40),
        (RegistrationContactForm, "guardian", 120),
    ],
)
def test_longest_text_of_each_field(spring_cup, form, field, longest):
    given = {
        QuestionsForm: {"questions": []},
        RegistrationRulesForm: {"divisions": []},
        RegisterForm: {"divisions": [], "rules": registration_rules_of(spring_cup)},
        RegistrationContactForm: {"kept_days": 5},
    }
    assert form(**given.get(form, {})).fields[field].max_length == longest


def test_numbers_of_attempts_and_people():
    for limit in (REGISTRATION_THROTTLE, REGISTRATION_CODE_THROTTLE):
        assert (limit.most, limit.seconds) == (10, 600)
    assert (6, 50, 50, dt.timedelta(minutes=5)) == (
        MAX_PEOPLE,
        MAX_SHOWN,
        MAX_MESSAGES_AT_ONCE,
        RETRY_DELAY,
    )


def test_attempts_from_one_device_are_limited(story, monkeypatch):
    monkeypatch.setattr(REGISTRATION_THROTTLE, "most", 2)
    monkeypatch.setattr(REGISTRATION_CODE_THROTTLE, "most", 3)
    steps = [
        *[send(FORM, name="")] * 3,
        send(FORM, **FAMILY, another="1"),
        *[send("/registration/", code="WRONG", event="spring-cup")] * 3,
        send("/registration/", code=FIRST_CODE, event="spring-cup"),
        (f"/registration/{FIRST_CODE}/", ""),
    ]
    story("attempts", "all_registered", steps)
