"""Two people change the same data at the same moment.

The tests run on a SQLite file, and on PostgreSQL if the tests use it. Each race runs several
times: the answer is one of two, and the stored rows match it.
"""

from functools import partial

import pytest
from django.contrib.auth.models import User
from django.db import connection

from scoring.actions.activity import Actor
from scoring.models import Organisation
from scoring.tenancy import FIRST_TENANT
from tests.at_once import at_once
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.organisations import create_organisation, leave_organisation
from tournament.actions.safety.roles import (
    accept_invitation,
    change_role,
    create_invitation,
    create_invited_account,
)
from tournament.models import Membership, Pairing
from tournament.models.membership import Role

pytestmark = pytest.mark.postgres

ON_POSTGRESQL = connection.vendor == "postgresql"
DESK, OTHER = Actor("desk"), Actor("another desk")
TIMES = 5


def refusals(answers):
    """Return the types of the refusals."""
    return [type(answer) for answer in answers if isinstance(answer, Exception)]


def a_board(name):
    """Return a published pairing of two players in a new event."""
    event = create_event(DESK, name=name, preset="naspa_nwl")
    division = create_division(DESK, event, name="A")
    add_players(DESK, division, f"Zebulon Quick {name}\nBen Okafor {name}")
    publish_round(DESK, pair_by_hand(DESK, division, [(1, 2)], firsts_as_listed=True))
    return Pairing.objects.select_related("round__division__event").get(
        round__division__event=event
    )


def one_invitation_used_twice(connected):
    organisation = Organisation.objects.get(pk=FIRST_TENANT)
    for number in range(TIMES):
        people = [User.objects.create_user(f"{name} {number}") for name in ("Ann", "Bo")]
        invitation, _secret = create_invitation(DESK, organisation, Role.DIRECTOR)
        answers = at_once(
            connected, *(partial(accept_invitation, who, invitation) for who in people)
        )
        assert refusals(answers) == [Refused]
        assert Membership.objects.filter(user__in=people).count() == 1


def two_invitations_of_one_person(connected):
    organisation = Organisation.objects.get(pk=FIRST_TENANT)
    for number in range(TIMES):
        ann = User.objects.create_user(f"Ann {number}")
        invitations = [
            create_invitation(DESK, organisation, role)[0] for role in (Role.READER, Role.DIRECTOR)
        ]
        answers = at_once(
            connected, *(partial(accept_invitation, ann, which) for which in invitations)
        )
        assert refusals(answers) == []
        (held,) = Membership.objects.filter(user=ann, ended_at=None)
        assert held.role == Role.DIRECTOR


def two_accounts_by_one_invitation(connected):
    organisation = Organisation.objects.get(pk=FIRST_TENANT)
    invitation, _secret = create_invitation(DESK, organisation, Role.READER)
    answers = at_once(
        connected,
        *(
            partial(create_invited_account, invitation, name=name, password="nine-timer-20")
            for name in ("Ann", "Bo")
        ),
    )
    assert refusals(answers) == [Refused]
    assert User.objects.filter(username__in=("Ann", "Bo")).count() == 1


def owners():
    organisation = create_organisation(DESK, name=f"Club {Organisation.objects.count()}")
    both = [User.objects.create_user(f"{name} of {organisation}") for name in ("Ann", "Bo")]
    for who in both:
        accept_invitation(who, create_invitation(DESK, organisation, Role.OWNER)[0])
    return organisation, both


def one_of_two_owners_leaves_twice_while_the_other_steps_down(connected):
    for _time in range(TIMES):
        organisation, (ann, bo) = owners()
        hers, his = (Membership.objects.get(user=who, ended_at=None) for who in (ann, bo))
        answers = at_once(
            connected,
            partial(leave_organisation, ann, organisation),
            partial(leave_organisation, ann, organisation),
            partial(change_role, Actor.for_user(ann), his, Role.READER),
        )
        assert set(refusals(answers)) <= {Refused}
        left = Membership.objects.filter(organisation=organisation, role=Role.OWNER, ended_at=None)
        assert left.count() == 1
        assert left.get().pk in (hers.pk, his.pk)


def two_organisations_of_one_name(connected):
    answers = at_once(
        connected,
        partial(create_organisation, DESK, name="North"),
        partial(create_organisation, OTHER, name="north"),
    )
    assert len(refusals(answers)) == 1
    assert Organisation.objects.filter(name__iexact="north").count() == 1


RACES = [
    one_invitation_used_twice,
    two_invitations_of_one_person,
    two_accounts_by_one_invitation,
    one_of_two_owners_leaves_twice_while_the_other_steps_down,
    two_organisations_of_one_name,
]
EVERY_RACE = pytest.mark.parametrize("race", RACES, ids=lambda race: race.__name__)


@EVERY_RACE
def test_concurrent_actions_leave_consistent_data_in_either_order(on_sqlite, race):
    race(on_sqlite)


@pytest.mark.skipif(not ON_POSTGRESQL, reason="the tests run on SQLite")
@EVERY_RACE
def test_concurrent_actions_leave_consistent_data_on_postgresql(on_postgresql, race):
    race(on_postgresql)
