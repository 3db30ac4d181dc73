"""The page for erasing a person, for the owner only."""

import pytest
from django.urls import reverse

from scoring.models import Organisation
from scoring.queries.chain import check_log
from scoring.tenancy import FIRST_TENANT
from tests.remembered import remembered
from tests.shown import text
from tests.tournament.logged_in import browser_in
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.actions.contacts import change_contacts
from tournament.models import Player
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def zoe(desk, whole_robin):
    player = Player.objects.get(name="Zoë Müller")
    change_contacts(desk, player, {"email": "zoe@secret.example"})
    return player


@pytest.fixture
def owner(desk):
    return browser_in(desk, Organisation.objects.get(pk=FIRST_TENANT), Role.OWNER)


def test_page_lists_deleted_and_remaining_data(owner, zoe):
    shown = text(owner.get(f"/people/{zoe.pk}/erase/"))
    for sentence in (
        "Autumn Open is running: the desk and the hall will show initials at once.",
        "The name and all earlier names; Z. M. is shown instead.",
        "The contact details.",
        "3 results, which the opponents need.",
        "1 entry in a division, with its number and rating.",
    ):
        assert sentence in shown


@pytest.mark.full
def test_typed_name_erases_the_person_on_every_public_page(owner, client, zoe):
    wrong = owner.post(f"/people/{zoe.pk}/erase/", {"typed": "Zoe", "reason": "asked"})
    assert wrong.status_code == 422
    assert "To erase Zoë Müller, type the name exactly as shown here." in text(wrong)
    before = text(client.get("/hall/autumn-open/a/standings/"))
    assert "Zoë Müller" in before
    done = owner.post(
        f"/people/{zoe.pk}/erase/",
        {"typed": "Zoë Müller", "reason": "asked", "photographs": "on"},
        follow=True,
    )
    assert (
        "The person has been erased. Z. M. is now shown instead, everywhere in Ninetimer."
        in text(done)
    )
    assert "Erased on" in text(owner.get(f"/people/{zoe.pk}/erase/"))
    for address in (
        "/hall/autumn-open/", "/hall/autumn-open/a/standings/", "/hall/autumn-open/a/players/",
        "/api/v1/events/autumn-open/divisions/a/players", "/events/autumn-open/activity/", "/people/", "/activity/",
    ):  # fmt: skip
        answer = owner.get(address, follow=True)
        assert answer.status_code in (200, 403), address
        assert "Müller" not in answer.text, address
    assert "Z. M." in text(client.get("/hall/autumn-open/a/standings/"))
    assert check_log().is_intact


def test_director_who_is_not_an_owner_cannot_erase(desk, event, zoe):
    browser = browser_in(desk, Organisation.objects.get(pk=FIRST_TENANT), Role.DIRECTOR)
    assert reverse("erase_person", args=[zoe.pk]) not in text(browser.get(f"/people/{zoe.pk}/"))
    assert browser.post(f"/people/{zoe.pk}/erase/", {}).status_code == 403


def test_owner_of_another_organisation_cannot_erase_the_person(desk, zoe):
    north = create_organisation(desk, name="North")
    browser = browser_in(desk, north, Role.OWNER, second_factor=True)
    answer = browser.post(
        f"/people/{zoe.pk}/erase/", {"typed": "Zoë Müller", "reason": "not theirs"}
    )
    assert answer.status_code == 404
    assert Player.everywhere.get(pk=zoe.pk).name == "Zoë Müller"
