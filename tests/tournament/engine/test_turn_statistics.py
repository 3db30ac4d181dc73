"""Statistics of turns, from hand-written sides."""

from collections import Counter
from dataclasses import replace

from tournament.engine.turn_statistics import GameSide, TurnStatistics, mean

SIDE = GameSide(
    game=1, when="2026-02-14", name="Ann", opponent="Ben", score=400, opponent_score=380,
    margin=20, half_points=2, began=True, went_out=True, scores=(30, None, 70),
    bingos=(("RETAINS", 70),), exchanges=1, phonies=0, double_words=2, triple_words=1,
    double_doubles=1, nine_timers=0, slips=(4, -1), opponent_slips=(3, -2), challenges_lost=0,
    challenges_won=1,
)  # fmt: skip


def test_turns_slips_and_bingos_are_counted():
    statistics = TurnStatistics([SIDE])
    assert (statistics.turns, statistics.number_of_bingos, statistics.play_points) == (3, 1, 100)
    assert statistics.turn_average == 100 / 3
    assert statistics.by_turn == [(1, 30.0, 1), (2, 0.0, 1), (3, 70.0, 1)]
    assert statistics.distribution == [(low, int(low in (30, 70))) for low in range(0, 80, 10)]
    assert TurnStatistics([]).turn_average is None
    assert mean(Counter({30: 1, 70: 3})) == 60
    assert mean(Counter()) is None
    statistics = TurnStatistics([SIDE, SIDE])
    ways = [(own, favour) for own in (True, False) for favour in (True, False)]
    assert [statistics.slips(own=own, in_favour=favour) for own, favour in ways] == [8, 2, 4, 6]
    more = replace(SIDE, bingos=(("ORATING", 90), ("RETAINS", 66), ("NASTIER", 95)))
    bingos = [("RETAINS", 2, 70), ("NASTIER", 1, 95), ("ORATING", 1, 90)]
    assert TurnStatistics([SIDE, more]).bingos == bingos


def test_five_best_and_worst_boards_are_listed_with_ties_in_neither():
    won = [replace(SIDE, game=n, score=400 + n, margin=n) for n in range(1, 8)]
    tied = replace(SIDE, game=8, score=900, margin=0, half_points=1)
    lost = [replace(SIDE, game=n, score=100 + n, margin=-n, half_points=0) for n in range(9, 16)]
    statistics = TurnStatistics([*won, tied, *lost])
    assert statistics.games == statistics.sides == 15
    assert statistics.wins == 7.5
    assert {code: [side.game for side in sides] for code, sides in statistics.extremes.items()} == {
        "highest": [8, 7, 6, 5, 4],
        "lowest": [9, 10, 11, 12, 13],
        "largest_win": [7, 6, 5, 4, 3],
        "largest_loss": [15, 14, 13, 12, 11],
    }
