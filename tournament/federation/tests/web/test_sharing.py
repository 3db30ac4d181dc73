"""Sharing people by consent: only the name and number are shared, and only the two organisations see it."""

import pytest

from scoring.models import Organisation
from scoring.tenancy import FIRST_TENANT, tenant
from tests.remembered import remembered
from tests.shown import text
from tests.tournament.logged_in import browser_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.sharing import accept_person, offer_person
from tournament.federation.models import Contact, SharedPerson
from tournament.models import Player
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db

HOW = "on the entry form of 3 May"


@pytest.fixture
@remembered
def federation(desk):
    return create_organisation(desk, name="The Federation")


@pytest.fixture
@remembered
def ana(desk, four, federation):
    player = Player.objects.get(name="Ana Lopez")
    update_entry(desk, four.entries.get(player=player), rating=1800, member="AT-5")
    change_contacts(desk, player, {"email": "ana@secret.example"})
    return player


@pytest.fixture
@remembered
def share(desk, ana):
    return offer_person(desk, ana, to="The Federation", how=HOW)


def director_of(desk, organisation):
    """Return the browser of a director of all events of an organisation."""
    name = f"director of {organisation}"
    return browser_in(desk, organisation, Role.DIRECTOR, name, second_factor=True)


def theirs(federation):
    return Player.everywhere.filter(organisation=federation)


def test_only_name_and_member_number_are_shared(desk, ana, share, federation):
    club = director_of(desk, Organisation.objects.get(pk=FIRST_TENANT))
    officer = director_of(desk, federation)
    shown = officer.get("/people/offered/").text
    officer.post(f"/people/offered/{share.pk}/", {"accept": "1"})
    own = theirs(federation).get()
    assert (own.name, own.sort_name) == ("Ana Lopez", "Lopez, Ana")
    pages = ["/people/offered/", f"/people/{own.pk}/", "/people/"]
    shown = " ".join([shown, *(officer.get(page).text for page in pages)])
    assert not [word for word in ("secret", "Autumn Open", "Ben Okafor") if word in shown]
    assert not Contact.objects.filter(player=own).exists()
    for page in ("", "contacts/", "share/"):
        assert officer.get(f"/people/{ana.pk}/{page}").status_code == 404
    assert club.get(f"/people/{own.pk}/").status_code == 404


def test_namesake_in_the_other_organisation_is_the_same_person(desk, ana, share, federation):
    with tenant(federation.pk):
        event = create_event(desk, name="National", preset="club")
        add_players(desk, create_division(desk, event, name="A"), "Ana Lopez 1700")
    there = theirs(federation).get()
    assert accept_person(desk, share) == there
    erase_person(desk, ana, typed="Ana Lopez", reason="asked")
    assert SharedPerson.objects.get().ended_at is not None
    assert theirs(federation).get() == there  # the shared person plays there


def test_offer_may_be_repeated_after_refusal(desk, ana, share, federation):
    director_of(desk, federation).post(f"/people/offered/{share.pk}/", {"decline": "1"})
    assert offer_person(desk, ana, to="The Federation", how=HOW) != share


def test_third_organisation_cannot_see_answer_or_end_an_offer(desk, share):
    other = director_of(desk, create_organisation(desk, name="Elsewhere"))
    assert "Lopez" not in text(other.get("/people/offered/"))
    assert other.post(f"/people/offered/{share.pk}/", {"accept": "1"}).status_code == 404
    assert other.post(f"/people/shared/{share.pk}/end/").status_code == 404
    share = SharedPerson.objects.get()
    assert (share.accepted_at, share.ended_at) == (None, None)
