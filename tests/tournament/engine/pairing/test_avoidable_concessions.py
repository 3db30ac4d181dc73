"""Judging a round: concessions, and which of them were avoidable."""

from itertools import combinations
from random import Random

import pytest

from tests.tournament.engine.pairing.events import play
from tests.tournament.engine.pairing.situations import apart, entrants, made
from tests.tournament.engine.pairing.test_matching import pairings
from tournament.engine.pairing.avoidable_concessions import judge_round
from tournament.engine.pairing.concessions import NO_CONCESSIONS, Concessions
from tournament.engine.pairing.method import repeat_price
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.results import NOBODY, Outcome, Result
from tournament.wording.sentences import sentences


def games(round_, *pairs, bye=None):
    played = [Result(round_, one, other, 400, 300) for one, other in pairs]
    return (*played, *([Result(round_, bye, NOBODY, 50, 0, Outcome.BYE)] if bye else []))


def question(number, count, *results, **more):
    return PairingRequest(number, entrants(count), results, **more)


ONCE = games(1, (1, 2), (3, 4))
ALL_MET = (*ONCE, *games(2, (1, 3), (2, 4)), *games(3, (1, 4), (2, 3)))
SIX_MET = (*games(1, (1, 2), (3, 4), (5, 6)), *games(2, (1, 3), (2, 5), (4, 6)))
TWICE = (*games(1, (1, 2), bye=3), *games(2, (1, 2), bye=3))
FORFEIT = Result(1, 1, 5, 50, -50, Outcome.SECOND_FORFEITS)
MORE_BYES = "The bye went to a player who had had more byes than another available player."
CASES = {
    "a needless repeat": (
        question(2, 4, *ONCE), made(2, (1, 2), (3, 4)), Concessions(2, 2), Concessions(2),
        "2 pairings repeat an earlier one; all could have been avoided.",
    ),
    "all have met": (
        question(4, 4, *ALL_MET), made(4, (1, 2), (3, 4)), Concessions(2, 2), NO_CONCESSIONS, "",
    ),
    "one of three repeats is needed": (
        question(3, 6, *SIX_MET, forbidden_pairs=apart((1, 4), (1, 5), (1, 6))),
        made(3, (1, 2), (3, 4), (5, 6)), Concessions(3, 3), Concessions(2),
        "3 pairings repeat an earlier one; 1 could not be avoided.",
    ),
    "a repeat with a second bye": (
        question(2, 3, *games(1, (1, 2), bye=3)), made(2, (1, 2), byes=[3]),
        Concessions(1, 1, 1), Concessions(1),
        "1 pairing repeats an earlier one; it could have been avoided.",
    ),
    "another had the bye": (
        question(2, 3, *games(1, (1, 2), bye=3)), made(2, (1, 3), byes=[2]),
        NO_CONCESSIONS, NO_CONCESSIONS, "",
    ),
    "a second bye": (
        question(2, 5, *ONCE, *games(1, bye=5)), made(2, (1, 3), (2, 4), byes=[5]),
        Concessions(byes=1), Concessions(byes=1), MORE_BYES,
    ),
    "a bye after a win by forfeit": (
        question(2, 5, FORFEIT, *games(1, (2, 3))), made(2, (2, 4), (3, 5), byes=[1]),
        Concessions(byes=1), Concessions(byes=1), MORE_BYES,
    ),
    "nobody else can have the bye": (
        question(3, 3, *TWICE, forbidden_pairs=apart((1, 3), (2, 3))), made(3, (1, 2), byes=[3]),
        Concessions(1, 2, 2), NO_CONCESSIONS, "",
    ),
    "a needlessly broken wish": (
        question(1, 4, unwanted_pairs=apart((1, 2))), made(1, (1, 2), (3, 4)),
        Concessions(wishes=1), Concessions(wishes=1),
        "1 pair meets that should be kept apart if possible; this could have been avoided.",
    ),
    "a pair set by the director": (
        question(2, 4, *ONCE, fixed_pairs=((1, 2),)), made(2, (1, 2), (3, 4)),
        Concessions(2, 2), NO_CONCESSIONS, "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_concessions_are_judged_by_whether_another_round_avoids_them(name):
    request, plan, given_up, avoidable, sentence = CASES[name]
    verdict = judge_round(request, plan)
    assert (verdict.given_up, verdict.avoidable) == (given_up, avoidable)
    assert verdict.is_clean is (not sentence)
    assert sentences(verdict.messages, {}) == ((sentence,) if sentence else ())
    if verdict.is_clean:
        assert verdict.least == given_up


def a_round(seed, size):
    """Return a random round with repeats, players kept or wished apart, and a bye if the field is odd."""
    draw = Random(seed)
    numbers = list(range(1, size + 1))
    met, remaining, wished = (
        [pair for pair in combinations(numbers, 2) if draw.random() < share]
        for share in (0.5, 0.1, 0.2)
    )
    results = [Result(1, *pair, 400, 300) for pair in met]
    results += [
        Result(1, number, NOBODY, 50, 0, Outcome.BYE) for number in numbers if draw.random() < 0.5
    ]
    draw.shuffle(numbers)
    byes = [numbers.pop()] if size % 2 else []
    plan = made(2, *zip(numbers[::2], numbers[1::2], strict=True), byes=byes)
    remaining = apart(*remaining) - {pair.numbers for pair in plan.pairs}
    return question(
        2, size, *results, forbidden_pairs=remaining, unwanted_pairs=apart(*wished)
    ), plan


@pytest.mark.parametrize("size", [4, 5, 6, 7, 8, 9])
def test_exhaustive_search_finds_no_better_round(size):
    for seed in range(8):
        request, plan = a_round(100 * size + seed, size)
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
        verdict = judge_round(request, plan)
        assert verdict.least == (best if verdict.given_up != NO_CONCESSIONS else NO_CONCESSIONS)


def test_intended_repeats_are_clean_and_a_blocked_round_is_not():
    bracket = play(4, 4, 1, lambda *_: ("bracket", {"games": 2}))
    assert [pair.earlier_meetings for pair in bracket.rounds[1][1].pairs] == [1, 1]
    assert all(verdict.is_clean for verdict in (judge_round(*row) for row in bracket.rounds))
    strict = play(4, 6, 1, lambda *_: ("king_of_the_hill", {"strict": True}))
    assert all(verdict.is_clean for verdict in (judge_round(*row) for row in strict.rounds))
    verdict = judge_round(PairingRequest(1, entrants(4)), made(1, (1, 2)))
    assert (verdict.least, verdict.is_clean) == (None, False)


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
