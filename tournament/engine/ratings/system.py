"""What a rating system is, which there are, and the linear kind that several bodies use."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from tournament.engine.message import Impossible, Message
from tournament.engine.plugins import Plugin, Plugins
from tournament.engine.ratings import systems
from tournament.engine.ratings.performance import Curve, nearest
from tournament.engine.ratings.rated_field import After, Before, RatedField, wins_of


class RatingSystem(Plugin, ABC):
    """A body's way of rating. The file's name is its key, the docstring the director's help."""

    label: ClassVar[str]
    asks_for_numbers: ClassVar[bool] = False
    """Whether the body wants everybody's member number with the results."""
    counts_spread: ClassVar[bool] = False
    """Whether the spread of a game changes the rating, and not its winner alone."""
    needs: ClassVar[tuple[str, ...]] = ("rating",)
    """What of `Before` the system looks at, for the columns of a rating list."""
    guesses: ClassVar[Mapping[str, str]] = {}
    """What the system takes where one of `needs` is not known, a sentence for each."""

    @abstractmethod
    def rate(self, field: RatedField, options: Any) -> dict[int, After]:
        """Everybody after the games of `field`, by entry number."""

    def guessed(self, field: RatedField) -> dict[str, tuple[int, ...]]:
        """Who has played and lacks something the system then guesses: entry numbers by what is lacking."""
        lacking = {
            need: tuple(
                player.number
                for player in field.players
                if field.of[player.number] and self.guesses_at(player, need, field)
            )
            for need in self.guesses
        }
        return {need: numbers for need, numbers in lacking.items() if numbers}

    def guesses_at(self, player: Before, need: str, field: RatedField) -> bool:
        """Whether the system guesses that figure of a player: of those who came with a rating, by itself."""
        del field
        return player.rating is not None and getattr(player, need) in (None, ())

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """The options with `values` set. Raises `CannotRate` for a name the system has not."""
        known = cls.option_names()
        if unknown := tuple(sorted(set(values) - set(known))):
            raise CannotRate(
                Message("unknown_system_options", label=cls.label, unknown=unknown, known=known)
                if known
                else Message("system_without_options", label=cls.label, unknown=unknown)
            )
        return cls.Options(**values)


_SYSTEMS = Plugins(systems, RatingSystem)  # type: ignore[type-abstract]


def all_systems() -> Mapping[str, RatingSystem]:
    """Every rating system by key, in key order."""
    return _SYSTEMS


def system(key: str) -> RatingSystem:
    """The rating system of that key. Raises `CannotRate` naming those there are."""
    rating_system = all_systems().get(key)
    if rating_system is None:
        raise CannotRate(Message("unknown_system", key=key, known=tuple(all_systems())))
    return rating_system


def system_label(key: str) -> str:
    """What people call the system of that key; the key itself where there is none such."""
    rating_system = all_systems().get(key)
    return rating_system.label if rating_system else key


class CannotRate(Impossible):
    """The event cannot be rated as asked; the message says what would make it possible."""


def rate_on(curve: Curve, points: float, field: RatedField) -> dict[int, After]:
    """Everybody after the games: `points` for every win more than `curve` expects.

    Unrated players get the rating they played like on that curve.
    """
    # numpy comes with it: loaded by who rates, not by every start of the program
    from tournament.engine.ratings.newcomers import first_ratings

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
            rating = nearest(player.rating + points * (wins_of(games) - expected))
        result[number] = After(number, rating, len(games), is_first=number in first)
    return result
