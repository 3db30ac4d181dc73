"""A person's contact details, data file and erasure: who sees their pages, and their files."""

import io
import json
import zipfile

import pytest
from django.urls import reverse

from scoring.models import Activity, Organisation
from scoring.tenancy import FIRST_TENANT
from tests.remembered import remembered
from tests.tournament.logged_in import browser_in
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.contacts import change_contacts
from tournament.models import Player
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db

ADDRESS = {"email": "ana@secret.example", "telephone": "0660 5551234", "call_whom": "5559876"}


@pytest.fixture
@remembered
def ana(desk, whole_robin):
    player = Player.objects.get(name="Ana Lopez")
    change_contacts(desk, player, ADDRESS)
    return player


def browser_of(desk, role):
    return browser_in(desk, Organisation.objects.get(pk=FIRST_TENANT), role, f"the {role}")


def test_contacts_are_not_stored_by_the_browser(director_client, ana):
    page = director_client.get(f"/people/{ana.pk}/contacts/")
    assert page["Cache-Control"].startswith("max-age=0, no-cache, no-store")


def test_personal_data_file_is_downloaded_on_the_persons_page(director_client, ana):
    answer = director_client.post(f"/people/{ana.pk}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="ana-lopez-personal-data.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        document = json.loads(bundle.read("ana-lopez-personal-data.json"))
    assert ADDRESS.items() <= document["contacts"][0].items()
    assert Activity.objects.latest("id").verb == "take_person_file"
    assert director_client.get(f"/people/{ana.pk}/file/").status_code == 405


def test_only_the_owner_erases_people_and_sets_how_long_contacts_are_kept(desk, ana):
    owner, director = (browser_of(desk, role) for role in (Role.OWNER, Role.DIRECTOR))
    erase = reverse("erase_person", args=[ana.pk])
    assert erase not in director.get(f"/people/{ana.pk}/").text
    for address in (erase, "/organisation/contacts/"):
        assert director.get(address).status_code == director.post(address).status_code == 403
    assert "How long contact details are kept" in owner.get(reverse("organisation")).text
    north = create_organisation(desk, name="North")
    other = browser_in(desk, north, Role.OWNER, second_factor=True)
    answer = other.post(erase, {"typed": "Ana Lopez", "reason": "not theirs"})
    assert answer.status_code == 404
    assert Player.everywhere.get(pk=ana.pk).name == "Ana Lopez"
