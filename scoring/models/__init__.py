"""What is remembered of games: who played, every turn as it was entered, every ruling, every action."""

from scoring.models.activity import Activity
from scoring.models.game import Game, GamePlayer
from scoring.models.ruling import Ruling
from scoring.models.turn import TurnEntry

__all__ = ["Activity", "Game", "GamePlayer", "Ruling", "TurnEntry"]
