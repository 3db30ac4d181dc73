"""What is remembered of games: who played, every turn as it was entered, every ruling, every action."""

from scoring.models.activity import Activity
from scoring.models.dispute import SheetColumn
from scoring.models.edit import Edit
from scoring.models.game import Game, GamePlayer
from scoring.models.judgement import Judgement
from scoring.models.logged_count import LoggedCount
from scoring.models.organisation import Organisation
from scoring.models.photo import GamePhoto
from scoring.models.practice import PracticeGame
from scoring.models.ruling import Ruling
from scoring.models.summary import GameSummary
from scoring.models.turn import TurnEntry
from scoring.models.upload import Upload, UploadedGame

__all__ = [
    "Activity",
    "Edit",
    "Game",
    "GamePhoto",
    "GamePlayer",
    "GameSummary",
    "Judgement",
    "LoggedCount",
    "Organisation",
    "PracticeGame",
    "Ruling",
    "SheetColumn",
    "TurnEntry",
    "Upload",
    "UploadedGame",
]
