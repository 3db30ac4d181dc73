"""Unusual features of a round that no rule forbids, and their frequency on proposed plans."""

from dataclasses import replace

import pytest

from tests.tournament.engine.pairing.figures import figures
from tests.tournament.engine.pairing.situations import made, situation
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
