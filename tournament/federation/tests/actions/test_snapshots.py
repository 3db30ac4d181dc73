"""Restoring a snapshot does not bring back erased people, deleted contact details or withdrawn consent."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from scoring.queries.chain import check_log
from tests.tournament.actions.safety.test_snapshots import ANA, event  # noqa: F401 - a fixture
from tournament.actions.event.events import create_division
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.snapshots import take_snapshot
from tournament.federation.actions.contacts import change_contacts, delete_overdue_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.sharing import end_sharing, offer_person
from tournament.federation.models import Contact, Erasure, SharedPerson
from tournament.federation.queries.erasure import consequences_of_erasing
from tournament.federation.tests.actions.test_erasing import places_with
from tournament.models import Player


def test_restoring_brings_back_no_erased_name_no_expired_contacts_and_no_ended_consent(event):  # noqa: F811
    event.date = timezone.localdate() - timedelta(days=400)
    event.save()
    division = create_division(ANA, event, name="Z")
    add_players(ANA, division, "Zoe Mills 1500\nUma Stone 1400")
    zoe, uma = Player.objects.get(name="Zoe Mills"), Player.objects.get(name="Uma Stone")
    for person in (zoe, uma):
        change_contacts(ANA, person, {"email": f"{person.pk}@secret.example"})
    create_organisation(ANA, name="The Federation")
    share = offer_person(ANA, uma, to="The Federation", how="by letter")
    snapshot = take_snapshot(ANA, "with everything")
    assert consequences_of_erasing(zoe).snapshots == 1
    erase_person(ANA, zoe, typed="Zoe Mills", reason="asked")
    delete_overdue_contacts()
    end_sharing(ANA, share)
    restore_snapshot(ANA, snapshot)
    assert places_with("Zoe Mills", "Mills, Zoe", "secret.example") == []
    assert division.entries.get(number=1).player.name == "Z. M."
    assert Erasure.objects.get().person == zoe.pk
    assert not Contact.objects.exists()
    assert SharedPerson.objects.get().ended_at is not None
    assert check_log().is_intact


@pytest.mark.full
def test_restoring_twice_does_not_bring_back_an_erased_name(event):  # noqa: F811
    empty = take_snapshot(ANA, "before the person came")
    add_players(ANA, create_division(ANA, event, name="Z"), "Zoe Mills 1500")
    later = take_snapshot(ANA, "with the name")
    zoe = Player.objects.get(name="Zoe Mills")
    erase_person(ANA, zoe, typed="Zoe Mills", reason="asked")
    restore_snapshot(ANA, empty)
    restore_snapshot(ANA, later)
    assert places_with("Zoe Mills", "Mills, Zoe") == []
    assert check_log().is_intact


def test_erased_name_is_not_left_in_the_database_file(event, file_database):  # noqa: F811
    add_players(ANA, create_division(ANA, event, name="Z"), "Zoe Quillfeather 1500")
    zoe = Player.objects.get(name="Zoe Quillfeather")
    change_contacts(ANA, zoe, {"email": "zoe@secret.example"})
    connection.close()
    files = [file_database.parent / f"{file_database.name}{ending}" for ending in ("", "-wal")]

    def anywhere(text):
        return any(text in path.read_bytes() for path in files if path.exists())

    assert anywhere(b"Quillfeather")
    assert anywhere(b"secret.example")
    erase_person(ANA, zoe, typed="Zoe Quillfeather", reason="asked")
    connection.close()
    assert not anywhere(b"Quillfeather")
    assert not anywhere(b"secret.example")
