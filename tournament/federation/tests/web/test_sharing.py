"""Sharing people by consent: offered, accepted and ended; no other data is shared."""

import pytest

from scoring.models import Activity, Organisation
from scoring.tenancy import FIRST_TENANT, tenant
from tests.remembered import remembered
from tests.shown import text
from tests.tournament.logged_in import browser_in
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.erasure import erase_person
from tournament.federation.actions.sharing import accept_person, end_sharing, offer_person
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
def ana(desk, four):
    player = Player.objects.get(name="Ana Lopez")
    update_entry(desk, four.entries.get(player=player), rating=1800, member="AT-5")
    change_contacts(desk, player, {"email": "ana@secret.example"})
    return player


def director_of(desk, organisation):
    """Return the browser of a director of all events of an organisation."""
    name = f"director of {organisation}"
    return browser_in(desk, organisation, Role.DIRECTOR, name, second_factor=True)


@pytest.fixture
@remembered
def club(desk, ana, federation):
    return director_of(desk, Organisation.objects.get(pk=FIRST_TENANT))


@pytest.fixture
def officer(desk, federation):
    return director_of(desk, federation)


def theirs(federation):
    return Player.everywhere.filter(organisation=federation)


def test_person_is_offered_accepted_and_no_longer_shared(club, officer, ana, federation):
    assert "Share with another organisation" in text(club.get(f"/people/{ana.pk}/"))
    club.post(f"/people/{ana.pk}/share/", {"to": "the federation", "how": HOW})
    share = SharedPerson.objects.get()
    shown = text(officer.get("/people/offered/"))
    assert "Lopez, Ana" in shown
    assert "member AT-5," in shown
    assert f"consent: {HOW}" in shown
    officer.post(f"/people/offered/{share.pk}/", {"accept": "1"})
    own = theirs(federation).get()
    assert (own.name, own.sort_name) == ("Ana Lopez", "Lopez, Ana")
    assert "Accepted" in text(club.get(f"/people/{ana.pk}/share/"))
    club.post(f"/people/shared/{share.pk}/end/")
    assert not theirs(federation).exists()
    share.refresh_from_db()
    assert share.ended_at is not None


def test_only_name_and_member_number_are_shared(club, officer, ana, federation):
    club.post(f"/people/{ana.pk}/share/", {"to": "The Federation", "how": HOW})
    share = SharedPerson.objects.get()
    pages = [officer.get("/people/offered/")]
    officer.post(f"/people/offered/{share.pk}/", {"accept": "1"})
    own = theirs(federation).get()
    pages += [
        officer.get(f"/people/{own.pk}/"),
        officer.get("/people/offered/"),
        officer.get("/people/"),
    ]
    for page in pages:
        assert "secret" not in page.text
        assert "Autumn Open" not in page.text
        assert "Ben Okafor" not in page.text
    assert not Contact.objects.filter(player=own).exists()
    assert [
        officer.get(f"/people/{ana.pk}/{page}").status_code for page in ("", "contacts/", "share/")
    ] == [404] * 3
    assert club.get(f"/people/{own.pk}/").status_code == 404


def test_both_logs_record_the_consent_and_the_user(desk, ana, federation):
    share = offer_person(desk, ana, to="The Federation", how=HOW)
    accept_person(desk, share)
    end_sharing(desk, share)
    entries = Activity.objects.filter(verb__contains="person").order_by("id")
    verbs = {
        chain: [*entries.filter(chain=chain).values_list("verb", flat=True)]
        for chain in (f"organisation:{FIRST_TENANT}", federation.scope)
    }
    assert verbs == {
        f"organisation:{FIRST_TENANT}": ["offer_person", "person_accepted"],
        federation.scope: ["accept_person"],
    }
    assert Activity.objects.filter(verb="end_sharing").count() == 2
    offered = Activity.objects.get(verb="offer_person")
    assert offered.summary == f"Ana Lopez offered to The Federation; consent: {HOW}."
    assert (share.offered_by, share.consent_how) == (desk.name, HOW)


def test_namesake_in_the_other_organisation_is_the_same_person(desk, ana, federation):
    with tenant(federation.pk):
        event = create_event(desk, name="National", preset="club")
        add_players(desk, create_division(desk, event, name="A"), "Ana Lopez 1700")
    there = theirs(federation).get()
    share = offer_person(desk, ana, to="The Federation", how=HOW)
    assert accept_person(desk, share) == there
    end_sharing(desk, share)
    assert theirs(federation).get() == there  # the shared person plays there


def test_offer_is_answered_once_and_may_be_repeated_after_refusal(
    club, officer, desk, ana, federation
):
    share = offer_person(desk, ana, to="The Federation", how=HOW)
    with pytest.raises(Refused, match="offered to The Federation"):
        offer_person(desk, ana, to="The Federation", how=HOW)
    officer.post(f"/people/offered/{share.pk}/", {"decline": "1"})
    assert not theirs(federation).exists()
    with pytest.raises(Refused, match="is no longer shared"):
        accept_person(desk, share)
    assert "Declined or withdrawn" in text(club.get(f"/people/{ana.pk}/share/"))
    offer_person(desk, ana, to="The Federation", how=HOW)


def test_offer_to_an_unknown_organisation_or_without_consent_is_refused(club, ana):
    for name in ("Nobody", "", "the first organisation"):
        answer = club.post(f"/people/{ana.pk}/share/", {"to": name, "how": HOW})
        assert answer.status_code == 422
    answer = club.post(f"/people/{ana.pk}/share/", {"to": "The Federation", "how": " "})
    assert "Say how the person agreed" in text(answer)
    assert not SharedPerson.objects.exists()


def test_third_organisation_cannot_see_answer_or_end_an_offer(desk, ana, federation):
    share = offer_person(desk, ana, to="The Federation", how=HOW)
    other = director_of(desk, create_organisation(desk, name="Elsewhere"))
    assert "Lopez" not in text(other.get("/people/offered/"))
    assert other.post(f"/people/offered/{share.pk}/", {"accept": "1"}).status_code == 404
    assert other.post(f"/people/shared/{share.pk}/end/").status_code == 404
    share.refresh_from_db()
    assert (share.accepted_at, share.ended_at) == (None, None)


def test_offering_organisation_cannot_accept_its_own_offer(club, desk, ana):
    share = offer_person(desk, ana, to="The Federation", how=HOW)
    assert club.post(f"/people/offered/{share.pk}/", {"accept": "1"}).status_code == 404
    share.refresh_from_db()
    assert (share.accepted_at, share.own) == (None, None)


def test_erasing_ends_the_sharing_and_informs_the_other_organisation(desk, ana, federation):
    share = offer_person(desk, ana, to="The Federation", how=f"{HOW}, signed Ana Lopez")
    accept_person(desk, share)
    with tenant(federation.pk):
        event = create_event(desk, name="National", preset="club")
        add_players(desk, create_division(desk, event, name="A"), "Ana Lopez 1700")
    erase_person(desk, ana, typed="Ana Lopez", reason="asked")
    share.refresh_from_db()
    assert share.ended_at is not None
    assert share.consent_how == f"{HOW}, signed A. L."
    assert Activity.objects.filter(chain=federation.scope, verb="end_sharing").exists()
    # The other organisation may erase its own record.
    assert theirs(federation).get().name == "Ana Lopez"
