"""The ratings of a division after each of its rounds."""

from tournament.engine.ratings.performance import nearest
from tournament.engine.ratings.rated import RatedField
from tournament.engine.ratings.system import CannotRate, system
from tournament.models import Division
from tournament.queries.standings.ratings import RatedDivision, rated_division, rated_games


def ratings_by_round(
    division: Division, through: int
) -> tuple[list[dict[int, int]], RatedDivision | None]:
    """The ratings after each round up to `through`, by entry number, 0 for who has none; and the last of them.

    The last are those that the page of ratings shows after that round. Empty and None for a division
    that cannot be rated. The queries of `rated_division`, and one.
    """
    if not through:
        return [], None
    try:
        last = rated_division(division, through=through)
    except CannotRate:
        return [], None
    by = system(last.system)
    options = by.options_from(last.rated.options if last.rated else {})
    games = rated_games(division)
    by_round = []
    for number in range(1, min(through, last.through)):
        played = tuple(game for game in games if game.round <= number)
        field = RatedField(last.starting.players, played, division.rounds_planned or 0)
        after = by.rate(field, options) if played else {}
        by_round.append(
            {
                player.number: _whole_rating(
                    after[player.number].rating if after else player.rating
                )
                for player in field.players
            }
        )
    by_round.append({row.person.number: _whole_rating(row.new) for row in last.rows})
    return by_round, last


def _whole_rating(rating: float | None) -> int:
    return 0 if rating is None else nearest(rating)
