"""Unusual features of a round that no rule forbids, and their frequency on proposed plans."""

from dataclasses import replace

import pytest

from tests.tournament.engine.pairing.figures import figures
from tests.tournament.engine.pairing.situations import made, situation
from tournament.engine.message import Message
from tournament.engine.pairing.oddity_warnings import oddity_warnings
from tournament.engine.pairing.repeat_price import RepeatPrice
from tournament.wording.sentences import sentences

EIGHTEEN = [
    f"{11 - n // 2}-{1 + n // 2} {'+' if n < 9 else '-'}{900 - 100 * n if n < 9 else 100 * n - 700}"
    for n in range(18)
]


def paired(request, pairs, method="swiss", **more):
    """Return a round with these pairs, the first named going first."""
    return replace(made(request.round, *pairs, method=method), **more)


def unusual(request, pairs, code, method="swiss", **more):
    """Return the sentences with one code about a round with these pairs."""
    messages = oddity_warnings(request, paired(request, pairs, method, **more))
    return sentences((row for row in messages if row.code == code), request.names)


def neighbours(size):
    return [(place, place + 1) for place in range(1, size, 2)]


def late(**more):
    """Return round 13 of 15 with 18 players."""
    return situation(EIGHTEEN, rounds_total=15, **more)


FAR = [(1, 16), (2, 3), *[(n, n + 1) for n in range(4, 15, 2)], (17, 18)]
"""The first meets the sixteenth, and the others their neighbours."""


def test_leader_far_from_the_opponent_is_named_with_the_gap_late_in_the_event():
    request = late()
    assert unusual(request, neighbours(18), "leader_far", "king_of_the_hill") == ()
    assert sentences(oddity_warnings(request, paired(request, FAR)), request.names)[:1] == (
        (
            "Ann (1st) meets Pia (16th), 7 wins apart. A nearer opponent is possible at no "
            "extra cost."
        ),
    )
    pairs = [(place, place + 9) for place in range(1, 10)]
    assert unusual(situation(EIGHTEEN, rounds_total=40), pairs, "leader_far") == ()
    assert oddity_warnings(request, paired(request, pairs, "round_robin")) == ()


def test_leader_who_has_met_all_neighbours_is_named_only_if_repeats_are_free():
    request = replace(late())
    request.__dict__["meetings"] = {frozenset((1, other)): (3,) for other in range(2, 16)}
    assert unusual(request, FAR, "leader_far") == ()
    assert len(unusual(request, FAR, "leader_far", price=RepeatPrice(1))) == 1


@pytest.mark.parametrize(
    ("records", "odd", "usual", "code", "sentence"),
    [
        (
            ["9-2 +500", "9-2 +400", "8-3 +300", "8-3 +200"], [(1, 3), (2, 4)], [(1, 2), (3, 4)],
            "last_round_not_first_and_second",
            "Ann and Ben, first and second, do not meet in the last round.",
        ),
        (
            ["11-0 +900", "8-3 +400", "8-3 +300", "2-9 -200"], [(1, 2), (3, 4)], [(1, 4), (2, 3)],
            "gibsonized_meets_contender",
            ("Ann is gibsonized and meets Ben, who can still win a prize, although there are "
             "players who no longer can."),
        ),
        (
            ["2-1 +30", "2-1 +20", "1-2 -20", "1-2 -30"], [(1, 2), (3, 4)], [(2, 1), (4, 3)],
            "first_again", "Going first for the third time in a row: Ann and Cleo.",
        ),
    ],
)  # fmt: skip
def test_unusual_pairs_are_named(records, odd, usual, code, sentence):
    total = 9 if code == "first_again" else 12
    request = situation(records, rounds_total=total, prizes=[(1, 1), (2, 2)])
    assert unusual(request, odd, code) == (sentence,)
    assert not any("Ann" in text for text in unusual(request, usual, code))


@pytest.mark.parametrize(
    ("players", "rounds", "events"),
    [
        (8, 5, 6), (13, 8, 6), (24, 12, 6),
        *[
            pytest.param(*size, 50, marks=pytest.mark.long)
            for size in ((10, 8), (16, 10), (24, 7), (24, 12), (31, 12), (40, 14), (60, 18))
        ],
    ],
)  # fmt: skip
def test_proposed_plans_concede_nothing_and_keep_leaders_in_reach(players, rounds, events):
    counted = figures(players, rounds, events)
    assert +counted.avoidable == {}
    assert counted.out_of_reach == 0
    assert max(counted.imbalances) <= 2
    assert counted.thirds <= counted.starts / 100


@pytest.mark.full
def test_repeated_floats_are_rare_and_starts_level_over_many_events():
    """Swiss in all rounds, with an even number of them, and one free repeat in the second half."""
    swiss = {False: ("swiss", {}), True: ("swiss", {"again": "1"})}
    counted = figures(24, 12, 10, how=lambda number, _: swiss[number > 6])
    assert counted.same_floats <= 0.18 * counted.floats
    assert counted.imbalances[0] >= 0.95 * counted.imbalances.total()
    assert max(counted.imbalances) <= 2


@pytest.mark.full
@pytest.mark.parametrize(("players", "rounds"), [(13, 8), (16, 10), (24, 7)])
def test_repeated_floats_are_rare_and_starts_level_in_small_fields(players, rounds):
    """On the proposed plan, without what king of the hill forces in the last round."""
    counted = figures(players, rounds, 24)
    assert counted.same_floats <= 0.18 * counted.floats
    assert counted.swiss_starts[True] >= 0.95 * counted.swiss_starts.total()
    assert max(counted.imbalances) <= 2


def test_many_repeated_floats_are_counted_beside_all_floats():
    """Round 2 pairs across all wins and round 3 again: all players float as before."""
    request = late()
    across = [(place, 19 - place) for place in range(1, 10)]
    wins = {number: request.records[number].half_wins for number in range(1, 19)}
    floating = 2 * sum(wins[one] != wins[other] for one, other in across)
    arranged = tuple((request.round, *pair) for pair in across)
    played = replace(
        request, round=request.round + 1, rounds_total=16, arranged=arranged,
        source_round=request.standings_round,
    )  # fmt: skip
    again = Message("floats_again", players=floating, floating=floating)
    turned = [(19 - n, n) for n, _ in across]
    for pairs, expected in ((across, [again]), (turned, [again]), (neighbours(18), [])):
        messages = oddity_warnings(played, paired(played, pairs))
        assert [row for row in messages if row.code == "floats_again"] == expected
