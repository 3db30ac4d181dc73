"""The rating system of NASPA: a logistic curve, with acceleration and feedback."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournament.engine.plugins import option
from tournament.engine.ratings.newcomers import first_ratings
from tournament.engine.ratings.performance import logistic, nearest
from tournament.engine.ratings.rated import After, Before, RatedField, wins_of
from tournament.engine.ratings.system import RatingSystem

EXPERIENCED = 50
"""Career games from which on the smaller multipliers hold."""
BANDS = ((2000, 15, 10), (1800, 24, 16), (1, 30, 20))
"""From which rating on: points per win for newer players, and for experienced ones."""
PLENTY = 5
"""Points a game beyond which a gain is counted again."""
FED_BACK = 20
"""Of the part counted again each opponent receives a twentieth a game."""
FLOOR = 1
LIGHT_SHARE, LIGHT_MOST = 3, 50


@dataclass(frozen=True)
class NaspaOptions:
    """What a director chooses."""

    lightly: bool = option(
        False,
        "A third of the change, at most 50 points, no acceleration.",
        label="A club event",
    )


class Naspa(RatingSystem):
    """North America. Wins against expected wins, on a logistic curve; spread does not count.

    A win more than expected is worth 20 points below 1800, 16 below 2000 and 10 above, for players
    of fewer than 50 games 30, 24 and 15. A gain of more than five points a game is counted again as
    far as it exceeds that, and the rated opponents receive a twentieth of it for each game. Events of
    17 rounds and more are rated in two parts, of 36 and more in three. Somebody unrated gets the
    rating he played like, at least 500. Byes and forfeits do not count.
    """

    label = "NASPA"
    Options = NaspaOptions
    asks_for_numbers = True
    needs = ("rating", "games")

    def rate(self, field: RatedField, options: NaspaOptions) -> dict[int, After]:
        """Everybody after the games, part by part. Source: RATINGS, naspa."""
        first = first_ratings(field, logistic)
        now = {
            player.number: replace(player, rating=first.get(player.number, player.rating))
            for player in field.players
        }
        played = {number: len(games) for number, games in field.of.items()}
        for part in segments(field.rounds):
            games = tuple(game for game in field.games if game.round in part)
            now = self._after(RatedField(tuple(now.values()), games, field.rounds), first, options)
        return {
            number: After(
                number,
                player.rating,
                played[number],
                is_first=number in first,
            )
            for number, player in now.items()
        }

    def _after(
        self, part: RatedField, first: Mapping[int, int], options: NaspaOptions
    ) -> dict[int, Before]:
        """Everybody after one part; first ratings stay as they are."""
        changes = dict.fromkeys(part.by_number, 0.0)
        rating = {player.number: player.rating or 0.0 for player in part.players}
        for number, games in part.of.items():
            if number in first or not games:
                continue
            player = part.by_number[number]
            expected = sum(logistic(rating[number] - rating[other]) for other, _ in games)
            new = player.games is not None and player.games < EXPERIENCED
            gain = points_for(rating[number], wins_of(games) - expected, new=new)
            if options.lightly:
                changes[number] += max(-LIGHT_MOST, min(LIGHT_MOST, gain / LIGHT_SHARE))
                continue
            again = max(0.0, gain - PLENTY * len(games))
            changes[number] += gain + again
            for other, _ in games:
                if other not in first:
                    changes[other] += again / FED_BACK
        return {
            number: replace(
                player,
                rating=player.rating
                if player.rating is None or number in first
                else max(FLOOR, nearest(player.rating + changes[number])),
                games=None if player.games is None else player.games + len(part.of[number]),
            )
            for number, player in part.by_number.items()
        }


def segments(rounds: int) -> list[range]:
    """The parts in which an event of that many rounds is rated; the first get what is left over."""
    parts = 1 if rounds <= 16 else 2 if rounds <= 35 else 3
    length_of_each, over = divmod(rounds, parts)
    ranges, at = [], 1
    for part in range(parts):
        length = length_of_each + (part < over)
        ranges.append(range(at, at + length))
        at += length
    return ranges


def points_for(rating: float, surplus: float, *, new: bool = False) -> float:
    """Rating points for `surplus` wins more than expected, band by band from `rating` on.

    Who rises into a band goes on with its multiplier from its first rating, who falls out of one
    from the last rating below it: 1795 with 2.0 comes to 1828, 2005 with -1.0 to 1992.6.
    """
    at = rating
    while surplus > 0:
        index = next((i for i, band in enumerate(BANDS) if at >= band[0]), len(BANDS) - 1)
        points = BANDS[index][1 if new else 2]
        room = (BANDS[index - 1][0] - at) / points if index else surplus
        step = min(surplus, room)
        at, surplus = at + step * points, surplus - step
    while surplus < 0:
        index = next((i for i, band in enumerate(BANDS) if at >= band[0]), len(BANDS) - 1)
        points = BANDS[index][1 if new else 2]
        last = index == len(BANDS) - 1
        room = -surplus if last else (at - (BANDS[index][0] - 1)) / points
        step = min(-surplus, room)
        at, surplus = at - step * points, surplus + step
    return at - rating
