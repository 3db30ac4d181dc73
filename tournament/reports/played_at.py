"""Where a game was played: the head of every report about one game."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Game
from tournament.models import Event, Pairing


@dataclass(frozen=True, slots=True)
class PlayedAt:
    """A board of an event; of a game of no event only what it is called, and `event_slug` for file names."""

    event: str
    event_slug: str
    division: str = ""
    round_number: int | None = None
    board: str = ""

    @classmethod
    def of_pairing(cls, event: Event, pairing: Pairing) -> PlayedAt:
        """The board of a pairing whose round and division are at hand."""
        round_ = pairing.round
        return cls(event.name, event.slug, round_.division.name, round_.number, str(pairing.board))

    @classmethod
    def of_game(cls, game: Game) -> PlayedAt:
        """A game of no event."""
        return cls(game.title or "A game of its own", f"game-{game.pk}")
