"""Comparing two pairings of a round, and the cost of a pair that was not chosen."""

import pytest

from tournament.engine.entrants import Entrant
from tournament.engine.pairing.comparison import (
    RoundFigures,
    changed_boards,
    describe_changes,
    round_with_pair,
)
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences

NAMES = dict(enumerate(["Ana", "Ben", "Cleo", "Dai", "Eve", "Finn"], start=1))


def in_words(messages):
    return sentences(messages, NAMES)


def request(players=4, results=(), number=2, **more):
    entrants = tuple(Entrant(n, n) for n in range(1, players + 1))
    return PairingRequest(
        number, entrants, tuple(results), standing=tuple(range(1, players + 1)), names=NAMES, **more
    )


def plan(*pairs, byes=()):
    boards = tuple(Pair(board, *pair) for board, pair in enumerate(pairs, start=1))
    return Plan(2, "swiss", boards, tuple(Bye(number) for number in byes))


PLAYED = (Result(1, 1, 2, 400, 380), Result(1, 3, 4, 390, 350))


def test_changed_boards_are_those_whose_pair_is_new():
    assert changed_boards(plan((1, 2), (3, 4)), plan((3, 4), (2, 1))) == frozenset()
    assert changed_boards(plan((1, 2), (3, 4)), plan((1, 3), (2, 4))) == {1, 2}


def test_comparison_names_repeats_and_changes_in_wins_and_places():
    wanted = request(results=PLAYED)
    now, other = plan((3, 1), (2, 4)), plan((2, 1), (4, 3))
    assert in_words(describe_changes(RoundFigures(wanted, now), RoundFigures(wanted, other))) == (
        "Ana and Ben would meet again, after round 1.",
        "Cleo and Dai would meet again, after round 1.",
        "Added up over all boards, opponents would be 2 wins apart instead of 0.",
        "Added up over all boards, opponents would be 2 places apart instead of 4.",
    )
    back = in_words(describe_changes(RoundFigures(wanted, other), RoundFigures(wanted, now)))
    assert back[0] == "Ana and Ben would not meet again."


def test_comparison_names_second_byes_and_broken_wishes():
    byes = (Result(1, 5, NOBODY, 50, 0, Outcome.BYE),)
    wanted = request(5, [*PLAYED, *byes], unwanted_pairs=frozenset({frozenset({1, 4})}))
    now, other = plan((1, 3), (2, 5), byes=[4]), plan((1, 4), (2, 3), byes=[5])
    changes = in_words(describe_changes(RoundFigures(wanted, now), RoundFigures(wanted, other)))
    assert changes[:2] == (
        "Eve would have the bye again.",
        "Ana and Dai would meet, although they should be kept apart if possible.",
    )


def test_comparison_names_or_counts_unbalanced_starts():
    results = [Result(n, 1, 2, 400, 300) for n in (1, 2)]
    wanted = request(results=results, number=3)
    better, worse = plan((2, 1), (3, 4)), plan((1, 2), (3, 4))
    assert "Ben would have gone first 0 and second 3 times." not in in_words(
        describe_changes(RoundFigures(wanted, better), RoundFigures(wanted, better))
    )
    assert RoundFigures(wanted, worse).out_of_balance == {1: (3, 0), 2: (0, 3)}
    assert RoundFigures(wanted, better).out_of_balance == {}
    assert in_words(
        describe_changes(RoundFigures(wanted, better), RoundFigures(wanted, worse))
    ) == (
        "Ana would have gone first 3 and second 0 times.",
        "Ben would have gone first 0 and second 3 times.",
    )


def test_repeat_comes_first_in_the_cost_of_pairing_past_opponents():
    wanted = request(results=PLAYED)
    now, _ = plan_round(wanted, "swiss")
    answer = round_with_pair(wanted, "swiss", {}, now, 1, 2)
    assert answer.is_possible
    assert in_words(answer.messages)[0] == "Ana and Ben would meet again, after round 1."
    assert {pair.numbers for pair in answer.plan.pairs} >= {frozenset({1, 2})}


def test_free_change_is_described_as_costing_nothing():
    wanted = request(number=1)
    now = plan((1, 3), (2, 4))
    answer = round_with_pair(wanted, "random", {}, now, 1, 4)
    assert in_words(answer.messages) == (
        "The change would cost nothing.",
        "1 other board would change.",
        "Ben would meet Cleo.",
        "Cleo would meet Ben.",
    )


@pytest.mark.parametrize(
    ("one", "other", "more", "sentence"),
    [
        (1, 1, {}, "Choose two different players."),
        (1, 9, {}, "number 9 does not play in this round."),
        (1, 3, {}, "Ana already meets Cleo in this round."),
        (
            1,
            2,
            {"forbidden_pairs": frozenset({frozenset({1, 2})})},
            "Ana and Ben are kept apart and never meet.",
        ),
    ],
)
def test_impossible_pair_is_answered_with_the_reason(one, other, more, sentence):
    answer = round_with_pair(
        request(results=PLAYED, **more), "swiss", {}, plan((1, 3), (2, 4)), one, other
    )
    assert not answer.is_possible
    assert in_words(answer.messages) == (sentence,)


def test_unpairable_remainder_is_explained_by_the_method():
    apart = frozenset({frozenset({3, 4})})
    answer = round_with_pair(
        request(forbidden_pairs=apart), "swiss", {}, plan((1, 3), (2, 4)), 1, 2
    )
    assert not answer.is_possible
    assert in_words(answer.messages)[0].startswith("If these two players meet:")


def test_pairing_against_a_table_costs_its_later_rounds():
    now, _ = plan_round(request(), "round_robin")
    (first, *_) = now.pairs
    other = next(n for n in (1, 2, 3, 4) if n not in first.numbers)
    answer = round_with_pair(request(), "round_robin", {}, now, first.first, other)
    assert answer.is_possible
    assert in_words(answer.messages)[0].startswith("The round follows a table")
    assert not any("places apart" in sentence for sentence in in_words(answer.messages))


def test_director_pairs_and_byes_stay_unless_they_include_the_new_pair():
    wanted = request(8, number=1, fixed_pairs=((3, 4), (1, 5)), fixed_byes=(2, 8))
    now = plan((3, 4), (1, 5), (6, 7), byes=[2, 8])
    answer = round_with_pair(wanted, "random", {}, now, 1, 2)
    assert answer.is_possible
    pairs = {tuple(sorted(pair.numbers)) for pair in answer.plan.pairs}
    assert {(1, 2), (3, 4)} <= pairs
    assert 8 in {bye.number for bye in answer.plan.byes}


@pytest.mark.parametrize(
    "other",
    [plan((1, 4), (2, 3), byes=[5]), plan((1, 5), (2, 3), byes=[4])],
    ids=["both", "given up"],
)
def test_bye_given_up_or_in_both_rounds_is_no_second_bye(other):
    byes = (Result(1, 5, NOBODY, 50, 0, Outcome.BYE),)
    wanted = request(5, [*PLAYED, *byes])
    now = plan((1, 2), (3, 4), byes=[5])
    changes = describe_changes(RoundFigures(wanted, now), RoundFigures(wanted, other))
    assert "would_have_bye_again" not in [message.code for message in changes]
