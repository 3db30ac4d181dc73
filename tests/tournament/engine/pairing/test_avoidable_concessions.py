"""Judging a round: concessions, and which of them were avoidable."""

from itertools import combinations
from random import Random

import pytest

from tests.tournament.engine.pairing.events import play
from tests.tournament.engine.pairing.situations import entrants
from tests.tournament.engine.pairing.test_matching import pairings
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.concessions import NO_CONCESSIONS, Concessions
from tournament.engine.pairing.method import repeat_price
from tournament.engine.pairing.plan import Bye, Pair, Plan
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences


def games(round_, *pairs, bye=None):
    played = [Result(round_, one, other, 400, 300) for one, other in pairs]
    return (*played, *([Result(round_, bye, NOBODY, 50, 0, Outcome.BYE)] if bye else []))


def plan(round_, *pairs, byes=()):
    boards = enumerate(pairs, start=1)
    seats = tuple(Pair(board, one, other) for board, (one, other) in boards)
    return Plan(round_, "manual", seats, tuple(Bye(number) for number in byes))


def test_needless_repeat_is_avoidable():
    request = PairingRequest(2, entrants(4), games(1, (1, 2), (3, 4)))
    verdict = judge_round(request, plan(2, (1, 2), (3, 4)))
    assert (verdict.avoidable.repeats, verdict.is_clean) == (2, False)
    assert sentences(verdict.messages, {}) == (
        ("2 pairings repeat an earlier one; all could have been avoided."),
    )


def test_repeat_in_a_fully_met_field_is_unavoidable():
    results = (*games(1, (1, 2), (3, 4)), *games(2, (1, 3), (2, 4)), *games(3, (1, 4), (2, 3)))
    verdict = judge_round(PairingRequest(4, entrants(4), results), plan(4, (1, 2), (3, 4)))
    assert (verdict.given_up, verdict.least) == (
        Concessions(repeats=2, meetings=2),
        Concessions(repeats=2, meetings=2),
    )
    assert verdict.is_clean
    assert sentences(verdict.messages, {}) == ()


def test_part_of_the_repeats_may_be_avoidable():
    results = (*games(1, (1, 2), (3, 4), (5, 6)), *games(2, (1, 3), (2, 5), (4, 6)))
    request = PairingRequest(
        3, entrants(6), results, forbidden_pairs=frozenset({frozenset((1, n)) for n in (4, 5, 6)})
    )
    verdict = judge_round(request, plan(3, (1, 2), (3, 4), (5, 6)))
    assert (verdict.given_up.repeats, verdict.least.repeats, verdict.avoidable.repeats) == (3, 1, 2)
    assert sentences(verdict.messages, {}) == (
        ("3 pairings repeat an earlier one; 1 could not be avoided."),
    )


def test_second_bye_is_avoidable_if_another_entry_could_take_it():
    request = PairingRequest(2, entrants(3), games(1, (1, 2), bye=3))
    verdict = judge_round(request, plan(2, (1, 2), byes=[3]))
    assert verdict.avoidable.repeats == 1
    again = judge_round(request, plan(2, (1, 3), byes=[2]))
    assert again.is_clean
    late = PairingRequest(2, entrants(5), games(1, (1, 2), (3, 4), bye=5))
    verdict = judge_round(late, plan(2, (1, 3), (2, 4), byes=[5]))
    assert (verdict.avoidable.byes, verdict.is_clean) == (1, False)
    assert "more byes than another" in sentences(verdict.messages, {})[0]


def test_forfeit_win_counts_as_a_bye():
    results = (Result(1, 1, 5, 50, -50, Outcome.SECOND_FORFEITS), *games(1, (2, 3)))
    verdict = judge_round(
        PairingRequest(2, entrants(5), results), plan(2, (2, 4), (3, 5), byes=[1])
    )
    assert verdict.avoidable.byes == 1


def test_second_bye_that_avoids_a_repeat_is_justified():
    results = (*games(1, (1, 2), bye=3), *games(2, (1, 2), bye=3))
    verdict = judge_round(
        PairingRequest(
            3,
            entrants(3),
            results,
            forbidden_pairs=frozenset({frozenset((1, 3)), frozenset((2, 3))}),
        ),
        plan(3, (1, 2), byes=[3]),
    )
    assert verdict.is_clean


