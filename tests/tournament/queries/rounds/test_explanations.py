"""A round with reasons: the method's explanation of each concession and of the whole round."""

import pytest

from scoring.actions.activity import Actor
from tests.remembered import remembered
from tests.tournament.fixtures import play_round
from tournament.actions.people.keep_apart import end_keeping_apart, keep_apart
from tournament.actions.results.results import correct_result
from tournament.actions.rounds.drafts import pair_round
from tournament.engine.message import messages_from_json
from tournament.models import Division, Pairing, Player
from tournament.queries.rounds.drafts import PairingChoice
from tournament.queries.rounds.explanations import explain_round
from tournament.queries.rounds.rounds import boards_of, shared_reasons
from tournament.wording.sentences import sentences

pytestmark = pytest.mark.django_db
FEW = {"simulations": 2000, "control_loss_simulations": 2000}


@pytest.fixture
@remembered
def last_round(desk, four):
    """Play two of three rounds; 1 wins both and 4 loses both."""
    Division.objects.update(rounds_planned=3)
    for pairs in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        play_round(desk, four, pairs, [(450, 380)] * 2)
    four.refresh_from_db()
    return four


def test_pairing_method_explains_each_repeat_in_its_own_words(last_round):
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


def test_pairing_method_explains_the_whole_round(last_round):
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("cop", FEW))
    explanation = explain_round(last_round, round_)
    assert explanation.method_notes[0].startswith("2,000 simulations of the last round were run")
    assert explanation.method_notes[-1].startswith("The total weight of the pairings is ")
    assert not set(explanation.method_notes) & set(explanation.warnings)


def test_stored_reason_that_this_version_does_not_know_is_shown_as_its_code(last_round):
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("swiss"))
    unknown = [{"code": "of_a_removed_method", "params": {}}]
    Pairing.objects.filter(round=round_).update(reasons=unknown)
    round_.notes = unknown
    explanation = explain_round(last_round, round_)
    assert {row.reasons for row in explanation.rows} == {("of_a_removed_method",)}
    assert explanation.method_notes == ["of_a_removed_method"]
    assert {board.reasons for board in boards_of(round_)} == {("of_a_removed_method",)}


def test_sentence_about_a_gibsonized_player_appears_once(desk, last_round):
    for pairing in Pairing.objects.filter(first__number=1):
        correct_result(desk, pairing, 950, 350, reason="as the slip says", accepted=True)
    round_ = pair_round(Actor("test"), last_round, 3, PairingChoice("chew"))
    explanation = explain_round(last_round, round_)
    (first,) = explanation.gibsonized
    assert first in sentences(messages_from_json(round_.notes), explanation.names)
    assert first not in explanation.method_notes
    assert explanation.method_notes == ["2 players are in no flight of contenders."]


def pages_notes(explanation):
    """Return all sentences about concessions on the director's page of the round."""
    private = [sentence for row in explanation.rows for sentence in (*row.reasons, *row.private)]
    return [*explanation.warnings, *explanation.method_notes, *private]


def test_outdated_concessions_disappear_from_the_explanation(desk, four):
    """Every opponent of Ana is against a wish, until all wishes but one are withdrawn."""
    ana = Player.objects.get(name="Ana Lopez")
    wishes = [
        keep_apart(desk, four.event, ana, other, hard=False)
        for other in Player.objects.exclude(pk=ana.pk)
    ]
    round_ = pair_round(desk, four, 1, PairingChoice("swiss"))
    claim = "in every pairing with as few repeats, some players meet who should be kept apart"
    before = explain_round(four, round_)
    assert sum(claim in note for note in pages_notes(before)) == 1
    board = Pairing.objects.get(round=round_, board=1, replaced_at=None)
    (met,) = {board.first.player, board.second.player} - {ana}
    for wish in wishes:
        if met not in (wish.one, wish.other):
            end_keeping_apart(desk, wish)
    explanation = explain_round(four, round_)
    assert explanation.warnings[:2] == [
        f"{board.first.player} and {board.second.player} should be kept apart if possible.",
        "1 pair meets that should be kept apart if possible; this could have been avoided.",
    ]
    assert not any("no pairing" in note or claim in note for note in pages_notes(explanation))


def test_notes_shared_by_three_boards_appear_once():
    boards = [("seeds", "new"), ("new", "seeds"), (), ("near", "new")]
    assert shared_reasons(boards) == ("new",)
    assert shared_reasons(boards[:3]) == (), "two boards are said each"
