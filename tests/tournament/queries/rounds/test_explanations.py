"""A round with reasons: the method's explanation of each concession and of the whole round."""

import pytest

from scoring.actions.activity import Actor
from tests.remembered import remembered
from tournament.actions.people.keep_apart import end_keep_apart, keep_apart
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.drafts import pair_by_hand, pair_round
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.message import read
from tournament.models import Division, Pairing, Player
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.explanations import explain_round
from tournament.queries.rounds.rounds import in_common
from tournament.wording.sentences import sentences

pytestmark = pytest.mark.django_db
FEW = {"simulations": 2000, "control_loss_simulations": 2000}


@pytest.fixture
@remembered
def last_round(desk, four):
    """Play two of three rounds; 1 wins both and 4 loses both."""
    Division.objects.update(rounds_planned=3)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        round_ = publish_round(desk, pair_by_hand(desk, four, pairs, firsts_as_listed=True))
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 450, 380)
    four.refresh_from_db()
    return four


@pytest.mark.full
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
    assert explanation.account[-1].startswith("The pairings weigh ")
    assert not set(explanation.account) & set(explanation.warnings)


def test_sentences_on_the_gibsonized_stand_once(desk, last_round):
    for pairing in Pairing.objects.filter(first__number=1):
        correct_result(desk, pairing, 950, 350, reason="as the slip says", accepted=True)
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("chew"))
    explanation = explain_round(last_round, round_)
    (first,) = explanation.gibsonized
    assert first in sentences(read(round_.notes), explanation.names)
    assert first not in explanation.account
    assert explanation.account == ["2 players are in no flight of contenders."]


def pages_notes(explanation):
    """Return all sentences about concessions on the director's page of the round."""
    private = [sentence for row in explanation.rows for sentence in (*row.reasons, *row.private)]
    return [*explanation.warnings, *explanation.account, *private]


@pytest.mark.full
def test_a_wish_given_up_for_the_pair_that_met_least_is_not_called_needless(desk, four):
    """1 and 2, wished apart, have met once; each has met 3 twice. 4 is gone, so one has the bye."""
    meetings = [[(1, 2), (3, 4)], *[[(1, 3), (2, 4)], [(2, 3), (1, 4)]] * 2]
    for pairs in meetings:
        round_ = publish_round(desk, pair_by_hand(desk, four, pairs, firsts_as_listed=True))
        for pairing in Pairing.objects.filter(round=round_, replaced_at=None):
            enter_result(desk, pairing, 450, 380)
    ana, ben = (Player.objects.get(name=name) for name in ("Ana Lopez", "Ben Okafor"))
    keep_apart(desk, four.event, ana, ben, hard=False)
    withdraw(desk, four.entries.get(number=4), after=5)
    four.refresh_from_db()
    explanation = explain_round(
        four, pair_round(desk, four, 6, PairingChoice("swiss", {"repeats": 9}))
    )
    two = "Ana Lopez and Ben Okafor"
    lost_to = "every pairing with as few repeats, earlier meetings and second byes"
    assert sorted(explanation.warnings[:2]) == [
        f"{two} meet again after round 1: Ana Lopez has met everybody available.",
        f"{two} meet although they should be kept apart if possible: {lost_to} breaks such a wish.",
    ]
    assert not any("had to" in note for note in pages_notes(explanation))


def test_what_had_to_be_is_no_longer_said_when_it_need_not_be_any_more(desk, four):
    """Every opponent of Ana is against a wish, until all wishes but one are withdrawn."""
    ana = Player.objects.get(name="Ana Lopez")
    wishes = [
        keep_apart(desk, four.event, ana, other, hard=False)
        for other in Player.objects.exclude(pk=ana.pk)
    ]
    round_ = pair_round(desk, four, 1, PairingChoice("swiss"))
    claim = "every pairing with as few repeats breaks such a wish"
    before = explain_round(four, round_)
    assert sum(claim in note for note in pages_notes(before)) == 1
    board = Pairing.objects.get(round=round_, board=1, replaced_at=None)
    (met,) = {board.first.player, board.second.player} - {ana}
    for wish in wishes:
        if met not in (wish.one, wish.other):
            end_keep_apart(desk, wish)
    explanation = explain_round(four, round_)
    assert explanation.warnings[:2] == [
        f"{board.first.player} and {board.second.player} should be kept apart if possible.",
        "1 wish to stay apart was not met; it could have been met.",
    ]
    assert not any("no pairing" in note or claim in note for note in pages_notes(explanation))


def test_repeats_that_the_method_means_are_not_called_needless(desk, last_round):
    round_ = pair_round(
        Actor("test"), last_round, 3, PairingChoice("king_of_the_hill", {"strict": True})
    )
    explanation = explain_round(last_round, round_)
    assert any("otherwise Ana Lopez (1st) would meet" in note for note in explanation.warnings)
    assert not any("had to" in note for note in pages_notes(explanation))


def test_what_three_boards_have_in_common_is_said_once():
    boards = [("seeds", "new"), ("new", "seeds"), (), ("near", "new")]
    assert in_common(boards) == ("new",)
    assert in_common(boards[:3]) == (), "two boards are said each"
