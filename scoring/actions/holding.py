"""Holding a game while it is changed, and asking first whether it may be."""

from __future__ import annotations

from scoring.models import Game
from scoring.signals import game_changing


def hold_game(game: Game) -> Game:
    """The game read anew and held until the transaction ends.

    Raises what a receiver of `game_changing` raises, such as `Refused` for a game of a closed event.
    """
    held = Game.objects.select_for_update().get(pk=game.pk)
    game_changing.send(Game, game=held)
    return held
