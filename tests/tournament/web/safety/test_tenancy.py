"""Two organisations on one server: neither sees nor changes the other's data.

`test_two_organisations` tries every address with every role; these tests cover longer
scenarios.
"""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter
from django.utils import timezone

from scoring.access import Permission, has_permission
from scoring.actions.activity import Actor
from scoring.models import Organisation
from scoring.models.organisation import TenantModel
from scoring.tenancy import FIRST_TENANT, current_tenant, tenant
from tests.tournament import logged_in
from tests.tournament.web.safety import two_organisations
from tests.tournament.web.safety.test_who_may import PAGES
from tournament.actions.act import Refused
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.recorded_games import start_game
from tournament.actions.safety.organisations import create_organisation, rename_organisation
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.hall.models import Screen
from tournament.models import Event, Membership, Player, RatingList, Round, SecondFactor
from tournament.models.membership import ORGANISATION_ROLES, Role
from tournament.models.rounds import Phase
from tournament.queries.safety.roles import roles_at

pytestmark = pytest.mark.django_db

SECRETS = ("Northern Lights", "Quillon", "Northern Open", "Northern list")
"""Names that occur only in the other organisation."""


north, neighbour = two_organisations.north, two_organisations.neighbour
browser_of = partial(logged_in.browser_of, second_factor=True)


def address(name, north, of_north):
    """Return the address of a page with data of the other organisation, or with the own event."""
    kinds = PAGES[name].pattern.converters
    names = {
        "event": north["event"].slug if of_north else "autumn-open",
        "division": "a",
        "club": north["club"].slug,
        "pk": north["upload"].pk
        if name.startswith("scoring:") and "upload" in name
        else north["game"].pk,
        "number": north["list"].pk if "list" in name else 1,
        "organisation": north["organisation"].pk,
        "person": Player.everywhere.get(name="Quillon Quay").pk,
        "member": Membership.objects.get(organisation=north["organisation"]).pk,
    }
    names |= north.get("numbers", {})
    if name == "handbook:overrule" and "judgement" in north:
        names["pk"] = north["judgement"].pk
    if name == "scoring:stop_saving":
        names["pk"] = north["upload"].pk
    sample = {key: 1 if isinstance(kind, IntConverter) else "x" for key, kind in kinds.items()}
    return reverse(name, kwargs={key: names.get(key, sample[key]) for key in kinds})


def test_primary_keys_of_another_organisation_are_not_found(neighbour, north, event):
    """Merging, keeping apart, recording, joining a club: the keys of the other organisation are not found."""
    browser = browser_of(neighbour)
    with tenant(north["organisation"].pk):
        one, other = Player.objects.order_by("pk")
    owner = Membership.objects.get(user=north["owner"], event=None)
    for page, arguments, sent in (
        ("persons", [], {"keep": one.pk, "other": other.pk, "reason": "same"}),
        ("apart", [event.slug], {"one": one.pk, "other": other.pk}),
        ("club", [north["club"].slug], {"event": event.pk}),
        ("take_back_list", [north["list"].pk], {"reason": "wrong"}),
        ("end_in_organisation", [owner.pk], {}),
    ):
        browser.post(reverse(page, args=arguments), sent)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.merged_into, other.merged_into) == (None, None)
    assert event.kept_apart.count() == 0
    assert Event.everywhere.get(pk=event.pk).club is None
    assert RatingList.everywhere.get(pk=north["list"].pk).withdrawn_at is None
    assert Role.OWNER in roles_at(north["owner"], north["organisation"].scope)


def test_namesakes_in_two_organisations_are_two(neighbour, north, division, desk):
    """People of the same name are not matched, and clubs of the same name have two addresses."""
    with tenant(FIRST_TENANT):
        add_players(Actor.for_user(neighbour), division, "Quillon Quay 900")
        assert create_club(desk, name="Northern Lights club").slug == "northern-lights-club-2"
    namesakes = Player.everywhere.filter(name="Quillon Quay")
    assert len(set(namesakes.values_list("organisation", flat=True))) == 2


@pytest.mark.parametrize("role", ORGANISATION_ROLES)
def test_organisation_role_applies_to_all_its_events_only(desk, event, north, role):
    ann = logged_in.user_in(desk, north["organisation"], role)
    for place in ("event:northern-open", f"game:{north['game'].pk}"):
        assert roles_at(ann, place) == {role}
    for place in ("event:autumn-open", f"organisation:{FIRST_TENANT}", "installation"):
        assert roles_at(ann, place) == frozenset()


def test_second_organisation_ends_directors_rights_to_the_installation(neighbour, desk, event):
    assert roles_at(neighbour, "installation") == {Role.DIRECTOR}
    create_organisation(desk, name="Northern Lights")
    assert roles_at(neighbour, "installation") == frozenset()
    browser = browser_of(neighbour)
    assert browser.get(reverse("snapshots")).status_code == 403
    assert reverse("snapshots") not in browser.get(reverse("home")).text
    assert "For all organisations" not in browser.get(reverse("handbook:lexicons")).text


