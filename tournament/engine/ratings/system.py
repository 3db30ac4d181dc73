"""The interface of a rating system, the list of systems, and a calculation that several of them share."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from tournament.engine.message import Message, MessageError
from tournament.engine.plugins import Plugin, Plugins
from tournament.engine.ratings import systems
from tournament.engine.ratings.performance import Curve, round_half_up
from tournament.engine.ratings.rated_field import NewRating, RatedField, RatedPlayer, wins_of


class RatingSystem(Plugin, ABC):
    """A body's rating system. The file name is its key, and the docstring is the director's help."""

    label: ClassVar[str]
    asks_for_numbers: ClassVar[bool] = False
    """Whether the body requires member numbers with the results."""
    counts_spread: ClassVar[bool] = False
    """Whether the rating depends on the spread of a game and not only on its winner."""
    needs: ClassVar[tuple[str, ...]] = ("rating",)
    """The fields of `RatedPlayer` that the system uses, which are columns of a rating list."""
    guesses: ClassVar[Mapping[str, str]] = {}
    """A sentence for each of `needs` that may be unknown, which says what the system assumes."""

    @abstractmethod
    def rate(self, field: RatedField, options: Any) -> dict[int, NewRating]:
        """Return every player's new rating after the games of `field`, by entry number."""

    def guessed_figures(self, field: RatedField) -> dict[str, tuple[int, ...]]:
        """Return the entry numbers of players with games for whom the system uses a default, by missing figure."""
        lacking = {
            need: tuple(
                player.number
                for player in field.players
                if field.games_by_player[player.number] and self.uses_default(player, need, field)
            )
            for need in self.guesses
        }
        return {need: numbers for need, numbers in lacking.items() if numbers}

    def uses_default(self, player: RatedPlayer, need: str, field: RatedField) -> bool:
        """Return whether the system uses a default for a player's figure.

        Unless a system overrides this, only the missing figures of rated players get a default.
        """
        del field
        return player.rating is not None and getattr(player, need) in (None, ())

    @classmethod
    def options_from(cls, values: Mapping[str, Any]) -> Any:
        """Return the options with the given `values`. Raise `CannotRate` for an unknown option."""
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
    """Return every rating system by key, in key order."""
    return _SYSTEMS


def find_system(key: str) -> RatingSystem:
    """Return the rating system with this key. Raise `CannotRate`, which names the existing keys, if there is none."""
    rating_system = all_systems().get(key)
    if rating_system is None:
        raise CannotRate(Message("unknown_system", key=key, known=tuple(all_systems())))
    return rating_system


def system_label(key: str) -> str:
    """Return the label of a system, or the key itself if there is no such system."""
    rating_system = all_systems().get(key)
    return rating_system.label if rating_system else key


class CannotRate(MessageError):
    """The event cannot be rated as requested; the message says what would make it possible."""


def rate_by_curve(curve: Curve, points: float, field: RatedField) -> dict[int, NewRating]:
    """Return every player's new rating, with `points` for each win above the expectation of `curve`.

    Unrated players get their performance rating on that curve, or None if they have no games.
    """
    # imports numpy, so load it only when an event is rated
    from tournament.engine.ratings.newcomers import first_ratings

    first = first_ratings(field, curve)
    ratings = {
        p.number: float(p.rating) if p.rating is not None else first.get(p.number, 0.0)
        for p in field.players
    }
    result = {}
    for player in field.players:
        number, games = player.number, field.games_by_player[player.number]
        if player.rating is None:
            rating = first.get(number)
        else:
            expected = sum(curve(ratings[number] - ratings[other]) for other, _ in games)
            rating = round_half_up(player.rating + points * (wins_of(games) - expected))
        result[number] = NewRating(number, rating, len(games), is_first=number in first)
    return result
