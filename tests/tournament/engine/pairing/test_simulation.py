"""Simulated futures of a division: real margins, fair coins, the same on any machine."""

import statistics

import pytest

from tournament.engine.pairing import simulation


def field(*records, bye=50):
    return simulation.SimulationStart(
        tuple(w for w, _ in records), tuple(s for _, s in records), bye
    )


def test_margins_match_those_of_real_games_on_any_machine():
    drawn = simulation.margins()
    assert statistics.median(drawn) == 70
    assert round(statistics.mean(drawn)) == 83
    assert drawn[round(0.9 * len(drawn))] == 172
    assert round(100 * sum(margin > 200 for margin in drawn) / len(drawn), 1) == 5.5
    assert 0.003 < drawn.count(0) / len(drawn) < 0.005
    assert list(drawn) == sorted(drawn)
    normal, size = statistics.NormalDist(sigma=simulation.MARGIN_SIGMA), len(simulation.margins())
    exact = [normal.inv_cdf((size + at + 0.5) / (2 * size)) for at in range(size)]
    assert min(abs(abs(value - int(value)) - 0.5) for value in exact) > 1e-6


def test_simulated_rounds_use_factor_at_the_top_and_end_with_king_of_the_hill():
    rows = simulation.remaining_rows([list(range(10))], 4, bound=3)
    assert rows == [
        ((0, 3), (1, 4), (2, 5), (6, 8), (7, 9)),
        ((0, 3), (1, 4), (2, 5), (6, 8), (7, 9)),
        ((0, 2), (1, 3), (4, 7), (5, 8), (6, 9)),
        ((0, 1), (2, 3), (4, 5), (6, 7), (8, 9)),
    ]
    assert simulation.remaining_rows([list(range(4))], 9, bound=9)[0] == ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("seats", "fixed", "groups", "over"),
    [
        (6, [], [[0, 1, 2, 3, 4, 5]], []),
        (6, [0], [[1, 2, 3, 4, 5, 0]], [0]),
        (6, [2], [[0, 1], [3, 4, 5, 2]], [2]),
        (6, [3], [[0, 1, 2, 3], [4, 5]], []),
        (6, [0, 1], [[2, 3, 4, 5, 0, 1]], [0, 1]),
        (8, [0, 4], [[1, 2, 3, 4], [5, 6, 7, 0]], [0]),
        (4, [0, 1, 2, 3], [[0, 1, 2, 3]], [0, 1, 2, 3]),
    ],
)
def test_gibsonized_entries_split_the_field_and_even_the_groups(seats, fixed, groups, over):
    assert simulation.even_groups(seats, fixed) == (groups, over)


GOLDEN = [[1150, 412, 438, 0], [439, 823, 297, 441], [410, 293, 777, 520], [1, 472, 488, 1039]]
"""Results of 2,000 simulations with seed 7, the same on any machine."""


def test_same_seed_gives_the_same_futures_of_at_most_2047_players():
    four = field((6, 100), (5, 20), (4, 0), (3, -50))
    rows = simulation.remaining_rows([[0, 1, 2, 3]], 2, 2)

    def counts(futures, seed):
        return simulation.final_places(
            four, rows, futures=futures, seed=seed, widest=[500, 500]
        ).tolist()

    assert counts(2000, 7) == counts(1, 7) == GOLDEN
    assert counts(1, 8) != GOLDEN
    with pytest.raises(ValueError, match="At most 2047"):
        simulation.SimulationStart((0,) * 2048, (0,) * 2048)
    with pytest.raises(ValueError, match="as many"):
        simulation.SimulationStart((0,), ())


def test_margin_is_limited_to_the_allowance_and_the_empty_seat_gives_a_bye():
    close = field((2, 60), (0, 0))
    narrow = simulation.final_places(close, [((0, 1),)], futures=2000, seed=3, widest=[29])
    wide = simulation.final_places(close, [((0, 1),)], futures=2000, seed=3, widest=[500])
    assert narrow[1, 0] == 0  # equal wins, and 58 of 60 points made up
    assert wide[1, 0] > 500
    three = field((0, 0), (0, 0), (0, 0), bye=50)
    counts = simulation.final_places(three, [((0, 1), (2, 3))], futures=2000, seed=3, widest=[10])
    assert counts[2, 0] == 2000


def test_rival_who_wins_all_gains_by_meeting_the_leader_each_round():
    def event_wins(records, rounds, rival):
        rows = simulation.remaining_rows([list(range(len(records)))], rounds, rounds)
        given = {"futures": 2000, "seed": 1, "widest": [500] * len(rows)}
        return [
            simulation.count_event_wins(field(*records), rows, rival, meets_first=each, **given)
            for each in (False, True)
        ]

    two_behind = [(10, 500), (8, 0), (8, 0), (6, 0), (1, 0), (0, 0)]
    seldom, always = event_wins(two_behind, 3, 3)
    assert 0 < seldom < 1000 < always
    seldom, always = event_wins([(10, 500), (8, 400), (2, 0), (1, 0)], 2, 1)
    assert 1000 < seldom < always == 2000  # in the last round, both are king of the hill
