"""The rating system of NASPA: a logistic curve, with acceleration and feedback."""

from dataclasses import dataclass, replace

from tournament.engine.plugins import option
from tournament.engine.ratings.performance import logistic, nearest
from tournament.engine.ratings.rated_field import After, Before, RatedField, wins_of
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
    17 rounds and more are rated in two segments, of 36 and more in three. Somebody unrated gets the
    rating he played like in the first segment, at least 500, and is rated like anybody else in the
    next. Career games are those before the event in every segment. Byes and forfeits do not count.
    """

    label = "NASPA"
    Options = NaspaOptions
    asks_for_numbers = True
    needs = ("rating", "games")
    guesses = {"games": "They count as experienced, like players of 50 games and more."}

    def rate(self, field: RatedField, options: NaspaOptions) -> dict[int, After]:
        """Everybody after the games, segment by segment. Source: RATINGS, naspa.

        Somebody unrated gets the first rating from the first segment he plays in, alone, and is rated
        like anybody else from the next one on. Career games stay those of before the event.
        """
        now = field.players
        for rounds in segments(field.rounds):
            games = tuple(game for game in field.games if game.round in rounds)
            now = self._after(RatedField(now, games, field.rounds), options)
        return {
            player.number: After(
                player.number,
                player.rating,
                len(field.of[player.number]),
                is_first=not field.rated(player.number) and player.rating is not None,
            )
            for player in now
        }

    def guesses_at(self, player: Before, need: str, field: RatedField) -> bool:
        """Newcomers are no guess in one segment; in the next they are rated by their career games."""
        known = player.rating is None and len(segments(field.rounds)) == 1
        return not known and getattr(player, need) is None

    def _after(self, segment: RatedField, options: NaspaOptions) -> tuple[Before, ...]:
        """Everybody after one segment, ratings in whole numbers."""
        # numpy comes with it: loaded by who rates, not by every start of the program
        from tournament.engine.ratings.newcomers import first_ratings

        first = first_ratings(segment, logistic)
        changes = dict.fromkeys(segment.by_number, 0.0)
        rating = {
            player.number: first.get(player.number, player.rating or 0.0)
            for player in segment.players
        }
        for number, games in segment.of.items():
            if number in first or not games:
                continue
            player = segment.by_number[number]
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
        return tuple(
            replace(
                player,
                rating=first.get(player.number)
                if player.rating is None
                else max(FLOOR, nearest(player.rating + changes[player.number])),
            )
            for player in segment.players
        )


def segments(rounds: int) -> list[range]:
    """The segments in which an event of that many rounds is rated; the first get what is left over."""
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
    """Which of the `BANDS` a rating is in: how many of those above begin higher."""
    return sum(rating < begins for begins, _, _ in BANDS[:-1])
