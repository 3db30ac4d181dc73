"""Comparing two pairings of a round, and the cost of a pair that was not chosen."""

from functools import partial

import pytest

from tests.tournament.engine.pairing.situations import entrants, made
from tournament.engine.pairing.comparison import RoundFigures, describe_changes, round_with_pair
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import Result
from tournament.wording.sentences import sentences

NAMES = dict(enumerate(["Ana", "Ben", "Cleo", "Dai", "Eve", "Finn"], start=1))
PLAYED = (Result(1, 1, 2, 400, 380), Result(1, 3, 4, 390, 350))
AGAIN = "Ana and Ben would meet again, after round 1."
plan = partial(made, 2, method="swiss")


def request(players=4, results=(), number=2, **more):
    order = tuple(range(1, players + 1))
    return PairingRequest(number, entrants(players), results, standing=order, names=NAMES, **more)


def test_comparison_names_repeats_and_changes_in_wins_and_places():
    now, other = plan((3, 1), (2, 4)), plan((2, 1), (4, 3))
    figures = [RoundFigures(request(results=PLAYED), those) for those in (now, other)]
    assert sentences(describe_changes(*figures), NAMES) == (
        AGAIN,
        "Cleo and Dai would meet again, after round 1.",
        "Added up over all boards, opponents would be 2 wins apart instead of 0.",
        "Added up over all boards, opponents would be 2 places apart instead of 4.",
    )


@pytest.mark.parametrize(
    ("method", "number", "two", "answer"),
    [
        ("swiss", 2, (1, 1), ["Choose two different players."]),
        ("swiss", 2, (1, 9), ["number 9 does not play in this round."]),
        ("swiss", 2, (1, 3), ["Ana already meets Cleo in this round."]),
        ("swiss", 2, (1, 2), [AGAIN, "Cleo and Dai would meet again, after round 1."]),
        (
            "random", 1, (1, 4),
            ["The change would cost nothing.", "1 other board would change.", "Ben would meet Cleo."],
        ),
    ],
)  # fmt: skip
def test_pair_not_chosen_is_answered_with_its_cost_or_why_it_is_impossible(
    method, number, two, answer
):
    wanted = request(4, PLAYED[: 2 * number - 2], number)
    alternative = round_with_pair(wanted, method, {}, plan((1, 3), (2, 4)), *two)
    assert sentences(alternative.messages, NAMES)[: len(answer)] == tuple(answer)
    assert alternative.is_possible is (len(answer) > 1)


def test_director_pairs_and_byes_stay_unless_they_include_the_new_pair():
    wanted = request(8, number=1, fixed_pairs=((3, 4), (1, 5)), fixed_byes=(2, 8))
    now = plan((3, 4), (1, 5), (6, 7), byes=[2, 8])
    alternative = round_with_pair(wanted, "random", {}, now, 1, 2).plan
    assert {(1, 2), (3, 4)} <= {tuple(sorted(pair.numbers)) for pair in alternative.pairs}
    assert 8 in {bye.number for bye in alternative.byes}
