"""Contact details of people: their content is never in the log, and they are deleted on time."""

import datetime as dt
import io

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity, Organisation
from scoring.tenancy import FIRST_TENANT
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.entries import add_players
from tournament.actions.people.persons import merge_persons
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
def ana(desk, four):
    player = Player.objects.get(name="Ana Lopez")
    change_contacts(desk, player, ADDRESS)
    return player


@pytest.fixture
def house():
    return Organisation.objects.get(pk=FIRST_TENANT)


def test_changes_and_views_of_contacts_are_logged_without_their_content(desk, ana):
    assert change_contacts(desk, ana, ADDRESS | {"telephone": ""}) == ("telephone",)
    assert view_contacts(Actor("somebody else"), ana) == ADDRESS | {"telephone": ""}
    *_, change, look = Activity.objects.order_by("id")
    assert (change.actor, change.verb, change.summary) == (
        desk.name, "change_contacts", "Contact details of Ana Lopez: telephone changed.",
    )  # fmt: skip
    assert (look.actor, look.verb, look.summary) == (
        "somebody else", "look_at_contacts", "Contact details of Ana Lopez viewed.",
    )  # fmt: skip
    assert change.chain == look.chain == f"organisation:{FIRST_TENANT}"
    columns = ("summary", "reason", "message", "before", "after", "facts")
    log = str(list(Activity.objects.values_list(*columns)))
    assert not [text for text in ("secret", "5551234", "5559876") if text in log]


def test_contacts_are_deleted_a_year_after_the_last_event(desk, ana, event):
    later = create_event(
        desk, name="Spring Open", preset="club", date=event.date + dt.timedelta(days=180)
    )
    add_players(desk, create_division(desk, later, name="A"), "Ana Lopez 1800")
    assert delete_overdue_contacts(today=later.date + dt.timedelta(days=365)) == 0
    assert delete_overdue_contacts(today=later.date + dt.timedelta(days=366)) == 1
    assert not Contact.objects.exists()
    entry = Activity.objects.latest("id")
    assert (entry.actor, entry.summary) == (
        "Ninetimer",
        "Contact details of 1 person removed, 365 days after the last event.",
    )
    assert entry.after == {"people": [ana.pk]}


def test_contacts_without_an_event_expire_from_their_creation_date(desk):
    nobody = Player.objects.create(
        name="Nora", sort_name="Nora", name_key="nora", created_at=timezone.now()
    )
    change_contacts(desk, nobody, ADDRESS)
    today = timezone.localdate()
    assert delete_overdue_contacts(today=today + dt.timedelta(days=365)) == 0
    assert delete_overdue_contacts(today=today + dt.timedelta(days=366)) == 1


def test_contacts_are_deleted_at_closing_if_kept_for_zero_days(desk, ana, event, house):
    set_retention_period(desk, house, 0)
    assert delete_overdue_contacts() == 0
    close_event(desk, event, accepted=True)
    assert not Contact.objects.exists()


def test_dry_run_of_the_command_lists_affected_people(ana, event):
    event.date = timezone.localdate() - dt.timedelta(days=400)
    event.save()
    since = event.date + dt.timedelta(days=365)
    for options, sentence, left in (
        (["--dry-run"], f"Ana Lopez (the first organisation): due for removal since {since}\n", 1),
        ([], "The contact details of 1 person have been removed.\n", 0),
    ):
        shown = io.StringIO()
        call_command("forget_contacts", *options, stdout=shown)
        assert (shown.getvalue(), Contact.objects.count()) == (sentence, left)


def test_merged_player_inherits_missing_contacts(desk, ana):
    change_contacts(desk, ana, {"email": "ana@secret.example"})
    ben = Player.objects.get(name="Ben Okafor")
    change_contacts(desk, ben, {"email": "ben@secret.example", "telephone": "1"})
    merge_persons(desk, ana, ben)
    contact = Contact.objects.get()
    assert (contact.player, contact.email, contact.telephone) == (ana, "ana@secret.example", "1")