def test_needlessly_broken_wish_is_reported():
    request = PairingRequest(1, entrants(4), unwanted_pairs=frozenset({frozenset((1, 2))}))
    verdict = judge_round(request, plan(1, (1, 2), (3, 4)))
    assert verdict.avoidable.wishes == 1
    assert sentences(verdict.messages, {}) == (
        "1 pair meets that should be kept apart if possible; this could have been avoided.",
    )


def test_directors_pairs_and_byes_count_as_unavoidable():
    request = PairingRequest(2, entrants(4), games(1, (1, 2), (3, 4)), fixed_pairs=((1, 2),))
    verdict = judge_round(request, plan(2, (1, 2), (3, 4)))
    assert (verdict.least, verdict.is_clean) == (Concessions(repeats=2, meetings=2), True)


def test_blocked_round_is_not_clean_and_not_compared():
    verdict = judge_round(PairingRequest(1, entrants(4)), plan(1, (1, 2)))
    assert (verdict.least, verdict.is_clean) == (None, False)


def a_round(seed, size):
    """Return a random round with repeats, players kept or wished apart, and a bye if the field is odd."""
    draw = Random(seed)
    numbers = list(range(1, size + 1))
    met = [pair for pair in combinations(numbers, 2) if draw.random() < 0.5]
    apart = [pair for pair in combinations(numbers, 2) if draw.random() < 0.1]
    wished = [pair for pair in combinations(numbers, 2) if draw.random() < 0.2]
    results = [Result(1, *pair, 400, 300) for pair in met]
    results += [
        Result(1, number, NOBODY, 50, 0, Outcome.BYE) for number in numbers if draw.random() < 0.5
    ]
    draw.shuffle(numbers)
    byes = [numbers.pop()] if size % 2 else []
    made = plan(2, *zip(numbers[::2], numbers[1::2], strict=True), byes=byes)
    apart = frozenset(
        frozenset(p) for p in apart if frozenset(p) not in {q.numbers for q in made.pairs}
    )
    request = PairingRequest(
        2,
        entrants(size),
        tuple(results),
        forbidden_pairs=apart,
        unwanted_pairs=frozenset(map(frozenset, wished)),
    )
    return request, made


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9])
def test_exhaustive_search_finds_no_better_round(size):
    for seed in range(8):
        request, made = a_round(100 * size + seed, size)
        best = min(
            Concessions(
                sum(frozenset(p) in request.meetings for p in pairs if 0 not in p),
                sum(len(request.meetings.get(frozenset(p), ())) for p in pairs),
                sum(len(request.byes.get(max(p), ())) for p in pairs if 0 in p),
                sum(frozenset(p) in request.unwanted_pairs for p in pairs),
            )
            for pairs in pairings([*range(1, size + 1), *([0] if size % 2 else [])])
            if not any(frozenset(p) in request.forbidden_pairs for p in pairs)
        )
        verdict = judge_round(request, made)
        assert verdict.least == (best if verdict.given_up != NO_CONCESSIONS else NO_CONCESSIONS)


def test_repeats_intended_by_the_method_are_not_avoidable():
    bracket = play(4, 4, 1, lambda *_: ("bracket", {"games": 2}))
    assert [pair.earlier_meetings for pair in bracket.rounds[1][1].pairs] == [1, 1]
    assert all(verdict.is_clean for verdict in (judge_round(*row) for row in bracket.rounds))
    strict = play(4, 6, 1, lambda *_: ("king_of_the_hill", {"strict": True}))
    assert all(verdict.is_clean for verdict in (judge_round(*row) for row in strict.rounds))


@pytest.mark.parametrize(
    ("method", "options", "is_free"),
    [
        ("bracket", {"games": 3}, True),
        ("bracket", {"games": 1}, False),
        ("round_robin", {"cycles": 2}, True),
        ("round_robin", {}, False),
        ("team_round_robin", {"games": 2}, True),
        ("king_of_the_hill", {"strict": True}, True),
        ("swiss", {}, False),
        ("forgotten", {}, False),
        ("swiss", {"colour": "red"}, False),
    ],
)
def test_method_of_a_past_round_tells_whether_repeats_were_intended(method, options, is_free):
    assert (repeat_price(method, options).free_meetings is None) is is_free
