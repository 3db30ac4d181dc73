"""What every page about a game says of where it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from scoring.models import Game
from scoring.signals import answers_of, breadcrumbs, other_result
from scoring.wording.phrases import comma_list


class GamePage:
    """The part of a page of one game, which is `game`, that says what stands around it."""

    game: Game

    @cached_property
    def places(self) -> list[tuple[str, str]]:
        """The way back: where the game belongs, outermost first, as (text, address)."""
        return answers_of(breadcrumbs, self.game)

    @property
    def place(self) -> str:
        """Where the game was played, as `place_in_words`."""
        return place_in_words(self.places, self.game)

    @cached_property
    def other_results(self) -> list[tuple[str, str, str]]:
        """What counts instead of the result of the finished game, as (sentence, place, address)."""
        return answers_of(other_result, self.game) if self.game.finished_at else []


def place_in_words(places: Sequence[tuple[str, str]], game: Game) -> str:
    """Where a game was played: its board of the event it belongs to, else its title, which may be empty."""
    return comma_list(text for text, _address in places[1:]) or game.title
