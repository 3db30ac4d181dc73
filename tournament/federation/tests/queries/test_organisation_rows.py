"""Which rows a backup of an organisation has, and when an installation is empty."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.models import Activity, Game, Organisation, Upload
from scoring.tenancy import FIRST_TENANT
from tournament.actions.event.events import create_event
from tournament.actions.people.clubs import create_club
from tournament.actions.safety.organisations import create_organisation
from tournament.federation.queries.organisation_rows import (
    chains_of,
    is_installation_empty,
    log_state,
    roles_in_backup,
    settings_in_backup,
)
from tournament.models import Club, Event, Player, RatingList

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2026, 10, 3, tzinfo=dt.UTC)
FILLED = {
    "organisation": lambda: Organisation.objects.create(name="North", created_at=NOW),
    "event": lambda: Event.objects.create(slug="x", name="X", created_at=NOW, rules_copy={}),
    "person": lambda: Player.objects.create(name="X", sort_name="X", name_key="x", created_at=NOW),
    "club": lambda: Club.objects.create(slug="x", name="X", created_at=NOW),
    "game": lambda: Game.objects.create(rules="naspa_nwl", created_at=NOW),
    "list": lambda: RatingList.objects.create(
        system="elo", name="X", as_of=NOW.date(), source="x", added_at=NOW
    ),
    "upload": lambda: Upload.objects.create(created_at=NOW),
}


@pytest.mark.parametrize("what", ["nothing", *FILLED])
def test_installation_with_any_of_these_is_not_empty(what):
    assert is_installation_empty()
    FILLED.get(what, timezone.now)()
    assert is_installation_empty() == (what == "nothing")


def test_installation_whose_organisation_has_a_log_is_not_empty(desk):
    club = create_club(desk, name="Thursdays")
    Club.objects.filter(pk=club.pk).delete()
    assert is_installation_empty()  # the only organisation logs in the chain of the installation
    create_organisation(desk, name="North")
    club = create_club(desk, name="Fridays")
    assert not is_installation_empty()


def test_chains_state_and_roles_belong_to_the_organisation(desk):
    first = Organisation.objects.get(pk=FIRST_TENANT)
    assert log_state(first) == ""
    create_event(desk, name="Old", preset="club")
    before = log_state(first)
    north = create_organisation(desk, name="North")
    created = Activity.objects.get(verb="create_organisation")
    assert log_state(north) == str(created.pk)
    create_event(desk, name="New", preset="club")
    assert int(log_state(first)) > int(before)
    chains = sorted(name.partition("-")[0] for name in chains_of(first))
    assert chains == ["event:new", "event:old", "own"]
    assert list(chains_of(north)) == ["own"]
    assert roles_in_backup(first) == [["director", "owner", "Old"], ["director", "owner", "New"]]
    assert roles_in_backup(north) == []
    assert settings_in_backup() == ["contacts_kept_days"]
