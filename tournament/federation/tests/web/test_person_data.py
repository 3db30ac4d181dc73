"""A person's contact details, data file and erasure: what their pages tell, and to whom."""

import io
import json
import zipfile

import pytest
from django.urls import reverse

from scoring.models import Activity, Organisation
from scoring.tenancy import FIRST_TENANT
from tests.remembered import remembered
from tests.shown import text
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


def test_person_page_names_the_stored_contacts_without_showing_them(director_client, ana):
    page = text(director_client.get(f"/people/{ana.pk}/"))
    assert "Stored: E-mail, Telephone, Emergency contact." in page
    assert "They are removed 365 days after the last event." in page
    assert not [value for value in ADDRESS.values() if value in page]
    assert not Activity.objects.filter(verb="look_at_contacts").exists()
    form = director_client.get(f"/people/{ana.pk}/contacts/")
    assert form.context["form"].initial == ADDRESS
    assert form["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert Activity.objects.filter(verb="look_at_contacts").count() == 1


def test_personal_data_file_is_downloaded_on_the_persons_page(director_client, ana):
    answer = director_client.post(f"/people/{ana.pk}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="ana-lopez-personal-data.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        document = json.loads(bundle.read("ana-lopez-personal-data.json"))
    assert ADDRESS.items() <= document["contacts"][0].items()
    assert Activity.objects.latest("id").verb == "take_person_file"
    assert director_client.get(f"/people/{ana.pk}/file/").status_code == 405


def test_erasing_page_lists_deleted_and_remaining_data(desk, ana):
    shown = text(browser_of(desk, Role.OWNER).get(f"/people/{ana.pk}/erase/"))
    for sentence in (
        "Autumn Open is running: the desk and the hall will show initials at once.",
        "The name and all earlier names; A. L. is shown instead.",
        "The contact details.",
        "3 results, which the opponents need.",
        "1 entry in a division, with its number and rating.",
    ):
        assert sentence in shown


def test_only_the_owner_erases_people_and_sets_how_long_contacts_are_kept(desk, ana):
    owner, director = (browser_of(desk, role) for role in (Role.OWNER, Role.DIRECTOR))
    erase = reverse("erase_person", args=[ana.pk])
    assert erase not in director.get(f"/people/{ana.pk}/").text
    for address in (erase, "/organisation/contacts/"):
        assert director.get(address).status_code == director.post(address).status_code == 403
    assert "How long contact details are kept" in text(owner.get(reverse("organisation")))
    owner.post("/organisation/contacts/", {"days": "0"})
    assert "They are removed when the events are closed." in text(owner.get(f"/people/{ana.pk}/"))
    north = create_organisation(desk, name="North")
    other = browser_in(desk, north, Role.OWNER, second_factor=True)
    answer = other.post(erase, {"typed": "Ana Lopez", "reason": "not theirs"})
    assert answer.status_code == 404
    assert Player.everywhere.get(pk=ana.pk).name == "Ana Lopez"
