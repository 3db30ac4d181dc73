"""A person's data on their page: contact details with a log of every view, and the export file."""

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
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.models import Contact
from tournament.models import Player
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db

ADDRESS = {"email": "ana@secret.example", "telephone": "0660 5551234", "call_whom": "5559876"}


@pytest.fixture
@remembered
def ana(desk, four):
    player = Player.objects.get(name="Ana Lopez")
    change_contacts(desk, player, ADDRESS)
    return player


def test_person_page_names_the_stored_contacts_without_showing_them(
    director_client, ana, django_assert_num_queries
):
    page = text(director_client.get(f"/people/{ana.pk}/"))
    assert "Stored: E-mail, Telephone, Emergency contact." in page
    assert "They are removed 365 days after the last event." in page
    assert "Autumn Open" in page
    assert not [value for value in ADDRESS.values() if value in page]
    with django_assert_num_queries(6):
        director_client.get(f"/people/{ana.pk}/")
    assert not Activity.objects.filter(verb="look_at_contacts").exists()


def test_viewing_contacts_is_logged_with_the_persons_name(director_client, director, ana):
    form = director_client.get(f"/people/{ana.pk}/contacts/")
    assert form.context["form"].initial == ADDRESS
    assert form["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    (look,) = Activity.objects.filter(verb="look_at_contacts")
    assert (look.user, look.summary) == (director, "Contact details of Ana Lopez viewed.")


def test_contacts_are_changed_and_removed(director_client, ana):
    wrong = director_client.post(f"/people/{ana.pk}/contacts/", {"email": "ana"})
    assert wrong.status_code == 422
    assert "“ana” is not an e-mail address. Write it as name@example.org." in text(wrong)
    director_client.post(f"/people/{ana.pk}/contacts/", {"telephone": "0660 1"})
    assert [(row.email, row.telephone) for row in Contact.objects.all()] == [("", "0660 1")]
    director_client.post(f"/people/{ana.pk}/contacts/", {"telephone": " "})
    assert not Contact.objects.exists()


def test_personal_data_file_is_downloaded_on_the_persons_page(director_client, ana):
    answer = director_client.post(f"/people/{ana.pk}/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="ana-lopez-personal-data.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        document = json.loads(bundle.read("ana-lopez-personal-data.json"))
    assert ADDRESS.items() <= document["contacts"][0].items()
    assert Activity.objects.latest("id").verb == "take_person_file"
    assert director_client.get(f"/people/{ana.pk}/file/").status_code == 405


def test_owner_sets_the_retention_of_contacts(desk, event, ana):
    organisation = Organisation.objects.get(pk=FIRST_TENANT)
    owner = browser_in(desk, organisation, Role.OWNER)
    assert "How long contact details are kept" in text(owner.get(reverse("organisation")))
    assert owner.post("/organisation/contacts/", {"days": "4000"}).status_code == 422
    owner.post("/organisation/contacts/", {"days": "0"})
    organisation.refresh_from_db()
    assert organisation.contacts_kept_days == 0
    assert "They are removed when the events are closed." in text(owner.get(f"/people/{ana.pk}/"))
    assert (
        browser_in(desk, organisation, Role.DIRECTOR, "director of all")
        .get("/organisation/contacts/")
        .status_code
        == 403
    )
