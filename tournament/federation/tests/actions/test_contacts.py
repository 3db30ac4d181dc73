"""Contact details of people: each view is logged, their content is not, and they are deleted on time."""

import datetime as dt
import io
import json

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity, Organisation
from scoring.tenancy import FIRST_TENANT
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.entries import add_players
from tournament.actions.people.persons import correct_person, merge_persons
from tournament.federation.actions.contacts import (
    change_contacts,
    delete_overdue_contacts,
    set_retention_period,
    view_contacts,
)
from tournament.federation.models import Contact
from tournament.models import Player

pytestmark = pytest.mark.django_db

ADDRESS = {
    "email": "ana@secret.example",
    "telephone": "0660 5551234",
    "call_whom": "her mother, 5559876",
}


@pytest.fixture
def ana(four):
    return Player.objects.get(name="Ana Lopez")


def log_as_text():
    return json.dumps(
        [
            [row.summary, row.reason, row.message, row.before, row.after, row.facts]
            for row in Activity.objects.all()
        ]
    )


def test_log_records_a_change_of_contacts_without_their_content(desk, ana):
    assert change_contacts(desk, ana, ADDRESS) == ("email", "telephone", "call_whom")
    assert change_contacts(desk, ana, ADDRESS | {"telephone": ""}) == ("telephone",)
    entry = Activity.objects.latest("id")
    assert (entry.verb, entry.chain) == ("change_contacts", f"organisation:{FIRST_TENANT}")
    assert entry.summary == "Contact details of Ana Lopez: telephone changed."
    assert not [text for text in ("secret", "5551234", "5559876") if text in log_as_text()]


def test_each_view_of_contacts_is_logged(desk, ana):
    change_contacts(desk, ana, ADDRESS)
    assert view_contacts(desk, ana) == ADDRESS
    view_contacts(Actor("somebody else"), ana)
    looks = Activity.objects.filter(verb="look_at_contacts").order_by("id")
    assert [(row.actor, row.summary, row.chain) for row in looks] == [
        (desk.name, "Contact details of Ana Lopez viewed.", f"organisation:{FIRST_TENANT}"),
        ("somebody else", "Contact details of Ana Lopez viewed.", f"organisation:{FIRST_TENANT}"),
    ]


def test_invalid_address_is_refused_and_nothing_changes(desk, ana):
    with pytest.raises(Refused, match="“ana” is not an e-mail address"):
        change_contacts(desk, ana, {"email": "ana", "telephone": "1"})
    assert not Contact.objects.exists()


def test_contacts_are_deleted_a_year_after_the_last_event(desk, ana, event):
    change_contacts(desk, ana, ADDRESS)
    last = event.date
    assert delete_overdue_contacts(today=last + dt.timedelta(days=365)) == 0
    assert delete_overdue_contacts(today=last + dt.timedelta(days=366)) == 1
    assert not Contact.objects.exists()
    entry = Activity.objects.latest("id")
    assert (entry.actor, entry.summary) == (
        "Ninetimer",
        "Contact details of 1 person removed, 365 days after the last event.",
    )
    assert entry.after == {"people": [ana.pk]}


def test_later_event_postpones_the_deletion_of_contacts(desk, ana, event):
    change_contacts(desk, ana, ADDRESS)
    later = create_event(
        desk, name="Spring Open", preset="club", date=event.date + dt.timedelta(days=180)
    )
    add_players(desk, create_division(desk, later, name="A"), "Ana Lopez 1800")
    assert delete_overdue_contacts(today=event.date + dt.timedelta(days=366)) == 0


def test_contacts_without_an_event_expire_from_their_creation_date(desk, ana):
    nobody = Player.objects.create(
        name="Nora", sort_name="Nora", name_key="nora", created_at=timezone.now()
    )
    change_contacts(desk, nobody, ADDRESS)
    today = timezone.localdate()
    assert delete_overdue_contacts(today=today + dt.timedelta(days=365)) == 0
    assert delete_overdue_contacts(today=today + dt.timedelta(days=366)) == 1


def test_contacts_are_deleted_at_closing_if_kept_for_zero_days(desk, ana, event):
    organisation = Organisation.objects.get(pk=FIRST_TENANT)
    set_retention_period(desk, organisation, 0)
    change_contacts(desk, ana, ADDRESS)
    assert delete_overdue_contacts() == 0
    close_event(desk, event, accepted=True)
    assert not Contact.objects.exists()


def test_shorter_retention_deletes_expired_contacts_at_once(desk, ana, event):
    event.date = timezone.localdate() - dt.timedelta(days=100)
    event.save()
    change_contacts(desk, ana, ADDRESS)
    set_retention_period(desk, Organisation.objects.get(pk=FIRST_TENANT), 100)
    assert Contact.objects.exists()
    set_retention_period(desk, Organisation.objects.get(pk=FIRST_TENANT), 99)
    assert not Contact.objects.exists()
    with pytest.raises(
        Refused, match="Contact details can be kept for 0 to 3650 days after the last event"
    ):
        set_retention_period(desk, Organisation.objects.get(pk=FIRST_TENANT), 3651)


def test_dry_run_of_the_command_lists_affected_people(desk, ana, event):
    event.date = timezone.localdate() - dt.timedelta(days=400)
    event.save()
    change_contacts(desk, ana, ADDRESS)
    shown = io.StringIO()
    call_command("forget_contacts", "--dry-run", stdout=shown)
    since = event.date + dt.timedelta(days=365)
    assert (
        shown.getvalue() == f"Ana Lopez (the first organisation): due for removal since {since}\n"
    )
    assert Contact.objects.exists()
    shown = io.StringIO()
    call_command("forget_contacts", stdout=shown)
    assert shown.getvalue() == "The contact details of 1 person have been removed.\n"
    assert not Contact.objects.exists()


def test_merged_player_inherits_missing_contacts(desk, ana):
    ben = Player.objects.get(name="Ben Okafor")
    change_contacts(desk, ana, {"email": "ana@secret.example"})
    change_contacts(desk, ben, {"email": "ben@secret.example", "telephone": "1"})
    merge_persons(desk, ana, ben)
    contact = Contact.objects.get()
    assert (contact.player, contact.email, contact.telephone) == (ana, "ana@secret.example", "1")


def test_name_is_corrected_everywhere_with_a_reason_once_published(desk, ana, round_one):
    with pytest.raises(ReasonMissing):
        correct_person(desk, ana, name="Lopes, Ana", is_minor=False)
    corrected = correct_person(desk, ana, name="Lopes, Ana", is_minor=True, reason="misspelt")
    assert (corrected.name, corrected.sort_name, corrected.is_minor) == (
        "Ana Lopes",
        "Lopes, Ana",
        True,
    )
    entry = Activity.objects.latest("id")
    assert entry.summary == "Ana Lopez: name (now Ana Lopes), minor changed."
    assert entry.reason == "misspelt"
    with pytest.raises(Refused, match="There is already a person called Ben Okafor"):
        correct_person(desk, corrected, name="Ben Okafor", is_minor=True, reason="x")
    assert correct_person(desk, corrected, name="Ana Lopes", is_minor=True) == corrected
    assert Activity.objects.latest("id") == entry
