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
from tournament.actions.act import Refused
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_messages import (
    mark_delivered,
    send_messages,
    send_waiting_messages,
)
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import (
    refuse_registrations,
    register,
    register_family,
    withdraw_registration,
)
from tournament.federation.models import Registration, RegistrationMessage
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


def waiting(event):
    return [(row.registration.name, row.kind) for row in waiting_messages(event)]


def content(letter):
    sender, to, data = letter
    read = email.message_from_bytes(data, policy=email.policy.default)
    return sender, to, read["Subject"], read.get_content().replace("\r\n", "\n")


@pytest.fixture
def closed_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_confirmation_is_mailed_with_code_link_and_fee(opened, settings):
    row = register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"), contact=ANA)
    with mail_server(settings) as letters:
        send_waiting_messages()
        send_waiting_messages()
    (letter,) = letters
    sender, to, subject, text = content(letter)
    assert (sender, to, subject) == (
        "club@example.org",
        ["ana@example.org"],
        "Autumn Open: your registration",
    )
    assert text.split("\n\n")[:4] == [
        "Hello Ana Lopez,",
        f"Ana Lopez (A): registered. Code: {row.shown_code}",
        f"To change or withdraw your registration: https://club.example.org/registration/{row.code}/",
        "Fee: 15 €",
    ]
    assert "Bring a clock." in text
    assert waiting(opened) == []
    assert Activity.objects.latest("pk").summary == "1 message to a registered person sent by mail."


def test_message_waits_while_the_mail_server_is_down_and_is_sent_later(
    desk, opened, settings, closed_port
):
    register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"), contact=ANA)
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
    wrong = TypedContact(email="nobody@example.org", agreed=True)
    register(Actor("Ben"), opened, TypedRegistration("Ben Okafor"), contact=wrong)
    register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"), contact=ANA)
    with mail_server(settings, refused=["nobody@example.org"]) as letters:
        done = send_messages(desk, opened)
    assert (done.sent, done.waiting, done.problem) == (1, 1, "550 No such mailbox")
    assert len(letters) == 1
    assert waiting(opened) == [("Ben Okafor", "registered")]


def test_moving_up_creates_a_message_even_without_an_address(desk, opened, settings):
    settings.EMAIL_HOST, settings.EMAIL_BACKEND = "", "django.core.mail.backends.smtp.EmailBackend"
    ana = register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"), contact=ANA)
    register(Actor("Ben"), opened, TypedRegistration("Ben Okafor"))
    withdraw_registration(Actor("Ana"), ana)
    assert waiting(opened) == [("Ben Okafor", "moved_up")], (
        "Ana's confirmation is not true any more"
    )
    (row,) = waiting_messages(opened)
    (facts,) = mail_facts([row])
    mail = mail_of(facts)
    assert (mail.to, mail.link, mail.subject) == ("", "", "Autumn Open: you have a place")
    assert "A place has become free: Ben Okafor now has a place in Autumn Open" in mail.body
    with pytest.raises(Refused, match="No mail server is set"):
        send_messages(desk, opened)
    assert mark_delivered(desk, opened, [row]) == 1
    with pytest.raises(Refused, match="already marked as sent"):
        mark_delivered(desk, opened, [row])
    assert RegistrationMessage.objects.get().by_hand is True


def test_family_gets_one_confirmation_in_the_language_of_its_form(opened):
    people = [TypedRegistration("Ana Lopez"), TypedRegistration("Ben Lopez", is_minor=True)]
    german = TypedContact(email="ana@example.org", guardian="Eva Lopez", agreed=True, language="de")
    ana, ben = register_family(Actor("Ana"), opened, people, german)
    (row,) = waiting_messages(opened)
    (facts,) = mail_facts([row])
    body = mail_of(facts).body
    assert body.startswith("Hallo Ana Lopez,")
    assert ana.shown_code in body
    assert f"Ben Lopez (A): auf der Warteliste, Platz 1. Code: {ben.shown_code}" in body
    assert ana.family == ben.family != ""
    assert (ana.contact.guardian, ben.contact.guardian) == ("", "Eva Lopez")


def test_refusal_message_contains_the_reason(desk, opened):
    ana = register(Actor("Ana"), opened, TypedRegistration("Ana Lopez"), contact=ANA)
    refuse_registrations(desk, [Registration.objects.get(pk=ana.pk)], reason="Members only")
    assert waiting(opened) == [("Ana Lopez", "refused")]
    (facts,) = mail_facts(waiting_messages(opened))
    assert "was refused: Members only" in mail_of(facts).body


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
