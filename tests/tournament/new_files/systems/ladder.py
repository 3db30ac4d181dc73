"""A new rating system: a ladder on which every win is a few rungs."""

from dataclasses import dataclass

from tournament.engine.plugins import option
from tournament.engine.ratings.rated import After, RatedField, wins_of
from tournament.engine.ratings.system import RatingSystem


@dataclass(frozen=True)
class LadderOptions:
    """What a director chooses."""

    rungs: float = option(10.0, "Rungs for a win.")


class Ladder(RatingSystem):
    """A club's ladder. Every win is worth the same, and nobody ever goes down."""

    label = "Ladder"
    Options = LadderOptions

    def rate(self, field: RatedField, options: LadderOptions) -> dict[int, After]:
        """Everybody after the games."""
        ratings = {}
        for player in field.players:
            games = field.of[player.number]
            climbed = (player.rating or 0) + options.rungs * wins_of(games)
            known = player.rating is not None or games
            ratings[player.number] = After(player.number, climbed if known else None, len(games))
        return ratings
