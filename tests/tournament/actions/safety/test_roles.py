"""Roles: invited, accepted, changed and ended."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tournament.actions.act import Refused
from tournament.actions.event.events import create_event
from tournament.actions.people.clubs import create_next_session
from tournament.actions.results.recorded_games import start_game
from tournament.actions.safety.roles import (
    InvalidName,
    InvalidPassword,
    accept_invitation,
    change_role,
    create_invitation,
    create_invited_account,
    end_membership,
    find_invitation,
    withdraw_invitation,
)
from tournament.models import Invitation, Membership
from tournament.models.membership import Role
from tournament.queries.safety.roles import members_of, open_invitations, roles_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann():
    return User.objects.create_user("Ann", password="nine-timer")


def invited(desk, event, user, role):
    """Let a user accept an invitation, and return the membership."""
    return accept_invitation(user, create_invitation(desk, event, role)[0])


def roles(event):
    return [(row.user.username, row.role) for row in members_of(event)]


def test_creating_an_event_makes_the_user_its_owner(desk, event, director):
    assert roles(event) == [("director", "owner")]
    copied = create_next_session(desk, event, today=dt.date(2026, 11, 1))
    assert roles(copied) == [("director", "owner")]
    by_the_program = create_event(Actor("load_demo"), name="Demo", preset="club")
    assert roles(by_the_program) == []
    assert roles_at(director, f"event:{by_the_program.slug}") == {Role.OWNER}


def test_invitation_is_found_by_a_secret_stored_only_as_a_hash(desk, event):
    invitation, secret = create_invitation(desk, event, Role.SCOREKEEPER)
    assert find_invitation(secret) == invitation
    row = Invitation.objects.values().get()
    assert secret not in map(str, row.values())
    assert len(secret) == 32
    with pytest.raises(Refused, match="not an invitation"):
        find_invitation(row["secret_hash"])


def test_expired_or_withdrawn_invitation_is_refused(desk, event, ann):
    _, secret = create_invitation(desk, event, Role.READER)
    Invitation.objects.update(expires_at=timezone.now())
    with pytest.raises(Refused, match="expired"):
        find_invitation(secret)
    assert [invitation.is_expired for invitation in open_invitations(event)] == [True]
    again, secret = create_invitation(desk, event, Role.READER)
    withdraw_invitation(desk, again)
    withdraw_invitation(desk, again)
    with pytest.raises(Refused, match="withdrawn"):
        accept_invitation(ann, again)
    assert Activity.objects.filter(verb="withdraw_invitation").count() == 1


def test_invitation_never_lowers_a_role(desk, event, ann):
    for role, held in (("director", "director"), ("reader", "director"), ("owner", "owner")):
        invited(desk, event, ann, role)
        assert roles(event) == [("director", "owner"), ("Ann", held)]
    assert Membership.objects.filter(user=ann).count() == 2


@pytest.mark.parametrize(
    ("name", "password", "refusal", "sentence"),
    [
        ("", "eleven letters", InvalidName, "Enter the name"),
        ("DIRECTOR", "eleven letters", InvalidName, "log in first"),
        ("Cy", "", InvalidPassword, "too short"),
        ("Cy", "password", InvalidPassword, "too common"),
        ("Cy", None, InvalidPassword, "requires a password"),
    ],
)
def test_failed_invitation_leaves_no_account_behind(desk, event, name, password, refusal, sentence):
    invitation, secret = create_invitation(desk, event, Role.SCOREKEEPER)
    with pytest.raises(refusal, match=sentence):
        create_invited_account(invitation, name=name, password=password)
    assert User.objects.count() == 1
    assert find_invitation(secret) == invitation


def test_former_helper_has_no_roles(desk, event, ann):
    member = invited(desk, event, ann, Role.DIRECTOR)
    assert roles_at(ann, "event:autumn-open") == {Role.DIRECTOR}
    end_membership(desk, member)
    for place in ("event:autumn-open", "organisation:1"):
        assert roles_at(ann, place) == frozenset()
    assert Activity.objects.latest("id").summary == "Ann no longer helps with Autumn Open."


def test_last_owner_cannot_be_removed(desk, event, ann):
    owner = Membership.objects.get(event=event)
    with pytest.raises(Refused, match="director is the only owner"):
        end_membership(desk, owner)
    with pytest.raises(Refused, match=r"director is the only owner\. Appoint another owner"):
        change_role(desk, owner, Role.DIRECTOR)
    invited(desk, event, ann, Role.OWNER)
    end_membership(desk, owner)
    assert roles(event) == [("Ann", "owner")]
    assert roles_at(ann, "organisation:1") == {Role.DIRECTOR}
    assert roles_at(desk.user, "organisation:1") == {Role.OWNER}


def test_role_applies_to_its_event_only_and_takes_at_most_two_queries(
    desk, event, ann, round_one, board, django_assert_num_queries
):
    other = create_event(desk, name="Spring Open", preset="club")
    accept_invitation(ann, create_invitation(desk, event, Role.SCOREKEEPER)[0])
    game = start_game(desk, board(1))
    assert roles_at(ann, f"event:{other.slug}") == roles_at(ann, "game:999") == frozenset()
    roles_at(ann, "organisation:1")
    for place, queries in (("event:autumn-open/a", 1), (f"game:{game.pk}", 2)):
        with django_assert_num_queries(queries):
            assert roles_at(ann, place) == {Role.SCOREKEEPER}


def test_database_refuses_two_roles_of_a_user_in_an_event(desk, event, ann):
    given = {"event": event, "user": ann, "given_at": timezone.now()}
    Membership.objects.create(role=Role.READER, **given)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(role=Role.DIRECTOR, **given)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(role="emperor", ended_at=timezone.now(), **given)
