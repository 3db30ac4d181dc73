"""Championships, backups and roles of two organisations on one server."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.judging import judge
from scoring.lexicon import lexicon
from scoring.tenancy import FIRST_TENANT, tenant
from tests.remembered import remembered
from tests.shown import as_shown, text
from tests.tournament import logged_in
from tests.tournament.web.safety.test_tenancy import SECRETS as SECRETS_OF_THE_CORE
from tests.tournament.web.safety.test_tenancy import browser_of, neighbour  # noqa: F401 - a fixture
from tests.tournament.web.safety.test_tenancy import north as north_of_the_core  # noqa: F401
from tournament.actions.act import Refused
from tournament.actions.safety.organisations import create_organisation, leave_organisation
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.federation.actions.championships import create_championship
from tournament.federation.actions.contacts import change_contacts
from tournament.federation.actions.registration_checks import TypedRegistration
from tournament.federation.actions.registration_rules import set_registration_rules
from tournament.federation.actions.registrations import register
from tournament.federation.actions.sharing import offer_person
from tournament.federation.exchange.organisation_jobs import backup_job_name, run_backup_job
from tournament.jobs import run_in_this_process as run_job
from tournament.models import Event, Membership, Player, RatingList, RatingRun
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db


SECRETS = (*SECRETS_OF_THE_CORE, "quay@north.example")
"""Names and addresses that occur only in the other organisation."""
NEWER = ("Northern Prix", "Nadir Newcomer", "quagmire", "Northern rules of registration")
"""Names and words on pages that were added later: a championship, a registration and a word ruling."""


@pytest.fixture
@remembered
def north(north_of_the_core):  # noqa: F811
    """Return the other organisation, with a person's contact details."""
    north = north_of_the_core
    with tenant(north["organisation"].pk):
        quillon = Player.objects.get(name="Quillon Quay")
        change_contacts(Actor.for_user(north["owner"]), quillon, {"email": "quay@north.example"})
    return north


@pytest.fixture
def whole_north(desk, north, settings, tmp_path):
    """Return the other organisation with a row of each kind, and a backup."""
    settings.NINETIMER_DATA_DIR = tmp_path
    with tenant(north["organisation"].pk):
        actor = Actor.for_user(north["owner"])
        event = north["event"]
        prix = create_championship(actor, name="Northern Prix")
        prix.events.add(event)
        set_registration_rules(actor, event, when="now", about="Northern rules of registration")
        came = register(actor, event, TypedRegistration("Nadir Newcomer"))
        judgement = judge(actor, lexicon("open_english"), "quagmire", "quagmire")
        made = RatingList.objects.create(
            system="elo", name="Northern list", as_of=timezone.localdate(), source="a run", added_at=timezone.now()
        )  # fmt: skip
        run = RatingRun.objects.create(
            stood_on=north["list"], made=made, run_at=timezone.now(), run_by=north["owner"]
        )
        create_organisation(desk, name="Third House")
        quillon = Player.objects.get(name="Quillon Quay")
        share = offer_person(actor, quillon, to="Third House", how="by letter")
    place = backup_job_name(north["organisation"].pk)
    run_job(place, run_backup_job, north["organisation"].pk, north["owner"].pk)
    numbers = {"championship": prix.slug, "run": run.pk, "registration": came.pk, "share": share.pk}
    return north | {"numbers": numbers, "judgement": judgement}


def test_championship_cannot_include_events_of_another_organisation(neighbour, north, event):  # noqa: F811
    mine = create_championship(Actor.for_user(neighbour), name="Southern Prix")
    browser, page = browser_of(neighbour), reverse("change_championship", args=[mine.slug])
    both = {"event": [event.pk, north["event"].pk], "scoring": "place"}
    shown = as_shown(browser, page) | {"name": "Southern Prix"}
    assert browser.post(page, shown | both).status_code == 302
    assert list(mine.events.all()) == [event]


def test_an_owner_leaves_after_appointing_another(desk, north):
    olaf = logged_in.user_in(desk, north["organisation"], Role.DIRECTOR, "Olaf")
    nora, leave = (
        browser_of(north["owner"]),
        reverse("leave_organisation", args=[north["organisation"].pk]),
    )
    assert "owner up north is the only owner." in text(nora.post(leave, follow=True))
    changed = reverse("role_in_organisation", args=[Membership.objects.get(user=olaf).pk])
    assert "Olaf is now owner." in text(nora.post(changed, {"role": "owner"}, follow=True))
    assert "You no longer work for Northern Lights" in text(nora.post(leave, follow=True))
    assert nora.get(reverse("organisation")).status_code == 403
    with pytest.raises(Refused, match=r"You have no role in Northern Lights\. Reload the page"):
        leave_organisation(north["owner"], north["organisation"])


@pytest.mark.parametrize("page", ["person", "contacts", "share_person"])
def test_person_of_another_organisation_is_not_found_with_a_link_to_switch(
    north, page, admin_client
):  # fmt: skip
    with tenant(north["organisation"].pk):
        address = reverse(page, args=[Player.objects.get(name="Quillon Quay").pk])
    missing = admin_client.get(address)
    assert missing.status_code == 404
    assert "You are working for the first organisation. To see pages of another" in text(missing)
    assert f'href="{reverse("organisations")}"' in missing.text
    admin_client.post(reverse("choose_organisation", args=[north["organisation"].pk]))
    assert "Quillon Quay" in text(admin_client.get(address))


def test_backup_of_another_organisation_is_not_served(neighbour, whole_north):  # noqa: F811
    """The download address contains no key, so every user gets the backup of their own organisation."""
    browser = browser_of(neighbour)
    assert "northern-lights" in browser_of(whole_north["owner"]).get(reverse("backup")).text
    assert browser.get(reverse("backup_file")).status_code == 404
    assert "northern-lights" not in browser.get(reverse("backup")).text
    assert browser.get(reverse("open_backup")).status_code == 403


def test_user_in_two_organisations_chooses_the_current_one(north, event, desk):
    both = User.objects.create_user("Bo", password="nine-timer")
    for organisation in (event.organisation, north["organisation"]):
        accept_invitation(both, create_invitation(desk, organisation, Role.DIRECTOR)[0])
    browser = browser_of(both)
    assert "Autumn Open" in browser.get("/").text
    browser.post(reverse("choose_organisation", args=[north["organisation"].pk]))
    home = browser.get("/").text
    assert [name in home for name in ("Northern Open", "Autumn Open")] == [True, False]
    browser.post(reverse("new_event"), {"name": "Southern cross", "preset": "club"})
    assert Event.everywhere.get(name="Southern cross").organisation == north["organisation"]
    assert browser.get(reverse("event", args=["autumn-open"])).status_code == 200
    stranger = browser_of(User.objects.create_user("Cy", password="nine-timer"))
    assert stranger.post(reverse("choose_organisation", args=[FIRST_TENANT])).status_code == 404
