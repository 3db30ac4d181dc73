"""The reasoning of COP for a whole round on one page: every player, and later changes."""

import pytest

from tests.remembered import remembered
from tests.shown import text
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_round
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rearranging import rearrange_round
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Pairing
from tournament.queries.rounds.drafts import PairingChoice, arrangement_of

pytestmark = pytest.mark.django_db
PAIRINGS = "/events/autumn-open/a/rounds/2/pairings/"
PAGE = "/events/autumn-open/a/rounds/2/reasoning/"
FAST = {"simulations": 2000, "control_loss_simulations": 2000}


@pytest.fixture
@remembered
def by_cop(desk, round_one, four):
    """Pair round 2 of 3 by COP, after wins by 1 and 3."""
    set_plan(desk, four, (PlannedRounds(2, 3, "cop", FAST),), rounds=3)
    for pairing in Pairing.objects.filter(round=round_one):
        enter_result(desk, pairing, 420, 380)
    return pair_round(desk, four, 2, PairingChoice(seed=4))


def rows(client):
    players = client.get(PAGE).context["reasoning"].players
    return [
        (p.name, p.seen.place, p.seen.best_place, p.seen.best_likely_place, p.opponent)
        for p in players
    ]


def test_every_player_is_shown_with_the_simulated_places(director_client, by_cop):
    players = rows(director_client)
    assert [(name, place) for name, place, *_ in players] == [
        ("Ana Lopez", 1), ("Zoë Müller", 2), ("Ben Okafor", 3), ("Dai Jones", 4),
    ]  # fmt: skip
    assert all(best <= hoped <= place for _, place, best, hoped, _ in players)
    words = text(director_client.get(PAGE))
    assert "Why round 2 is paired this way" in words
    assert "2,000 simulations of the last 2 rounds were run with seed 4" in words
    assert "weight" in words
    assert "paired; the marked players now have different opponents" not in words


def test_draft_links_to_its_reasoning(director_client, by_cop, desk, four):
    assert f'href="{PAGE}"' in director_client.get(PAIRINGS).text
    pair_round(desk, four, 2, PairingChoice("swiss"), reason="Otherwise")
    assert PAGE not in director_client.get(PAIRINGS).text
    assert director_client.get(PAGE).status_code == 404


def test_player_with_a_changed_opponent_is_marked(director_client, by_cop, desk):
    now = arrangement_of(by_cop)
    one, other = now.seats[0][1], now.seats[1][1]
    rearrange_round(desk, by_cop, now.swap(one, other), seen=str(now))
    assert "paired; the marked players now have different opponents" in text(
        director_client.get(PAGE)
    )
    changed = [
        player.is_changed for player in director_client.get(PAGE).context["reasoning"].players
    ]
    assert changed == [True] * 4
