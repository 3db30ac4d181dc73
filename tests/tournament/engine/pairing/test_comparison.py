"""Comparing two pairings of a round, and the cost of a pair that was not chosen."""

from functools import partial

import pytest

from tests.tournament.engine.pairing.situations import apart, entrants, made
from tournament.engine.pairing.comparison import (
    RoundFigures,
    changed_boards,
    describe_changes,
    round_with_pair,
)
from tournament.engine.pairing.planning import plan_round
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences

NAMES = dict(enumerate(["Ana", "Ben", "Cleo", "Dai", "Eve", "Finn"], start=1))


def in_words(messages):
    return sentences(messages, NAMES)


def request(players=4, results=(), number=2, **more):
    order = tuple(range(1, players + 1))
    return PairingRequest(
        number, entrants(players), tuple(results), standing=order, names=NAMES, **more
    )


def changes(wanted, now, other):
    """Return the sentences about changing from one round to another."""
    return in_words(describe_changes(RoundFigures(wanted, now), RoundFigures(wanted, other)))


plan = partial(made, 2, method="swiss")
PLAYED = (Result(1, 1, 2, 400, 380), Result(1, 3, 4, 390, 350))
HAD_BYE = (*PLAYED, Result(1, 5, NOBODY, 50, 0, Outcome.BYE))


def test_changed_boards_are_those_whose_pair_is_new():
    assert changed_boards(plan((1, 2), (3, 4)), plan((3, 4), (2, 1))) == frozenset()
    assert changed_boards(plan((1, 2), (3, 4)), plan((1, 3), (2, 4))) == {1, 2}


def test_comparison_names_repeats_and_changes_in_wins_and_places():
    wanted, now, other = request(results=PLAYED), plan((3, 1), (2, 4)), plan((2, 1), (4, 3))
    assert changes(wanted, now, other) == (
        "Ana and Ben would meet again, after round 1.",
        "Cleo and Dai would meet again, after round 1.",
        "Added up over all boards, opponents would be 2 wins apart instead of 0.",
        "Added up over all boards, opponents would be 2 places apart instead of 4.",
    )
    assert changes(wanted, other, now)[0] == "Ana and Ben would not meet again."


def test_comparison_names_second_byes_and_broken_wishes():
    wanted = request(5, HAD_BYE, unwanted_pairs=apart((1, 4)))
    now, other = plan((1, 3), (2, 5), byes=[4]), plan((1, 4), (2, 3), byes=[5])
    assert changes(wanted, now, other)[:2] == (
        "Eve would have the bye again.",
        "Ana and Dai would meet, although they should be kept apart if possible.",
    )
    # A bye in both rounds, or given up, is no second bye.
    now = plan((1, 2), (3, 4), byes=[5])
    for other in (plan((1, 4), (2, 3), byes=[5]), plan((1, 5), (2, 3), byes=[4])):
        assert not any("would have the bye again" in text for text in changes(wanted, now, other))


def test_comparison_names_or_counts_unbalanced_starts():
    wanted = request(results=[Result(n, 1, 2, 400, 300) for n in (1, 2)], number=3)
    better, worse = plan((2, 1), (3, 4)), plan((1, 2), (3, 4))
    third = "Ben would have gone first 0 and second 3 times."
    assert third not in changes(wanted, better, better)
    assert RoundFigures(wanted, worse).out_of_balance == {1: (3, 0), 2: (0, 3)}
    assert RoundFigures(wanted, better).out_of_balance == {}
    assert changes(wanted, better, worse) == (
        "Ana would have gone first 3 and second 0 times.",
        third,
    )


def test_repeat_or_a_tables_later_rounds_come_first_in_the_cost():
    wanted = request(results=PLAYED)
    now, _ = plan_round(wanted, "swiss")
    answer = round_with_pair(wanted, "swiss", {}, now, 1, 2)
    assert answer.is_possible
    assert in_words(answer.messages)[0] == "Ana and Ben would meet again, after round 1."
    assert {pair.numbers for pair in answer.plan.pairs} >= {frozenset({1, 2})}
    now, _ = plan_round(request(), "round_robin")
    (first, *_) = now.pairs
    other = next(n for n in (1, 2, 3, 4) if n not in first.numbers)
    answer = round_with_pair(request(), "round_robin", {}, now, first.first, other)
    assert answer.is_possible
    assert in_words(answer.messages)[0].startswith("The round follows a table")
    assert not any("places apart" in sentence for sentence in in_words(answer.messages))


def test_free_change_is_described_as_costing_nothing():
    answer = round_with_pair(request(number=1), "random", {}, plan((1, 3), (2, 4)), 1, 4)
    assert in_words(answer.messages) == (
        "The change would cost nothing.",
        "1 other board would change.",
        "Ben would meet Cleo.",
    )


KEPT_APART, NOBODY_ELSE = ({"forbidden_pairs": apart(pair)} for pair in ((1, 2), (3, 4)))
LEFT = (
    "If these two players meet: Only Cleo and Dai are left to pair, and they are kept apart. Let "
    "Cleo and Dai meet. Change the pairings and byes you fixed."
)


@pytest.mark.parametrize(
    ("one", "other", "more", "sentence"),
    [
        (1, 1, {}, "Choose two different players."),
        (1, 9, {}, "number 9 does not play in this round."),
        (1, 3, {}, "Ana already meets Cleo in this round."),
        (1, 2, KEPT_APART, "Ana and Ben are kept apart and never meet."),
        (1, 2, NOBODY_ELSE, LEFT),
    ],
)
def test_impossible_pair_is_answered_with_the_reason(one, other, more, sentence):
    wanted = request(results=PLAYED, **more)
    answer = round_with_pair(wanted, "swiss", {}, plan((1, 3), (2, 4)), one, other)
    assert not answer.is_possible
    assert in_words(answer.messages) == (sentence,)


def test_director_pairs_and_byes_stay_unless_they_include_the_new_pair():
    wanted = request(8, number=1, fixed_pairs=((3, 4), (1, 5)), fixed_byes=(2, 8))
    now = plan((3, 4), (1, 5), (6, 7), byes=[2, 8])
    answer = round_with_pair(wanted, "random", {}, now, 1, 2)
    assert answer.is_possible
    pairs = {tuple(sorted(pair.numbers)) for pair in answer.plan.pairs}
    assert {(1, 2), (3, 4)} <= pairs
    assert 8 in {bye.number for bye in answer.plan.byes}
