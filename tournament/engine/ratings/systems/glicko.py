"""Glicko-2 extended by spread, as used in online play."""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, pi, sqrt
from typing import NamedTuple

from tournament.engine.plugins import option
from tournament.engine.ratings.rated_field import NewRating, RatedField, RatedPlayer
from tournament.engine.ratings.rated_field import RatedGame as Played
from tournament.engine.ratings.system import RatingSystem

SCALE = 173.7178
"""Rating points per unit of Glicko-2."""
NEW, MAX_DEVIATION, NARROWEST, VOLATILE = 1500.0, 350.0, 60.0, 0.06
TAU = 0.5
"""Glickman's system constant, which limits changes in volatility."""
TAU_SQUARED = TAU**2
NEAR = 1e-6
PI_SQUARED = pi**2
MAX_GAMES_CACHED = 16_384
"""The maximum number of cached player states; the cache avoids computing earlier games again."""


@dataclass(frozen=True)
class GlickoOptions:
    """The options of the Glicko system."""

    period_days: float = option(
        4.0,
        "After this many days without games, a rating becomes one step less certain.",
        label="Days in a period",
    )
    round_hours: float = option(
        1.0, "The time from one round to the next.", label="Hours per round"
    )


class _PlayerState(NamedTuple):
    rating: float
    deviation: float
    volatility: float
    last: float
    """The days from the first round of the event to the last rated game; negative if it was before."""


class Glicko(RatingSystem):
    """Online play. Every game counts immediately, with its spread, and every rating has an uncertainty.

    A win by 125 points or more counts in full. A win by one point counts less: 0.92 at an average rating of
    1500, less below it, more above. The rating of a player who has not played for a while is less certain:
    the deviation grows, up to 350.
    """

    label = "Glicko"
    counts_spread = True
    Options = GlickoOptions
    needs = ("rating", "deviation", "volatility", "idle")
    guesses = {
        "deviation": (
            "These players' ratings have an uncertainty of 350 points, like those of newcomers."
        ),
        "volatility": "The volatility of these players counts as 0.06.",
    }

    def rate(self, field: RatedField, options: GlickoOptions) -> dict[int, NewRating]:
        """Return every player's new rating by entry number, calculated game by game."""
        now = {player.number: _initial_state(player, options) for player in field.players}
        played = dict.fromkeys(now, 0)
        for game in sorted(field.games, key=lambda game: game.round):
            day = (game.round - 1) * options.round_hours / 24
            one, other = now[game.one], now[game.other]
            share = first_player_share(game, (one.rating + other.rating) / 2)
            now[game.one] = _state_after_game(one, other, share, day, options.period_days)
            now[game.other] = _state_after_game(other, one, 1 - share, day, options.period_days)
            played[game.one] += 1
            played[game.other] += 1
        return {
            player.number: NewRating(
                player.number,
                round(now[player.number].rating, 2) if played[player.number] else player.rating,
                played[player.number],
                deviation=now[player.number].deviation,
                volatility=now[player.number].volatility,
                is_first=player.rating is None and played[player.number] > 0,
            )
            for player in field.players
        }


def first_player_share(game: Played, average: float) -> float:
    """Return the first player's share of a win from 0 to 1, given the spread and the average rating."""
    win = 1 / 3 + (1 / 6) / (1 + exp(-0.005 * (average - 1500)))
    room = 500 * win / (1 - 2 * win)
    sign = (game.spread > 0) - (game.spread < 0)
    return max(-0.5, min(0.5, game.spread / (250 + room) + sign * win)) + 0.5


def _initial_state(player: RatedPlayer, options: GlickoOptions) -> _PlayerState:
    """Return the player's state before the first round; a new player counts as idle for one period."""
    return _PlayerState(
        NEW if player.rating is None else player.rating,
        min(
            MAX_DEVIATION,
            max(NARROWEST, MAX_DEVIATION if player.deviation is None else player.deviation),
        ),
        VOLATILE if player.volatility is None else player.volatility,
        -options.period_days if player.rating is None else -player.idle,
    )


@lru_cache(MAX_GAMES_CACHED)
def _state_after_game(
    mine: _PlayerState, theirs: _PlayerState, share: float, day: float, period: float
) -> _PlayerState:
    """Return a player's state after one game, calculated with Glickman's Glicko-2.

    The time since the player's last game counts as a fraction of the rating period.
    """
    own, deviation, sigma, last = mine
    phi, other = deviation / SCALE, theirs.deviation / SCALE
    weight = 1 / sqrt(1 + 3 * other**2 / PI_SQUARED)
    expected = 1 / (1 + exp(-weight * (own - theirs.rating) / SCALE))
    variance = 1 / (weight**2 * expected * (1 - expected))
    surprise = weight * (share - expected)
    volatility = _volatility(phi, sigma, variance, variance * surprise)
    wide = phi**2 + (volatility**2 * ((day - last) / period) if day > last else 0)
    narrow = 1 / (1 / wide + 1 / variance)
    rating = own + SCALE * narrow * surprise
    deviation = min(MAX_DEVIATION, max(NARROWEST, SCALE * sqrt(narrow)))
    return _PlayerState(rating, deviation, volatility, day)


def _volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """Return the new volatility, calculated with the Illinois method as in step 5 of Glickman's Glicko-2."""
    start = log(sigma**2)
    surprise, spread = delta**2, phi**2 + variance

    def slope(x: float) -> float:
        own = exp(x)
        grown = spread + own
        return own * (surprise - grown) / (2 * grown * grown) - (x - start) / TAU_SQUARED

    low, at_low = start, slope(start)
    if surprise > spread:
        high = log(surprise - phi**2 - variance)
        at_high = slope(high)
    else:
        step = 1
        while (at_high := slope(start - step * TAU)) < 0:
            step += 1
        high = start - step * TAU
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
