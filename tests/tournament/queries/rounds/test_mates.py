"""Keeping team mates apart up to a round: pairing, warnings and verdict."""

import pytest

from tests.remembered import remembered
from tournament.actions.people.details import details_of, update_entry
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.plans import set_seating
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.pairing.seating import Seating
from tournament.models import Entry, Pairing
from tournament.queries.rounds.checks import check_pairings
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.pairing import pairing_request

pytestmark = pytest.mark.django_db
MATES = frozenset((1, 2)), frozenset((3, 4))


@pytest.fixture
@remembered
def teams(desk, four):
    """Put 1 and 2 into one team, 3 and 4 into another."""
    for entry in Entry.objects.filter(division=four).select_related("player"):
        entry.division = four
        team = "Ospreys" if entry.number < 3 else "Herons"
        update_entry(desk, entry, **details_of(entry) | {"team": team})
    return four


def keep_mates_apart(desk, division, until):
    set_seating(desk, division, Seating(mates_until=until))
    division.refresh_from_db()


def met(round_):
    live = Pairing.objects.filter(round=round_, replaced_at=None).select_related("first", "second")
    return {frozenset((pairing.first.number, pairing.second.number)) for pairing in live}


def test_team_mates_meet_unless_kept_apart(desk, teams):
    assert met(pair_round(desk, teams, 1, PairingChoice("swiss", seed=1))) == set(MATES)
    keep_mates_apart(desk, teams, 1)
    round_ = pair_round(desk, teams, 1, PairingChoice("swiss", seed=1))
    assert not met(round_) & set(MATES)


def test_team_mates_are_kept_apart_up_to_the_chosen_round(desk, teams):
    keep_mates_apart(desk, teams, 2)
    apart = [pairing_request(teams, number).unwanted_pairs for number in (1, 2, 3)]
    assert apart == [frozenset(MATES), frozenset(MATES), frozenset()]


def test_avoidable_meeting_of_team_mates_is_reported(desk, teams):
    publish_round(desk, pair_round(desk, teams, 1, PairingChoice("swiss", seed=1)))
    keep_mates_apart(desk, teams, 1)
    (checked,) = check_pairings(teams.event)
    assert not all(row.verdict.is_clean for row in checked.rounds)