def test_event_roles_and_organisation_roles_are_not_mixed(desk, event, north):
    with pytest.raises(Refused, match="owner, director, rating officer, read-only"):
        create_invitation(desk, north["organisation"], Role.SCOREKEEPER)
    with pytest.raises(Refused, match=r"Choose one of these roles: owner, director, scorekeeper."):
        create_invitation(desk, event, Role.RATING_OFFICER)
    with pytest.raises(Refused, match="password"):
        create_invitation(desk, north["organisation"], Role.READER, without_password=True)


def test_organisation_has_a_unique_name_and_its_own_log(desk, north):
    with pytest.raises(Refused, match="An organisation named northern lights already exists"):
        create_organisation(desk, name="northern lights")
    rename_organisation(desk, north["organisation"], name="Aurora")
    log = browser_of(north["owner"]).get(reverse("organisation_activity")).text
    assert ["Aurora" in log, "Northern Open" in log, "Autumn Open" in log] == [True, True, False]
    assert browser_of(north["owner"]).get(reverse("activity")).status_code == 403


def test_owners_need_a_second_factor_if_several_organisations_exist(neighbour, desk, event):
    browser = Client()
    browser.force_login(neighbour)
    assert browser.get(reverse("organisation")).status_code == 200  # there is one organisation
    create_organisation(desk, name="Northern Lights")
    for name in ("organisation", "organisation_activity"):
        refused = browser.get(reverse(name))
        assert refused.status_code == 403
        assert "Turn it on first" in refused.text
    SecondFactor.objects.create(user=neighbour, secret="x" * 32)  # begun, not active
    assert browser.post(reverse("organisation"), {"role": "director"}).status_code == 403
    SecondFactor.objects.update(confirmed_at=timezone.now())
    assert browser.get(reverse("organisation")).status_code == 200


def test_reader_role_does_not_open_a_closed_round_to_a_scorekeeper(desk, event, round_one, board):
    keeper = logged_in.user_in(desk, event, Role.SCOREKEEPER)
    accept_invitation(keeper, create_invitation(desk, event.organisation, Role.READER)[0])
    place = f"game:{start_game(desk, board(1)).pk}"
    assert has_permission(User.objects.get(pk=keeper.pk), Permission.RECORD, place)
    Round.objects.filter(pk=round_one.pk).update(phase=Phase.CLOSED)
    assert not has_permission(User.objects.get(pk=keeper.pk), Permission.RECORD, place)
    assert has_permission(User.objects.get(pk=keeper.pk), Permission.DESK, place)


def test_screen_waits_for_its_own_organisation(neighbour, north, event):
    theirs, ours = browser_of(north["owner"]), browser_of(neighbour)
    rooms = {
        browser: reverse("room", args=[slug])
        for browser, slug in ((theirs, north["event"].slug), (ours, event.slug))
    }
    address = f"{reverse('new_screen')}?of={north['organisation'].pk}"
    assert address in theirs.get(rooms[theirs]).text
    assert "?of=" not in ours.get(rooms[ours]).text
    device = Client()
    assert device.post(address)["Location"] == reverse("screen", args=[1])
    assert device.post(reverse("new_screen"))["Location"] == reverse("screen", args=[2])
    assert "Screen 1 is waiting." in theirs.get(rooms[theirs]).text
    assert "Screen 2 is waiting." not in theirs.get(rooms[theirs]).text
    assert "Screen 2 is waiting." in ours.get(rooms[ours]).text
    assert "Screen 1 is waiting." not in ours.get(rooms[ours]).text
    assert ours.get(reverse("set_screen", args=[event.slug, 1])).status_code == 404
    taken = {"name": "Door", "shows": ["clock"], "pace": "15", "is_dark": "light"}
    theirs.post(reverse("set_screen", args=[north["event"].slug, 1]), taken)
    assert Screen.everywhere.get(number=1).event == north["event"]


def test_every_tenant_table_is_limited_to_its_organisation(north):
    for model in TenantModel.__subclasses__():
        with tenant(FIRST_TENANT):
            assert not model.objects.filter(organisation=north["organisation"]).exists(), model
            assert model().organisation_id == FIRST_TENANT
        with tenant(north["organisation"].pk):
            assert not model.objects.exclude(organisation=north["organisation"]).exists(), model
            assert model().organisation_id == north["organisation"].pk
    assert current_tenant() is None


def test_first_organisation_always_exists(db):
    assert Organisation.objects.get().pk == FIRST_TENANT
    assert str(Organisation.objects.get()) == "the first organisation"
