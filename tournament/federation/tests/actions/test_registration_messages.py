"""Messages to registered people: sent by mail, queued while the server is down, or sent by hand."""

import datetime as dt
import email
import email.policy
import socket

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.remembered import remembered
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_messages import (
    mark_delivered,
    send_messages,
    send_waiting_messages,
)
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import (
    register,
    register_family,
    withdraw_registration,
)
from tournament.federation.models import RegistrationMessage
from tournament.federation.queries.registration_messages import mail_facts, waiting_messages
from tournament.federation.tests.mail_server import mail_server, use_mail_server
from tournament.federation.wording.registration_mail import mail_of

pytestmark = pytest.mark.django_db
ANA = TypedContact(
    email="ana@example.org", agreed=True, language="en", address="https://club.example.org"
)


@pytest.fixture
@remembered
def opened(desk, event, division):
    """Return an event open for registration, with one place."""
    set_registration_rules(desk, event, when="now", limit=1, fee="15 €", about="Bring a clock.")
    return event


def come(event, name="Ana Lopez", contact=ANA):
    return register(Actor(name), event, TypedRegistration(name), contact=contact)


def waiting(event):
    return [(row.registration.name, row.kind) for row in waiting_messages(event)]


def the_mail(event):
    return mail_of(*mail_facts(waiting_messages(event)))


def test_letter_is_sent_once_with_the_programs_address(opened, settings):
    row = come(opened)
    with mail_server(settings) as letters:
        send_waiting_messages()
        send_waiting_messages()
    ((sender, to, data),) = letters
    read = email.message_from_bytes(data, policy=email.policy.default)
    assert (sender, to, read["Subject"]) == (
        "club@example.org", ["ana@example.org"], "Autumn Open: your registration",
    )  # fmt: skip
    assert f"https://club.example.org/registration/{row.code}/" in read.get_content()
    assert waiting(opened) == []


def test_message_waits_while_the_mail_server_is_down_and_is_sent_later(desk, opened, settings):
    come(opened)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        closed_port = probe.getsockname()[1]
    use_mail_server(settings, closed_port)
    away = send_messages(desk, opened)
    assert (away.sent, away.waiting) == (0, 1)
    assert "refused" in away.problem
    (row,) = waiting_messages(opened)
    assert row.problem == away.problem
    entries = Activity.objects.filter(verb="keep_messages")
    assert [entry.summary for entry in entries] == [
        "1 message is waiting: the mail server 127.0.0.1 did not accept it."
    ]
    send_messages(desk, opened)
    assert entries.count() == 1, "the same failure is told once"
    with mail_server(settings) as letters:
        send_waiting_messages()
        assert letters == [], "the program does not try again at once"
        send_waiting_messages(timezone.now() + dt.timedelta(minutes=6))
        assert [to for _sender, to, _data in letters] == [["ana@example.org"]]
    assert waiting(opened) == []


def test_refused_address_does_not_delay_other_messages(desk, opened, settings):
    come(opened, "Ben Okafor", TypedContact(email="nobody@example.org", agreed=True))
    come(opened)
    with mail_server(settings, refused=["nobody@example.org"]) as letters:
        done = send_messages(desk, opened)
    assert (done.sent, done.waiting, done.problem) == (1, 1, "550 No such mailbox")
    assert len(letters) == 1
    assert waiting(opened) == [("Ben Okafor", "registered")]


def test_moving_up_creates_a_message_even_without_an_address(desk, opened):
    ana = come(opened)
    come(opened, "Ben Okafor", None)
    withdraw_registration(Actor("Ana"), ana)
    assert waiting(opened) == [("Ben Okafor", "moved_up")], "Ana's confirmation is not true now"
    mail = the_mail(opened)
    assert (mail.to, mail.link, mail.subject) == ("", "", "Autumn Open: you have a place")
    assert mark_delivered(desk, opened, waiting_messages(opened)) == 1
    assert RegistrationMessage.objects.get().by_hand is True


def test_family_gets_one_confirmation_in_the_language_of_its_form(opened):
    people = [TypedRegistration("Ana Lopez"), TypedRegistration("Ben Lopez", is_minor=True)]
    german = TypedContact(email="ana@example.org", guardian="Eva Lopez", agreed=True, language="de")
    ana, ben = register_family(Actor("Ana"), opened, people, german)
    body = the_mail(opened).body
    assert body.startswith("Hallo Ana Lopez,")
    assert ana.shown_code in body
    assert f"Ben Lopez (A): auf der Warteliste, Platz 1. Code: {ben.shown_code}" in body
    assert (ana.contact.guardian, ben.contact.guardian) == ("", "Eva Lopez")


def test_log_contains_no_contacts(desk, opened, settings):
    contact = TypedContact(
        email="ana@example.org", telephone="0660 5551234", guardian="Eva Lopez", agreed=True
    )
    register(Actor("Ana"), opened, TypedRegistration("Ana Lopez", is_minor=True), contact=contact)
    with mail_server(settings):
        send_messages(desk, opened)
    columns = ("summary", "message", "before", "after", "facts")
    text = str(list(Activity.objects.values_list(*columns)))
    assert not [word for word in ("ana@example.org", "5551234", "Eva Lopez") if word in text]
