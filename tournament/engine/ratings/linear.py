"""Systems in which the expected share of a win grows in a straight line with the difference."""

from tournament.engine.ratings.newcomers import first_ratings
from tournament.engine.ratings.performance import Curve, nearest
from tournament.engine.ratings.rated import After, Field, wins_of


def rate_on(curve: Curve, each: float, field: Field) -> dict[int, After]:
    """Everybody after the games: `each` points for every win more than `curve` expects.

    Unrated players get the rating they played like on that curve.
    """
    first = first_ratings(field, curve)
    ratings = {
        p.number: float(p.rating) if p.rating is not None else first.get(p.number, 0.0)
        for p in field.players
    }
    result = {}
    for player in field.players:
        number, games = player.number, field.of[player.number]
        if player.rating is None:
            rating = first.get(number)
        else:
            expected = sum(curve(ratings[number] - ratings[other]) for other, _ in games)
            rating = nearest(player.rating + each * (wins_of(games) - expected))
        note = "first rating" if number in first else ""
        result[number] = After(number, rating, len(games), note=note)
    return result
