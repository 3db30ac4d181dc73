"""Double elimination: two lost matches eliminate a player, and everybody keeps playing."""

from collections import Counter
from functools import partial

import pytest

from tests.tournament.engine.pairing import situations
from tests.tournament.engine.pairing.refusals import refused
from tests.tournament.engine.pairing.situations import rounds_played, won_by
from tournament.engine.pairing.method import CannotPair
from tournament.wording.sentences import sentences

round_of = partial(situations.round_of, "double_elimination")


def matches_of(plan):
    """Return the pairs of matches, without waiting or eliminated players."""
    return sorted(
        sorted(pair.numbers)
        for pair in plan.pairs
        if any(reason.code == "elimination" for reason in pair.reasons)
    )


def played(count, better=min, rounds=30, **options):
    """Return the matches of each round until one player is left."""
    results, all_rounds = [], []
    for number in range(1, rounds):
        try:
            plan = round_of(number, count, results, **options)
        except CannotPair as over:
            return all_rounds, over
        all_rounds.append(matches_of(plan))
        results += won_by(plan, better)
    raise AssertionError("nobody was left alone")


def test_best_entry_meets_the_lowest_with_equal_match_losses():
    rounds, _ = played(8)
    assert rounds == [
        [[1, 8], [2, 7], [3, 6], [4, 5]],
        [[1, 4], [2, 3], [5, 8], [6, 7]],
        [[1, 2], [3, 5], [4, 6]],
        [[3, 4]],
        [[2, 3]],
        [[1, 2]],
    ]


@pytest.mark.parametrize("count", [2, 3, 5, 6, 7, 9, 12, 16])
def test_every_entry_but_the_winner_loses_two_matches(count):
    rounds, over = played(count)
    lost = Counter(max(match) for matches in rounds for match in matches)
    assert lost == dict.fromkeys(range(2, count + 1), 2)
    assert "Only Ann is left" in sentences(over.messages, {1: "Ann"})[0]


def test_final_is_replayed_after_its_loser_had_no_lost_match():
    winners_of_1_and_2 = iter([1, 2, 1])

    def better(one, other):
        return next(winners_of_1_and_2) if (one, other) == (1, 2) else one

    finals, over = played(4, better)
    assert over.messages[0].params["entry"] == 1
    assert finals[-2:] == [[[1, 2]], [[1, 2]]]


def test_eliminated_entries_play_for_the_standings_only_and_withdrawn_ones_are_eliminated():
    plans = rounds_played("double_elimination", 4, 8)
    assert [(len(plan.pairs), plan.byes) for plan in plans] == [(4, ())] * 4
    results = list(won_by(round_of(1, 4, [])))
    assert matches_of(round_of(2, 4, results, left={2: 1})) == [[3, 4]]


@pytest.mark.parametrize(
    ("number", "count", "options", "sentence"),
    [
        (1, 1, {}, "at least two players"),
        (1, 4, {"games": 0}, "A match has at least one game. Set"),
        (1, 4, {"start_round": 3}, "begins with round 3"),
        (2, 4, {}, r"has no result for .* in round 1"),
        (2, 2, {"left": {1: 1, 2: 1}}, "No player is left in the double elimination"),
    ],
)
def test_impossible_request_is_refused_with_the_reason(number, count, options, sentence):
    results = won_by(round_of(1, 2, [])) if count == 2 else []
    with refused(sentence):
        round_of(number, count, results, **options)
