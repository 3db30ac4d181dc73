"""Worked examples of the rating systems, and relations between systems."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.engine.ratings.performance import logistic, performance_rating
from tournament.engine.ratings.rated_field import RatedField, RatedGame, RatedPlayer
from tournament.engine.ratings.system import CannotRate, all_systems, find_system
from tournament.engine.ratings.systems.aspa import expected_share as aspa_expected
from tournament.engine.ratings.systems.glicko import _state_after_game as glicko_after
from tournament.engine.ratings.systems.naspa import rating_points, segments
from tournament.engine.ratings.systems.wespa import counting_share
from tournament.wording.sentences import sentence

FIGURES = tomllib.loads((Path(__file__).parent / "worked.toml").read_text(encoding="utf-8"))
FIELDS = tomllib.loads((Path(__file__).parent / "newcomers.toml").read_text(encoding="utf-8"))
IN_TURN = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 4), (2, 3)]]
"""The pairs of the worked examples, round by round."""


def rate(key, players, games, planned=0, **options):
    chosen = find_system(key)
    field = RatedField(tuple(players), tuple(games), planned)
    return chosen.rate(field, chosen.options_from(options))


def player(number, known):
    rating, games, deviation, idle = known
    career = None if games < 0 else games
    return RatedPlayer(number, rating or None, career, deviation or None, idle=idle)


def eight_against_one(rating, career=100, others=1800):
    """Return a player who wins against eight others, and these games."""
    players = [RatedPlayer(1, rating, career), *(RatedPlayer(n, others, 100) for n in range(2, 10))]
    return players, [RatedGame(n - 1, 1, n, 50) for n in range(2, 10)]


def games_of_one(spreads, opponents):
    return [RatedGame(n, 1, 2 + (n - 1) % opponents, spread) for n, spread in enumerate(spreads, 1)]


@pytest.mark.parametrize("figure", FIGURES["figure"], ids=lambda figure: figure["name"])
def test_single_player_rating_matches_the_worked_example(figure):
    others = [player(n, known) for n, known in enumerate(figure["opponents"], 2)]
    games = games_of_one(figure["spreads"], len(others))
    after = rate(figure["system"], [player(1, figure["player"]), *others], games)[1]
    assert after.rating == figure["rating"]
    assert after.games == len(games)
    if "deviation" in figure:
        assert round(after.deviation, 2) == pytest.approx(figure["deviation"], abs=0.004)


def games_of_field(rounds, spreads, newcomer_from):
    pairs = [(n, *pair) for n in range(1, rounds + 1) for pair in IN_TURN[(n - 1) % 3]]
    games = [RatedGame(*pair, spreads[n % len(spreads)]) for n, pair in enumerate(pairs)]
    return [game for game in games if game.one != 1 or game.round >= newcomer_from]


@pytest.mark.parametrize("field", FIELDS["field"], ids=lambda field: field["name"])
def test_field_with_newcomers_matches_the_worked_example(field):
    players = [player(n, (*known, 0)) for n, known in enumerate(field["players"], 1)]
    games = games_of_field(field["rounds"], field["spreads"], field.get("from_round", 1))
    after = rate(field["system"], players, games, field["rounds"])
    busy = Counter(number for game in games for number in (game.one, game.other))
    assert [after[n].rating for n in after] == field["after"]
    assert [after[n].is_first for n in after] == [known.rating is None for known in players]
    assert {n: after[n].games for n in after} == {n: busy[n] for n in after}
    for name, off in (("deviation", 0.006), ("volatility", 2e-9)):
        wanted = field.get({"deviation": "deviations", "volatility": "volatilities"}[name])
        if wanted:
            assert [getattr(after[n], name) for n in after] == pytest.approx(wanted, abs=off)
    if "first_segment" in field:
        first = [game for game in games if game.round <= 9]
        assert rate("naspa", players, first, 18)[1].rating == field["first_segment"]


def test_newcomer_takes_part_in_feedback_from_the_second_segment():
    known = [(1,), (2, 1500, 100), (3, 1400, 45), (4, 1620)]
    games = [
        game._replace(spread=50 if game.round > 9 or game.round % 3 == 0 else -50)
        if game.one == 1
        else game
        for game in games_of_field(18, [60, -40, 25, 90, -15, 0, 120, -70, 30, -55, 45], 1)
    ]
    after = rate("naspa", [RatedPlayer(*one) for one in known], games, 18)
    # After nine rounds: 1284 1531 1414 1580. The nine wins bring 120.4, a bonus of 75.4, and each
    # opponent a twentieth of that per game: 11.3 points.
    assert [after[n].rating for n in after] == [1480, 1508, 1421, 1508]


def test_points_change_at_the_edge_of_a_band_and_scores_of_0_are_not_rated():
    assert 1795 + rating_points(1795, 2.0) == pytest.approx(1828)
    assert 2005 + rating_points(2005, -1.0) == pytest.approx(1992.6)
    assert rating_points(1700, 1.0, new=True) == 30
    assert rating_points(2100, -1.0) == -10
    for wins, rating in ((4, 2040), (0, 960)):
        nearest = performance_rating([1500] * 4, wins, aspa_expected)
        assert nearest == pytest.approx(rating, abs=0.001)
    players = [RatedPlayer(1, 1500, deviation=80), RatedPlayer(2, 1500, deviation=80)]
    after = rate("wespa", players, [RatedGame(1, 1, 2, 300, scoreless=True)])
    assert (after[1].rating, after[1].games) == (1500, 0)


def test_feedback_returns_acceleration_to_the_opponents():
    after = rate("naspa", *eight_against_one(1500))
    lost = rating_points(1800, -logistic(300))  # each lost one game to a player 300 below
    again = rating_points(1500, 8 - 8 * logistic(-300)) - 5 * 8
    assert again / 20 == pytest.approx(3.78, abs=0.005)
    assert round(1800 + lost + again / 20) == after[2].rating == after[9].rating
    # A newcomer gives none in the first segment, even above the highest first rating.
    after = rate("naspa", *eight_against_one(None, 0, others=1500))
    assert after[1].rating == 1900
    lost = rating_points(1500, -logistic(-400))
    assert {after[n].rating for n in range(2, 10)} == {round(1500 + lost)}
    assert rating_points(1900, 8 - 8 * logistic(400), new=True) > 5 * 8


@pytest.mark.parametrize(
    ("rounds", "lengths"), [(7, [7]), (16, [16]), (17, [9, 8]), (35, [18, 17]), (37, [13, 12, 12])]
)
def test_long_events_are_rated_in_segments_with_the_longest_first(rounds, lengths):
    parts = segments(rounds)
    assert [len(part) for part in parts] == lengths
    assert [n for part in parts for n in part] == list(range(1, rounds + 1))


def test_club_session_counts_a_third_without_acceleration_up_to_fifty():
    players, games = eight_against_one(1500)
    whole = rating_points(1500, 8 - 8 * logistic(-300))
    assert rate("naspa", players, games, lightly=True)[1].rating == round(1500 + whole / 3)
    new = [RatedPlayer(1, 1500, 0), *players[1:]]
    many = [RatedGame(n, 1, 2 + n % 8, 50) for n in range(1, 17)]
    assert rate("naspa", new, many, lightly=True)[1].rating == 1550


@pytest.mark.parametrize(
    ("spreads", "rating"),
    [
        ((9, 9, -9), round(performance_rating([1200, 1300, 1400], 2))),
        ((-9, -9, -9), 500),
        ((9, 9, 9), 1800),
    ],
)
def test_first_rating_is_the_performance_within_limits(spreads, rating):
    known = [RatedPlayer(n, rating, 100) for n, rating in enumerate([1200, 1300, 1400], 2)]
    first = rate("naspa", [RatedPlayer(1), *known], games_of_one(spreads, 3))[1]
    assert (first.rating, first.is_first) == (rating, True)


@pytest.mark.parametrize(
    ("rating", "games", "part"),
    [
        (1700, None, 1.0),
        (1800, None, 1.0),
        (1801, None, 0.75),
        (2000, None, 0.75),
        (2001, None, 0.5),
        (2001, 199, 1.0),
        (1700, 900, 0.5),
        (1700, 450, 0.75),
        (1700, 1000, 1 - 1000 / 1800),
        (1700, 1001, 0.5),
        (1700, 199, 1.0),
        (1700, 200, 1 - 200 / 1800),
        (1900, 200, 0.75),
        (1900, 1000, 1 - 1000 / 1800),
    ],
)
def test_share_of_a_change_depends_on_rating_and_career(rating, games, part):
    assert counting_share(rating, games) == part


@pytest.mark.parametrize(("idle", "deviation"), [(64, 100), (5000, 150)])
def test_idle_rating_gains_deviation_up_to_the_maximum(idle, deviation):
    players = [RatedPlayer(1, 1500, deviation=60, idle=idle), RatedPlayer(2, 1500)]
    assert rate("wespa", players, [])[1].deviation == pytest.approx(deviation)


def test_last_150_games_count_with_the_latest_weighted_most():
    players = [RatedPlayer(1, 100, form=(100.0,) * 150), RatedPlayer(2, 100)]
    first = rate("absp", players, [RatedGame(1, 1, 2, 9)])[1]
    assert (len(first.form), first.form[-1]) == (150, 150)
    assert first.rating == round(100 + 50 * 225 / sum(range(76, 226)))
    # An opponent further away counts as forty away.
    far = rate("absp", [RatedPlayer(1, 100), RatedPlayer(2, 180)], [RatedGame(1, 1, 2, -9)])
    assert [far[n].form[-1] for n in (1, 2)] == [140 - 50, 140 + 50]


def test_linear_systems_reward_wins_beyond_expectation():
    players = [RatedPlayer(1, 1620), RatedPlayer(2, 1500)]
    after = rate("aspa", players, [RatedGame(1, 1, 2, 9)])
    assert (after[1].rating, after[2].rating) == (1628, 1492)  # .6 was expected
    far = rate("aspa", [RatedPlayer(1, 2500), RatedPlayer(2, 1500)], [RatedGame(1, 1, 2, -9)])
    assert far[1].rating == 2500 - 19  # the expected score is at most .95
    assert rate("german", players, [RatedGame(1, 1, 2, 9)], each=10)[1].rating == 1624


@pytest.mark.parametrize(
    ("key", "options", "why"),
    [
        ("elo", {}, r"no rating system “elo”. Systems: .*naspa"),
        ("naspa", {"heavily": True}, "NASPA has no option heavily. Options: lightly"),
    ],
)
def test_unknown_system_or_option_names_the_known(key, options, why):
    with pytest.raises(CannotRate) as caught:
        find_system(key).options_from(options)
    assert re.search(why, sentence(caught.value.message))


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(sorted(all_systems())),
    st.lists(st.one_of(st.none(), st.integers(1, 2600)), min_size=2, max_size=8),
    st.data(),
)
def test_any_field_can_be_rated_and_every_player_gets_a_rating(key, ratings, data):
    numbers = st.integers(1, len(ratings))
    drawn = data.draw(st.lists(st.tuples(numbers, numbers, st.integers(-600, 600)), max_size=20))
    games = [RatedGame(n, a, b, s) for n, (a, b, s) in enumerate(drawn, 1) if a != b]
    after = rate(key, [RatedPlayer(n, r) for n, r in enumerate(ratings, 1)], games)
    busy = {number for game in games for number in (game.one, game.other)}
    for number, rating in enumerate(ratings, 1):
        assert (after[number].rating is None) == (rating is None and number not in busy)
        if number not in busy:
            assert after[number].rating == rating


GUESSES = [
    ("naspa", RatedPlayer(1, 1500), 16, ["games"]),
    # Career games of a newcomer do not matter in a single segment.
    ("naspa", RatedPlayer(1), 16, []),
    ("naspa", RatedPlayer(1), 17, ["games"]),
    ("naspa", RatedPlayer(1, 1500, 0), 17, []),
    ("wespa", RatedPlayer(1, 1500), 7, ["deviation", "games"]),
    ("wespa", RatedPlayer(1, 1500, 10, 60), 7, []),
    ("wespa", RatedPlayer(1), 7, []),
    ("absp", RatedPlayer(1, 150), 7, ["form", "games"]),
    ("absp", RatedPlayer(1, 150, 10), 7, ["form"]),
    ("absp", RatedPlayer(1, 150, form=(160, 140)), 7, []),
    ("glicko", RatedPlayer(1, 1500), 7, ["deviation", "volatility"]),
    ("glicko", RatedPlayer(1, 1500, deviation=60, volatility=0.06), 7, []),
    ("aspa", RatedPlayer(1, 1500), 7, []),
    ("german", RatedPlayer(1, 1500), 7, []),
]


@pytest.mark.parametrize(("key", "known", "rounds", "guessed"), GUESSES)
def test_guesses_of_a_system_are_named_with_the_players_concerned(key, known, rounds, guessed):
    other = RatedPlayer(2, 1500, 100, 60, 0.06, form=(150,))
    idle = RatedPlayer(3, 1500)
    field = RatedField((known, other, idle), (RatedGame(1, 1, 2, 50),), rounds)
    assert find_system(key).guessed_figures(field) == dict.fromkeys(guessed, (1,))
    assert set(find_system(key).guesses) <= set(find_system(key).needs)


@pytest.mark.parametrize("key", sorted(all_systems()))
def test_newcomer_without_games_stays_unrated_and_changes_no_rating(key):
    players = [RatedPlayer(1), RatedPlayer(2, 1500, 100, 60), RatedPlayer(3, 1400, 100, 60)]
    games = [RatedGame(1, 2, 3, 40), RatedGame(2, 3, 2, 90)]
    after = rate(key, players, games)
    assert (after[1].rating, after[1].games, after[1].is_first) == (None, 0, False)
    assert {n: after[n] for n in (2, 3)} == rate(key, players[1:], games)


@pytest.mark.parametrize(("games", "points"), [(0, 30), (49, 30), (50, 20), (51, 20), (None, 20)])
def test_win_is_worth_less_from_fifty_games_on(games, points):
    """RATINGS, naspa: below 1800, a win beyond expectation brings 30, or 20 for experienced players."""
    players = [RatedPlayer(1, 1500, games), RatedPlayer(2, 1500, 100)]
    after = rate("naspa", players, [RatedGame(1, 1, 2, 9), RatedGame(2, 1, 2, 9)])
    gain = points * (2 - 2 * 0.5)
    assert after[1].rating == 1500 + gain + max(0, gain - 10)


def test_further_result_rates_only_its_own_game_in_glicko():
    """Every phone and screen projects after each result, so games rated before must cost nothing."""
    players = [RatedPlayer(n, 1500 + n / 7) for n in range(1, 5)]
    games = [RatedGame(r, a, b, 31) for r, pairs in enumerate(IN_TURN, 1) for a, b in pairs]
    rate("glicko", players, games[:-1])
    before = glicko_after.cache_info().misses
    assert rate("glicko", players, games)[4].games == 3
    assert glicko_after.cache_info().misses - before == 2
