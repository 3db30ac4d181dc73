"""A new rating system: stairs, with a few steps up for every win."""

from dataclasses import dataclass

from tournament.engine.plugins import option
from tournament.engine.ratings.rated_field import NewRating, RatedField, wins_of
from tournament.engine.ratings.system import RatingSystem


@dataclass(frozen=True)
class StairsOptions:
    """Options of the rating system."""

    steps: float = option(10.0, "Steps for a win.")


class Stairs(RatingSystem):
    """A club's stairs. Every win is worth the same, and nobody ever goes down."""

    label = "Stairs"
    Options = StairsOptions

    def rate(self, field: RatedField, options: StairsOptions) -> dict[int, NewRating]:
        """Return the new ratings."""
        ratings = {}
        for player in field.players:
            games = field.games_by_player[player.number]
            climbed = (player.rating or 0) + options.steps * wins_of(games)
            known = player.rating is not None or games
            ratings[player.number] = NewRating(
                player.number, climbed if known else None, len(games)
            )
        return ratings
