"""The ABSP rating system, based on the last 150 games."""

from operator import mul

from tournament.engine.ratings.performance import round_half_up
from tournament.engine.ratings.rated_field import NewRating, RatedField, RatedPlayer, win_share
from tournament.engine.ratings.system import RatingSystem

COUNTED = 150
WEIGHTS = tuple(map(float, range(76, 226)))
"""The weights of the games that count, from the earliest to the latest."""
WEIGHT_SUMS = tuple(sum(WEIGHTS[first:]) for first in range(COUNTED))
"""For each weight, the sum of the weights from that one to the last."""
FOR_A_WIN = 50
REACH = 40
"""The largest difference in rating that counts for an opponent."""


class Absp(RatingSystem):
    """Britain. Each game is worth the opponent's rating, plus 50 for a win or minus 50 for a loss.

    The rating is the mean of the last 150 games, the latest weighing most. An opponent rated more than
    40 points higher or lower counts as rated 40 points higher or lower. If only a player's rating
    is known and not the games, each game is assumed to have been worth that rating.
    """

    label = "ABSP"
    needs = ("rating", "games", "form")
    guesses = {
        "games": "These players count as having played 150 games or more.",
        "form": (
            "Each of these players' last games is assumed to have been worth the player's rating "
            "before the event."
        ),
    }

    def rate(self, field: RatedField, options: object) -> dict[int, NewRating]:
        """Return every player's new rating by entry number."""
        del options  # the system has no options
        ratings = {p.number: p.rating or 0.0 for p in field.players} | self._newcomer_ratings(field)
        result = {}
        for player in field.players:
            games = field.games_by_player[player.number]
            brought = [
                _game_value(player.rating, ratings[other], spread) for other, spread in games
            ]
            counted = (*_latest_results(player), *brought)[-COUNTED:]
            rating = round_half_up(_mean(counted)) if games and counted else player.rating
            is_first = player.rating is None and bool(games)
            result[player.number] = NewRating(
                player.number, rating, len(games), form=counted, is_first=is_first
            )
        return result

    def uses_default(self, player: RatedPlayer, need: str, field: RatedField) -> bool:
        """Return whether a default is used; career games are not needed if the latest results are known."""
        return not player.form and super().uses_default(player, need, field)

    def _newcomer_ratings(self, field: RatedField) -> dict[int, float]:
        """Return the ratings at which unrated players count as opponents, calculated iteratively."""
        ratings = {p.number: 100.0 for p in field.players if p.rating is None}
        for _ in range(COUNTED if ratings else 0):
            before = dict(ratings)
            for number in ratings:
                brought = [
                    (before[o] if o in before else field.by_number[o].rating or 0.0)
                    + FOR_A_WIN * (2 * win_share(spread) - 1)
                    for o, spread in field.games_by_player[number]
                ]
                ratings[number] = sum(brought) / len(brought) if brought else before[number]
            if all(abs(ratings[number] - before[number]) < 0.01 for number in ratings):
                break
        return ratings


def _latest_results(player: RatedPlayer) -> tuple[float, ...]:
    """Return the player's results before the event; if unknown, the rating repeated once for each career game.

    There are at most `COUNTED` repetitions, and exactly that many if the number of career games is unknown.
    The result is empty for an unrated player without results.
    """
    if player.form or player.rating is None:
        return player.form
    return (player.rating,) * min(COUNTED, COUNTED if player.games is None else player.games)


def _game_value(own: float | None, theirs: float, spread: int) -> float:
    if own is not None:
        theirs = max(own - REACH, min(own + REACH, theirs))
    return theirs + FOR_A_WIN * (2 * win_share(spread) - 1)


def _mean(form: tuple[float, ...]) -> float:
    first = COUNTED - len(form)
    weighted: float = sum(map(mul, WEIGHTS[first:], form))
    return weighted / WEIGHT_SUMS[first]
