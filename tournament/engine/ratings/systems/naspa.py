"""The NASPA rating system: a logistic curve, with acceleration and feedback."""

from dataclasses import dataclass, replace

from tournament.engine.plugins import option
from tournament.engine.ratings.performance import logistic, round_half_up
from tournament.engine.ratings.rated_field import NewRating, RatedField, RatedPlayer, wins_of
from tournament.engine.ratings.system import RatingSystem

EXPERIENCED = 50
"""The number of career games at which the smaller multipliers begin to apply."""
BANDS = ((2000, 15, 10), (1800, 24, 16), (1, 30, 20))
"""The rating bands: the lowest rating of each, and the points per win for newer and experienced players."""
PLENTY = 5
"""The points per game above which a gain is counted again."""
FED_BACK = 20
"""The divisor for feedback: each game gives a rated opponent the part of the gain above `PLENTY`, divided by this."""
FLOOR = 1
LIGHT_SHARE, LIGHT_MOST = 3, 50


@dataclass(frozen=True)
class NaspaOptions:
    """The options of the NASPA system."""

    lightly: bool = option(
        False,
        "Only a third of each change counts, at most 50 points, and no part of a gain is counted "
        "again.",
        label="A club event",
    )


class Naspa(RatingSystem):
    """North America. Wins against expected wins, on a logistic curve; spread does not count.

    Each win above expectation is worth 20 points below 1800, 16 below 2000 and 10 above; for players
    with fewer than 50 games, it is worth 30, 24 and 15. The part of a gain above five points a game
    is counted again, and the rated opponents receive a twentieth of it for each game. Events of 17
    rounds or more are rated in two segments, those of 36 or more in three. Unrated players get
    their performance rating in the first segment, at least 500, and are rated like all others in
    the next. In every segment, career games are those before the event. Byes and forfeits do not
    count.
    """

    label = "NASPA"
    Options = NaspaOptions
    asks_for_numbers = True
    needs = ("rating", "games")
    guesses = {"games": "These players count as experienced, like players with 50 games or more."}

    def rate(self, field: RatedField, options: NaspaOptions) -> dict[int, NewRating]:
        """Return every player's new rating by number, calculated segment by segment."""
        now = field.players
        for rounds in segments(field.round_count):
            games = tuple(game for game in field.games if game.round in rounds)
            now = self._players_after(RatedField(now, games, field.round_count), options)
        return {
            player.number: NewRating(
                player.number,
                player.rating,
                len(field.games_by_player[player.number]),
                is_first=not field.is_rated(player.number) and player.rating is not None,
            )
            for player in now
        }

    def uses_default(self, player: RatedPlayer, need: str, field: RatedField) -> bool:
        """Return whether a default is used; a newcomer's career games matter only if there are several segments."""
        known = player.rating is None and len(segments(field.round_count)) == 1
        return not known and getattr(player, need) is None

    def _players_after(self, segment: RatedField, options: NaspaOptions) -> tuple[RatedPlayer, ...]:
        """Return every player after one segment, with ratings as integers."""
        # imports numpy, so load it only when an event is rated
        from tournament.engine.ratings.newcomers import first_ratings

        first = first_ratings(segment, logistic)
        changes = dict.fromkeys(segment.by_number, 0.0)
        rating = {
            player.number: first.get(player.number, player.rating or 0.0)
            for player in segment.players
        }
        for number, games in segment.games_by_player.items():
            if number in first or not games:
                continue
            player = segment.by_number[number]
            expected = sum(logistic(rating[number] - rating[other]) for other, _ in games)
            new = player.games is not None and player.games < EXPERIENCED
            gain = rating_points(rating[number], wins_of(games) - expected, new=new)
            if options.lightly:
                changes[number] += max(-LIGHT_MOST, min(LIGHT_MOST, gain / LIGHT_SHARE))
                continue
            again = max(0.0, gain - PLENTY * len(games))
            changes[number] += gain + again
            for other, _ in games:
                if other not in first:
                    changes[other] += again / FED_BACK
        return tuple(
            replace(
                player,
                rating=first.get(player.number)
                if player.rating is None
                else max(FLOOR, round_half_up(player.rating + changes[player.number])),
            )
            for player in segment.players
        )


def segments(rounds: int) -> list[range]:
    """Return the segments in which an event is rated; the first ones get the leftover rounds."""
    parts = 1 if rounds <= 16 else 2 if rounds <= 35 else 3
    length_of_each, over = divmod(rounds, parts)
    ranges, at = [], 1
    for part in range(parts):
        length = length_of_each + (part < over)
        ranges.append(range(at, at + length))
        at += length
    return ranges


def rating_points(rating: float, surplus: float, *, new: bool = False) -> float:
    """Return the rating points for `surplus` wins above expectation, band by band from `rating` on.

    A rating that rises into a band continues with that band's multiplier; one that falls out of a band
    continues from the highest rating below it: 1795 with 2.0 rises to 1828, 2005 with -1.0 falls to 1992.6.
    """
    at = rating
    while surplus > 0:
        index = _band(at)
        _, for_newer, for_experienced = BANDS[index]
        points = for_newer if new else for_experienced
        room = (BANDS[index - 1][0] - at) / points if index else surplus
        step = min(surplus, room)
        at, surplus = at + step * points, surplus - step
    while surplus < 0:
        index = _band(at)
        begins, for_newer, for_experienced = BANDS[index]
        points = for_newer if new else for_experienced
        room = -surplus if BANDS[index] == BANDS[-1] else (at - (begins - 1)) / points
        step = min(-surplus, room)
        at, surplus = at - step * points, surplus + step
    return at - rating


def _band(rating: float) -> int:
    """Return the index of a rating's band in `BANDS`."""
    return sum(rating < begins for begins, _, _ in BANDS[:-1])
