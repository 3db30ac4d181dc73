"""Two organisations, each with its own people, events and files."""

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.models import Upload
from scoring.tenancy import tenant
from tests.remembered import remembered
from tests.tournament import logged_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.clubs import create_club
from tournament.actions.people.entries import add_players
from tournament.actions.safety.organisations import create_organisation
from tournament.models import RatingList
from tournament.models.membership import Role


@pytest.fixture
@remembered
def north(desk):
    """Create another organisation with an event, a person, a club, a rating list, a game and an owner."""
    organisation = create_organisation(desk, name="Northern Lights")
    owner = logged_in.user_in(desk, organisation, Role.OWNER, "owner up north")
    with tenant(organisation.pk):
        actor = Actor.for_user(owner)
        event = create_event(actor, name="Northern Open", preset="club")
        division = create_division(actor, event, name="A")
        add_players(actor, division, "Quillon Quay 1500\nRafe Roe 1400")
        club = create_club(actor, name="Northern Lights club")
        game = open_game(["Quillon Quay", "Rafe Roe"], "naspa_nwl", actor)
        upload = Upload.objects.create(created_at=timezone.now(), created_by=owner)
        listed = RatingList.objects.create(
            system="elo",
            name="Northern list",
            as_of=timezone.localdate(),
            source="a test",
            added_at=timezone.now(),
        )
    return {
        "organisation": organisation,
        "owner": owner,
        "event": event,
        "club": club,
        "game": game,
        "upload": upload,
        "list": listed,
    }


@pytest.fixture
@remembered
def neighbour(desk, event):
    """Return an owner of the first organisation and its event, without a role in the other."""
    return logged_in.user_in(desk, event.organisation, Role.OWNER, "owner down south")
