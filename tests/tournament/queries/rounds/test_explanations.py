"""A round with its reasons: what the method said of each thing given up, and of the whole round."""

import pytest

from scoring.actions.activity import Actor
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand, pair_round
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.message import read
from tournament.models import Division, Pairing
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.explanations import explain_round
from tournament.wording.sentences import sentences

pytestmark = pytest.mark.django_db
FEW = {"simulations": 2000, "control_loss_simulations": 2000}


@pytest.fixture
def last_round(desk, four):
    """Two of three rounds played; 1 has won both and 4 lost both."""
    Division.objects.update(rounds_planned=3)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        round_ = publish_round(desk, pair_by_hand(desk, four, pairs, firsts_as_listed=True))
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 450, 380)
    four.refresh_from_db()
    return four


def test_the_method_tells_in_its_own_words_why_two_meet_again(last_round):
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("cop", FEW))
    explanation = explain_round(last_round, round_)
    assert {frozenset((p.first, p.second)) for p in explanation.plan.pairs} == {
        frozenset((1, 2)),
        frozenset((3, 4)),
    }
    assert explanation.warnings[:2] == [
        "Ana Lopez and Ben Okafor meet again after round 1: king of the hill.",
        "Zoë Müller and Dai Jones meet again after round 1: king of the hill.",
    ]


def test_the_method_accounts_for_the_whole_round(last_round):
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("cop", FEW))
    explanation = explain_round(last_round, round_)
    assert explanation.account[0].startswith("2,000 futures of the last round were played out")
    assert explanation.account[-1].startswith("The pairs weigh ")
    assert not set(explanation.account) & set(explanation.warnings)


def test_sentences_on_the_gibsonized_stand_once(desk, last_round):
    for pairing in Pairing.objects.filter(first__number=1):
        correct_result(desk, pairing, 950, 350, reason="as the slip says")
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("chew"))
    explanation = explain_round(last_round, round_)
    (first,) = explanation.gibsonized
    assert first in sentences(read(round_.notes), explanation.names)
    assert first not in explanation.account
    assert explanation.account == ["2 players are in no flight of contenders."]
