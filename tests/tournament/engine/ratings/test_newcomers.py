"""First ratings: performances of unrated players, including games among them."""

from statistics import fmean

import pytest

from tests.samples import TSH
from tournament.engine.ratings.newcomers import first_ratings
from tournament.engine.ratings.performance import logistic
from tournament.engine.ratings.rated_field import RatedField, RatedGame, RatedPlayer
from tournament.engine.ratings.systems.aspa import expected_share as aspa_curve
from tournament.engine.ratings.systems.german import expected_share as german_curve
from tournament.exchange.event_files import NamedFile, read_bundle

SAMPLE = TSH / "a.t"
CURVES = [logistic, aspa_curve, german_curve]
in_any_system = pytest.mark.parametrize("curve", CURVES, ids=["naspa", "aspa", "german"])


def rated(players, games, curve=aspa_curve):
    return first_ratings(RatedField(tuple(players), tuple(games)), curve)


def five_who_met_each_other():
    """Return five players without a perfect or winless record: 1 has three wins, 4 one, the others two."""
    pairs = [(1, 2), (3, 1), (1, 4), (2, 3), (2, 4), (4, 3), (1, 5), (5, 2), (3, 5), (5, 4)]
    return [RatedGame(n, one, other, 9) for n, (one, other) in enumerate(pairs, 1)]


@pytest.mark.full
def test_newcomers_only_division_matches_its_file_after_every_round():
    (division,) = read_bundle([NamedFile("a.t", SAMPLE.read_bytes())]).divisions
    in_file = {
        entrant.number: [int(rating) for rating in dict(entrant.extras["tags"])["newr"].split()]
        for entrant in division.entrants
    }
    players = [RatedPlayer(number) for number in in_file]
    games: list[RatedGame] = []
    for played in division.rounds:
        games += [
            RatedGame(played.number, m.first, m.second, m.first_score - m.second_score)
            for m in played.meetings
            if not m.is_alone
        ]
        first = rated(players, games)
        for number, ratings in in_file.items():
            assert first.get(number, 0) == ratings[played.number - 1]
    assert len(division.rounds) == 18


@in_any_system
@pytest.mark.parametrize(
    ("spread", "ratings"), [(9, {1: 900, 2: 500}), (-9, {1: 500, 2: 900}), (0, {1: 1499, 2: 1499})]
)
def test_winner_of_two_newcomers_stays_near_the_loser(curve, spread, ratings):
    assert rated([RatedPlayer(1), RatedPlayer(2)], [RatedGame(1, 1, 2, spread)], curve) == ratings


@in_any_system
def test_newcomers_who_meet_are_rated_by_each_others_performance(curve):
    met = ((1, 3, 9), (1, 3, -9), (2, 1, 9), (2, 1, -9))
    games = [RatedGame(number, *game) for number, game in enumerate(met, 1)]
    for rating, off in ((1500, 1), (1900, 2)):
        ratings = rated([RatedPlayer(1), RatedPlayer(2), RatedPlayer(3, rating)], games, curve)
        assert ratings == pytest.approx({1: rating, 2: rating}, abs=off)


@in_any_system
def test_ratings_explain_the_wins_and_centre_a_middling_player(curve):
    games = five_who_met_each_other()
    ratings = rated([RatedPlayer(n) for n in range(1, 6)], games, curve)
    assert fmean(ratings.values()) == pytest.approx(1500, abs=8)  # rounded down in every pass
    assert ratings[2] == ratings[3] == ratings[5]
    for number, rating in ratings.items():
        met = [g.other if g.one == number else g.one for g in games if number in (g.one, g.other)]
        won = sum(g.one == number for g in games)
        assert sum(curve(rating - ratings[other]) for other in met) == pytest.approx(won, abs=0.01)


def test_first_rating_is_at_least_500_and_limited_by_the_best_opponent():
    players = [RatedPlayer(1), RatedPlayer(2, 1500), RatedPlayer(3, 1300)]
    assert rated(players, [RatedGame(1, 1, 2, -9), RatedGame(2, 1, 3, -9)]) == {1: 500}
    assert rated(players, [RatedGame(1, 1, 2, 9), RatedGame(2, 1, 3, 9)]) == {1: 1900}
    low = [RatedPlayer(1), RatedPlayer(2, 0)]
    assert rated(low, [RatedGame(1, 1, 2, 9)]) == {1: 500}
    assert rated(low, [RatedGame(n, 1, 2, 9) for n in range(1, 10)]) == {1: 500}
    # Each beat the next, so the passes never converge; the mean of the last ones is above the limit.
    players = [RatedPlayer(number) for number in range(1, 7)]
    games = [RatedGame(number, number, number + 1, 50) for number in range(1, 6)]
    games += [RatedGame(9, 6, 5, 50)]
    ratings = rated(players, games)
    assert ratings == {1: 2555, 2: 2023, 3: 1507, 4: 1001, 5: 500, 6: 500}


def test_event_without_newcomers_or_games_has_no_first_ratings_and_their_order_does_not_matter():
    assert rated([RatedPlayer(1, 1500), RatedPlayer(2, 1500)], [RatedGame(1, 1, 2, 9)]) == {}
    assert rated([RatedPlayer(1), RatedPlayer(2, 1500)], []) == {}
    players, games = [RatedPlayer(n) for n in range(1, 6)], five_who_met_each_other()
    assert rated(players, games) == rated(players[::-1], games)


@in_any_system
def test_oscillating_passes_are_averaged(curve):
    """Each is rated from the other's previous pass, so they alternate between equal and apart."""
    games = [RatedGame(1, 1, 2, 9), RatedGame(2, 1, 2, 9), RatedGame(3, 1, 2, -9)]
    ratings = rated([RatedPlayer(1), RatedPlayer(2)], games, curve)
    apart = ratings[1] - ratings[2]
    assert curve(apart) == pytest.approx(2 / 3, abs=0.005)
    assert fmean(ratings.values()) == pytest.approx(1500, abs=30)
