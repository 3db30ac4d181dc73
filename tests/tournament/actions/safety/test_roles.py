"""Roles: invited, accepted, changed and ended."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.cases import look
from tests.tournament.actions.cases import of_event
from tests.tournament.actions.safety.at_the_desk import before_play
from tournament.actions.act import Refused
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.clubs import create_next_session
from tournament.actions.results.recorded_games import start_game
from tournament.actions.safety.roles import (
    accept_invitation,
    change_role,
    create_invitation,
    create_invited_account,
    end_membership,
    find_invitation,
    withdraw_invitation,
)
from tournament.models import Event, Invitation, Membership
from tournament.models.membership import Role
from tournament.queries.safety.roles import members_of, open_invitations, roles_at

pytestmark = pytest.mark.django_db


def person(name):
    return User.objects.get_or_create(username=name)[0]


def offered(desk, division):
    create_invitation(desk, division.event, Role.SCOREKEEPER)


def invited(role):
    """Return a step that lets Ann accept an invitation."""
    return lambda desk, division: accept_invitation(
        person("Ann"), create_invitation(desk, division.event, role)[0]
    )


def of_member(action, name, *args):
    """Return a step for the role of somebody in Autumn Open."""
    rows = Membership.objects.filter(event__slug="autumn-open", user__username=name)
    return lambda desk, _division: action(desk, rows.get(ended_at=None), *args)


def accept(_desk, _division):
    accept_invitation(person("director"), Invitation.objects.get())


def withdraw(desk, _division):
    withdraw_invitation(desk, Invitation.objects.get())


def account(name, password):
    return lambda _desk, _division: (
        create_invited_account(Invitation.objects.get(), name=name, password=password).username
    )


def roles(_division):
    """Return the members of every event, and everybody's roles in it and in the organisation."""
    for event in Event.objects.order_by("pk"):
        places = f"event:{event.slug}", "organisation:1"
        yield {row.user.username: str(row.role) for row in members_of(event)}
        for user in User.objects.order_by("pk"):
            yield user.username, [[*map(str, roles_at(user, place))] for place in places]


ROLES = look(lambda division: [*roles(division)])
CASES = {
    "owners of events": (
        before_play, ROLES, of_event(create_next_session, today=dt.date(2026, 11, 1)),
        lambda *_: create_event(Actor("load_demo"), name="Demo", preset="club") and None,
        lambda *_: User.objects.create_user("Stan", is_staff=True) and None, ROLES,
    ),
    "withdrawn": (offered, withdraw, withdraw, accept),
    "never lower": (
        before_play, invited("director"), ROLES, invited("reader"), ROLES, invited("owner"), ROLES,
    ),
    "no longer a helper": (
        invited("director"), ROLES, of_event(close_event, accepted=True), of_member(end_membership, "Ann"), ROLES,
    ),
    "the last owner": (
        before_play, of_member(end_membership, "director"), of_member(change_role, "director", Role.DIRECTOR),
        invited("owner"), of_member(end_membership, "director"), ROLES,
    ),
    "a new account": (offered, account("Cy", "eleven letters"), ROLES, account("Di", "eleven letters")),
    **{
        f"no account for {name!r} with {password!r}": (offered, account(name, password))
        for name, password in (
            ("", "eleven letters"), ("DIRECTOR", "eleven letters"), ("Cy", ""), ("Cy", "password"), ("Cy", None),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_happens_to_roles_is_as_approved(play_case, name):
    play_case(name, *CASES[name])


def test_invitation_is_found_by_a_secret_stored_only_as_a_hash_until_it_expires(desk, event):
    invitation, secret = create_invitation(desk, event, Role.SCOREKEEPER)
    assert find_invitation(secret) == invitation
    row = Invitation.objects.values().get()
    assert secret not in map(str, row.values())
    assert len(secret) == 32
    with pytest.raises(Refused, match="not an invitation"):
        find_invitation(row["secret_hash"])
    Invitation.objects.update(expires_at=timezone.now())
    with pytest.raises(Refused, match="expired"):
        find_invitation(secret)
    assert [one.is_expired for one in open_invitations(event)] == [True]


def test_role_applies_to_its_event_only_and_takes_at_most_two_queries(
    desk, event, round_one, board, django_assert_num_queries
):
    ann = person("Ann")
    other = create_event(desk, name="Spring Open", preset="club")
    accept_invitation(ann, create_invitation(desk, event, Role.SCOREKEEPER)[0])
    game = start_game(desk, board(1))
    assert roles_at(ann, f"event:{other.slug}") == roles_at(ann, "game:999") == frozenset()
    roles_at(ann, "organisation:1")
    for place, queries in (("event:autumn-open/a", 1), (f"game:{game.pk}", 2)):
        with django_assert_num_queries(queries):
            assert roles_at(ann, place) == {Role.SCOREKEEPER}


def test_database_refuses_two_roles_of_a_user_in_an_event(event):
    given = {"event": event, "user": person("Ann"), "given_at": timezone.now()}
    Membership.objects.create(role=Role.READER, **given)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(role=Role.DIRECTOR, **given)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(role="emperor", ended_at=timezone.now(), **given)
