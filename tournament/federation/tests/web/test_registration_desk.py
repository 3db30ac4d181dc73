"""The organiser's pages for registration: fees, single registrations, questions, messages and deletion."""

import csv
import datetime as dt
import json
import re

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.remembered import remembered
from tests.shown import main_words
from tournament.actions.event.housekeeping import close_event
from tournament.federation.actions.contacts import delete_overdue_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.registered_players import add_registered_players
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_fees import record_payment
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import (
    register,
    register_family,
    withdraw_registration,
)
from tournament.federation.models import (
    Registration,
    RegistrationContact,
    RegistrationMessage,
    RegistrationPayment,
    RegistrationRules,
)
from tournament.federation.queries.personal_data import personal_data
from tournament.federation.reports.personal_data import personal_report
from tournament.federation.tests.mail_server import mail_server, use_mail_server
from tournament.models import Event, Player
from tournament.queries.files.archive import archived_rows_of
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/registration/"
SECRET = ("eva@example.org", "5551234", "Grandma Quist", "vegan")


@pytest.fixture
@remembered
def family(desk, event, division):
    """Create two registrations: Eva has a place, her child Ben waits."""
    set_registration_rules(desk, event, when="now", limit=1, fee="15 €")
    contact = TypedContact("eva@example.org", "0660 5551234", "Grandma Quist", agreed=True)
    people = [
        TypedRegistration("Eva Lopez", notes="vegan"),
        TypedRegistration("Ben Lopez", is_minor=True),
    ]
    return register_family(Actor("Eva"), event, people, contact)


def test_list_shows_totals_and_takes_cash_with_one_click(director_client, family):
    page = director_client.get(PAGE)
    assert "Fees: 0 € of 15 € paid; 1 person still owes 15 €." in main_words(page)
    assert page.text.count('form="cash"') == 1
    assert 'aria-label="Eva Lopez paid 15 € in cash"' in page.text
    back = {"registration": family[0].pk, "back": f"{PAGE}?state=place"}
    paid = director_client.post(f"{PAGE}cash/", back, follow=True)
    assert paid.redirect_chain == [(f"{PAGE}?state=place#registered-{family[0].pk}", 302)]
    assert f'id="registered-{family[0].pk}"' in paid.text
    assert "Eva Lopez paid 15 € in cash." in paid.text
    assert "15 € paid, cash" in main_words(paid)
    again = director_client.post(f"{PAGE}cash/", back, follow=True)
    assert "Eva Lopez owes nothing." in main_words(again)
    assert RegistrationPayment.objects.count() == 1
    assert "Ben Lopez" not in main_words(director_client.get(f"{PAGE}?fee=paid"))
    assert "Eva Lopez" not in main_words(director_client.get(f"{PAGE}?fee=unpaid"))
    assert director_client.post(f"{PAGE}cash/", {"registration": "9x"}).status_code == 404


def test_registration_page_shows_everything_and_logs_the_view(director_client, family):
    own = f"{PAGE}{family[0].pk}/"
    shown = main_words(director_client.get(own))
    assert "On the same form Ben Lopez" in shown
    child = main_words(director_client.get(f"{PAGE}{family[1].pk}/"))
    assert "Parent or guardian Grandma Quist" in child
    assert not [word for word in SECRET if word not in shown + child]
    assert Activity.objects.latest("pk").summary == (
        "Contact details in the registration of Ben Lopez viewed."
    )
    director_client.post(own, {"do": "pay", "amount": "5,50 €", "how": "transfer"})
    wrong = director_client.post(own, {"do": "pay", "amount": "lots", "how": "transfer"})
    assert wrong.status_code == 422
    assert 'value="lots"' in wrong.text
    assert "“lots” is not an amount. Write it as 15 €." in main_words(wrong)
    director_client.post(own, {"do": "fee", "fee": "10"})
    assert "4.50 € of 10 € to pay" in main_words(director_client.get(own))
    payment = RegistrationPayment.objects.get()
    director_client.post(own, {"do": "revoke", "payment": payment.pk})
    assert "10 € to pay" in main_words(director_client.get(own))
    other = f"{PAGE}{family[1].pk}/"
    assert director_client.post(other, {"do": "revoke", "payment": payment.pk}).status_code == 404


