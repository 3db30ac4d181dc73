"""The WESPA rating system: based on spread, with an uncertainty for every rating."""

from dataclasses import replace
from math import sqrt
from statistics import fmean

from tournament.engine.ratings.performance import round_half_up
from tournament.engine.ratings.rated_field import NewRating, RatedField, RatedPlayer
from tournament.engine.ratings.system import RatingSystem

BETA = 5.0
"""Rating points per point of spread."""
TAU = 90.0
"""The standard deviation of the spread of a game, in points."""
NEW, UNKNOWN = 1500.0, 150.0
"""The rating and uncertainty of an unrated player; 150 is also the largest uncertainty."""
IDLE = 100.0
"""The amount that each day without games adds to the square of the uncertainty."""
MIN_RATING = 300
MANY_UNRATED = 0.4
MAX_ITERATIONS, CONVERGENCE_LIMIT = 50, 1e-4


class Wespa(RatingSystem):
    """The world body. The spread of each game counts, and every rating has an uncertainty.

    A game suggests that the player is as strong as the opponent plus five points for each point of
    spread; the new rating weighs that against the old one by how certain each is. Above a rating of
    1800, three quarters of the change counts, and above 2000, half; for players with fewer than 200
    career games all of it counts, and for players with many, less of it. Unrated players get their
    performance rating. A game with a score of 0 is left out.
    """

    label = "WESPA"
    counts_spread = True
    needs = ("rating", "games", "deviation", "idle")
    guesses = {
        "games": "For these players, the rating alone decides how much of the change counts: all of it "
        "up to 1800, three quarters up to 2000, half above.",
        "deviation": "These players' ratings have an uncertainty of 150 points, the maximum.",
    }

    def rate(self, field: RatedField, options: object) -> dict[int, NewRating]:
        """Return every player's new rating by entry number, all calculated at once."""
        del options  # the system has no options
        field = replace(field, games=tuple(game for game in field.games if not game.scoreless))
        start = {player.number: (player.rating or 0.0, _sigma(player)) for player in field.players}
        new = [player.number for player in field.players if player.rating is None]
        for number in new:
            start[number] = (_initial_rating(field, number), UNKNOWN)
        for _ in range(MAX_ITERATIONS if new else 0):
            after = {number: _rate_player(field, start, number)[0] for number in new}
            moved = max(abs(after[number] - start[number][0]) for number in new)
            for number in new:
                start[number] = (after[number], UNKNOWN)
            if moved < CONVERGENCE_LIMIT:
                break
        result = {}
        for player in field.players:
            number, games = player.number, field.games_by_player[player.number]
            if player.rating is None:
                rating: float | None = (
                    max(MIN_RATING, round_half_up(start[number][0])) if games else None
                )
                sigma = _rate_player(field, start, number)[1]
            else:
                mean, sigma = _rate_player(field, start, number)
                change = (mean - player.rating) * counting_share(player.rating, player.games)
                rating = (
                    max(MIN_RATING, round_half_up(player.rating + change))
                    if games
                    else player.rating
                )
            result[number] = NewRating(
                number,
                rating,
                len(games),
                deviation=sigma,
                is_first=player.rating is None and bool(games),
            )
        return result


def counting_share(rating: float, games: int | None) -> float:
    """Return the part of a change that counts, by rating and career games (None if unknown)."""
    by_rating = 0.5 if rating > 2000 else 0.75 if rating > 1800 else 1.0
    if games is None:
        return by_rating
    if games < 200:
        return 1.0
    return 0.5 if games > 1000 else min(by_rating, 1 - games / 1800)


def _sigma(player: RatedPlayer) -> float:
    """Return the current uncertainty of the rating, which grows with every day without games."""
    sigma = UNKNOWN if player.deviation is None else player.deviation
    return min(UNKNOWN, sqrt(sigma**2 + IDLE * player.idle))


def _initial_rating(field: RatedField, number: int) -> float:
    """Return the initial value for an unrated player's rating.

    It is the mean rating of the rated players if many opponents are unrated, otherwise the default.
    """
    opponents = [other for other, _ in field.games_by_player[number]]
    unrated = sum(not field.is_rated(other) for other in opponents)
    rated = [float(p.rating) for p in field.players if p.rating is not None]
    if opponents and rated and unrated >= MANY_UNRATED * len(opponents):
        return max(MIN_RATING, fmean(rated))
    return NEW


def _rate_player(
    field: RatedField, start: dict[int, tuple[float, float]], number: int
) -> tuple[float, float]:
    """Return the mean and uncertainty of a player's rating after the games, with all changes counting in full."""
    mean, sigma = start[number]
    weight = 1 / sigma**2
    weighted = mean * weight
    for other, spread in field.games_by_player[number]:
        theirs, doubt = start[other]
        sure = 1 / (BETA**2 * TAU**2 + doubt**2)
        weight += sure
        weighted += (theirs + BETA * spread) * sure
    return weighted / weight, sqrt(1 / weight)
