"""What the stories do not compare of registration at the desk: focus, mail servers, old contacts, other events."""

import datetime as dt
import json

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.tenancy import tenant
from tests.remembered import remembered
from tests.shown import main_words
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.contacts import delete_overdue_contacts
from tournament.federation.actions.registration_checks import TypedContact, TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register, register_family
from tournament.federation.models import (
    Registration,
    RegistrationContact,
    RegistrationMessage,
    RegistrationPayment,
)
from tournament.federation.tests.mail_server import mail_server, use_mail_server
from tournament.models import Event
from tournament.queries.files.archive import archived_rows_of

pytestmark = pytest.mark.django_db
PAGE = "/events/autumn-open/registration/"
SECRET = ("eva@example.org", "5551234", "Grandma Quist")


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


def test_cash_button_names_the_person_and_returns_to_the_row(director_client, family):
    assert 'aria-label="Eva Lopez paid 15 € in cash"' in director_client.get(PAGE).text
    back = {"registration": family[0].pk, "back": f"{PAGE}?state=place"}
    paid = director_client.post(f"{PAGE}cash/", back, follow=True)
    assert paid.redirect_chain == [(f"{PAGE}?state=place#registered-{family[0].pk}", 302)]
    assert f'id="registered-{family[0].pk}"' in paid.text
    revoke = {"do": "revoke", "payment": RegistrationPayment.objects.get().pk}
    assert director_client.post(f"{PAGE}{family[1].pk}/", revoke).status_code == 404


def test_list_files_and_papers_contain_no_contacts(director_client, family):
    event = Event.objects.get()
    everything = [
        director_client.get(PAGE).text,
        director_client.get(f"{PAGE}?file=csv").content.decode("utf-8-sig"),
        director_client.get("/events/autumn-open/reports/registered/?format=csv").text,
        json.dumps(archived_rows_of(event), default=str),
        director_client.get("/hall/autumn-open/register/").text,
    ]
    assert [word for word in SECRET for text in everything if word in text] == []


def test_missing_or_unreachable_mail_server_is_named_and_retried(director_client, family, settings):
    settings.EMAIL_HOST, settings.EMAIL_BACKEND = "", "django.core.mail.backends.smtp.EmailBackend"
    assert "1 message waiting" in main_words(director_client.get(PAGE))
    assert "No mail server is set" in main_words(director_client.get(f"{PAGE}messages/"))
    use_mail_server(settings, 1)
    away = director_client.post(f"{PAGE}messages/", {"send": "1"}, follow=True)
    assert "1 message is still waiting: the mail server says “[Errno 111]" in away.text
    assert "The mail server 127.0.0.1 did not accept the messages at" in main_words(away)
    assert "Try again now" in main_words(away)
    with mail_server(settings) as letters:
        director_client.post(f"{PAGE}messages/", {"send": "1"})
    assert len(letters) == 1


def test_contacts_answers_and_notes_are_deleted_after_their_retention(desk, event, family):
    day = timezone.localdate()
    Event.objects.filter(pk=event.pk).update(date=day - dt.timedelta(days=365))
    assert delete_overdue_contacts(today=day) == 0
    assert delete_overdue_contacts(today=day + dt.timedelta(days=1)) == 2
    assert not RegistrationContact.objects.exists()
    assert not RegistrationMessage.objects.exists()
    assert list(Registration.objects.values_list("notes", flat=True)) == ["", ""]


def test_contacts_are_deleted_at_closing_if_kept_for_zero_days(desk, event, family):
    event.organisation.contacts_kept_days = 0
    event.organisation.save()
    Event.objects.update(date=timezone.localdate() - dt.timedelta(days=1))
    assert delete_overdue_contacts() == 0
    close_event(desk, event, accepted=True)
    assert not RegistrationContact.objects.exists()


def test_marked_rows_change_together_or_not_at_all_and_only_those_of_the_event(
    director_client, desk, family
):
    def do(what, *rows):
        form = {"do": what, "row": [row.pk for row in rows], "reason": "x"}
        return main_words(director_client.post(f"{PAGE}change/", form, follow=True))

    eva, ben = family
    do("withdraw", ben)
    assert "can no longer be changed" in do("refuse", eva, ben)
    with tenant(create_organisation(desk, name="Northern Lights").pk):
        theirs = create_event(desk, name="Northern Open", preset="club")
        set_registration_rules(desk, theirs, when="now")
        row = register(Actor("q"), theirs, TypedRegistration("Quillon Quay"))
    assert "1 selected row is no longer in the list" in do("withdraw", row)
    assert {one.state for one in Registration.objects.filter(pk__in=[eva.pk, row.pk])} == {"place"}
    assert Activity.objects.filter(verb="end_registration").count() == 1