def test_list_files_and_papers_contain_no_contacts(director_client, event, family):
    everything = [
        director_client.get(PAGE).text,
        director_client.get(f"{PAGE}?file=csv").content.decode("utf-8-sig"),
        director_client.get("/events/autumn-open/reports/registered/?format=csv").content.decode(),
        json.dumps(archived_rows_of(Event.objects.get(pk=event.pk)), default=str),
        director_client.get("/hall/autumn-open/register/").text,
    ]
    found = [word for word in SECRET[:3] for text in everything if word in text]
    assert found == []


def test_waiting_messages_are_shown_and_marked_as_sent(director_client, family, settings):
    settings.EMAIL_HOST, settings.EMAIL_BACKEND = "", "django.core.mail.backends.smtp.EmailBackend"
    withdraw_registration(Actor("Eva"), family[0])
    assert "1 message waiting" in main_words(director_client.get(PAGE))
    page = director_client.get(f"{PAGE}messages/")
    assert "No mail server is set" in main_words(page)
    assert "A place has become free: Ben Lopez now has a place in Autumn Open" in page.text
    assert "mailto:eva%40example.org?subject=Autumn%20Open" in page.text
    assert Activity.objects.latest("pk").verb == "look_at_messages"
    row = RegistrationMessage.objects.get()
    done = director_client.post(f"{PAGE}messages/", {"message": row.pk}, follow=True)
    assert "1 message marked as sent." in done.text
    assert "No messages are waiting." in main_words(done)
    twice = director_client.post(f"{PAGE}messages/", {"message": row.pk}, follow=True)
    assert "already marked as sent" in main_words(twice)


def test_unreachable_mail_server_is_named_and_retried(director_client, family, settings):
    use_mail_server(settings, 1)
    away = director_client.post(f"{PAGE}messages/", {"send": "1"}, follow=True)
    assert "1 message is still waiting: the mail server says “[Errno 111]" in away.text
    assert "The mail server 127.0.0.1 did not accept the messages at" in main_words(away)
    assert "Try again now" in main_words(away)
    with mail_server(settings) as letters:
        sent = director_client.post(f"{PAGE}messages/", {"send": "1"}, follow=True)
    assert "1 message sent." in sent.text
    assert len(letters) == 1
    nothing = director_client.post(f"{PAGE}messages/", {"send": "1"}, follow=True)
    assert "No waiting message has an e-mail address." in main_words(nothing)
    again = director_client.post(f"{PAGE}{family[0].pk}/", {"do": "again"}, follow=True)
    assert "The confirmation has been added to the waiting messages." in again.text
    assert RegistrationMessage.objects.filter(sent_at=None).count() == 1


def test_questions_are_added_changed_and_removed(director_client, event, division):
    def questions():
        return [
            (row["key"], row["label"], row["choices"], row["is_removed"])
            for row in RegistrationRules.objects.get().questions
        ]

    where = f"{PAGE}questions/"
    form = {"label-1": "Meal", "choices-1": "meat, none", "label-2": "Train", "required-2": "on"}
    seen = {"seen": re.search(r'name="seen" value="([^"]*)"', director_client.get(where).text)[1]}
    assert director_client.post(where, {**form, **seen}).status_code == 302
    stale = director_client.post(where, {"label-1": "Shirt", **seen})
    assert stale.status_code == 422
    assert "The list of questions for Autumn Open has changed" in main_words(stale)
    assert 'value="Shirt"' in stale.text
    seen = {"seen": re.search(r'name="seen" value="([^"]*)"', director_client.get(where).text)[1]}
    assert director_client.post(where, {"label-2": "Which train?", **seen}).status_code == 302
    assert questions() == [
        ("q2", "Which train?", [], False),
        ("q1", "Meal", ["meat", "none"], True),
    ]
    wrong = director_client.post(where, {"label-1": "Meal", "choices-1": "meat"})
    assert "Give at least two answers to “Meal”" in main_words(wrong)


def rows_of_report(key, event):
    """Return the rows of a report as CSV."""
    chosen = find_definition(key)
    report = build_report(chosen, event, chosen.Options(), timezone.localtime(), "csv")
    return list(csv.reader(render_report(report, "csv").content.decode("utf-8-sig").splitlines()))


def test_fee_report_lists_payments_and_totals(desk, event, family):
    record_payment(desk, family[0], amount="5", how="transfer")
    record_payment(desk, family[0], amount="10", how="cash")
    rows = rows_of_report("registration_fees", event)
    today = timezone.localdate().isoformat()
    way = "bank transfer, cash"
    assert ["Eva Lopez", "A", "registered", "15", "15", "0", way, today] in rows
    assert [row[:2] for row in rows if row and row[-1] == "€"] == [
        ["Fees", "15"],
        ["Paid", "15"],
        ["Paid: cash", "10"],
        ["Paid: bank transfer", "5"],
        ["To pay", "0"],
    ]


def test_printed_list_is_sorted_by_name_with_the_waiting_list_in_order(desk, event, division):
    set_registration_rules(desk, event, when="now", limit=2)
    for name in ("Zoë Quist", "Ana Ruiz", "Dai Price", "Ben Stone"):
        register(Actor("me"), event, TypedRegistration(name, division))
    today = timezone.localdate().isoformat()
    rows = [row for row in rows_of_report("registered", event) if row and row[-1] == today]
    assert rows == [
        ["1", "Ana Ruiz", "A", "", "", today],
        ["2", "Zoë Quist", "A", "", "", today],
        ["1", "Dai Price", "A", "", "", today],
        ["2", "Ben Stone", "A", "", "", today],
    ]


def test_contacts_answers_and_notes_are_deleted_after_their_retention(desk, event, family):
    day = timezone.localdate()
    Event.objects.filter(pk=event.pk).update(date=day - dt.timedelta(days=365))
    assert delete_overdue_contacts(today=day) == 0
    assert delete_overdue_contacts(today=day + dt.timedelta(days=1)) == 2
    assert not RegistrationContact.objects.exists()
    assert not RegistrationMessage.objects.exists()
    assert set(Registration.objects.values_list("notes", flat=True)) == {""}
    assert Registration.objects.count() == 2


def test_contacts_are_deleted_at_closing_if_kept_for_zero_days(desk, event, family):
    organisation = event.organisation
    organisation.contacts_kept_days = 0
    organisation.save()
    close_event(desk, event, accepted=True)
    assert not RegistrationContact.objects.exists()


def test_personal_data_file_includes_registrations_and_erasing_removes_them(
    desk, event, division, family
):
    record_payment(desk, family[0], amount="15", how="cash")
    add_registered_players(desk, division)
    eva = Player.objects.get(name="Eva Lopez")
    report = personal_report(personal_data(eva), timezone.localtime())
    text = render_report(report, "json").content.decode()
    assert not [word for word in ("eva@example.org", "5551234", "vegan") if word not in text]
    assert '"amount": 15' in text
    erase_person(desk, eva, typed="Eva Lopez", reason="asked for it")
    row = Registration.objects.get(pk=family[0].pk)
    assert (row.name, row.notes, row.club) == ("E. L.", "", "")
    assert list(RegistrationContact.objects.values_list("registration", flat=True)) == [
        family[1].pk
    ]


def test_registration_and_message_pages_take_a_constant_number_of_queries(
    director_client, family, django_assert_num_queries
):
    own, messages = f"{PAGE}{family[0].pk}/", f"{PAGE}messages/"
    director_client.get(own)
    with django_assert_num_queries(18):
        director_client.get(own)
    with django_assert_num_queries(15):
        director_client.get(messages)
    RegistrationMessage.objects.create(
        registration=family[1], kind="moved_up", made_at=timezone.now()
    )
    with django_assert_num_queries(15):
        director_client.get(messages)
