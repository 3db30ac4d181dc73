"""The stored data of games: players, entered turns, rulings, and the activity log."""

from scoring.models import logged_tables  # noqa: F401 - says which tables the log holds
from scoring.models.activity import Activity
from scoring.models.dispute import Ruling, SheetColumn, SheetRuling
from scoring.models.game import Game, GamePhoto, GamePlayer
from scoring.models.judgement import Judgement
from scoring.models.logged_count import LoggedCount
from scoring.models.organisation import Organisation
from scoring.models.paper import PaperCopy
from scoring.models.practice import PracticeGame
from scoring.models.summary import GameSummary
from scoring.models.turn import Edit, TurnEntry
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
    "PaperCopy",
    "PracticeGame",
    "Ruling",
    "SheetColumn",
    "SheetRuling",
    "TurnEntry",
    "Upload",
    "UploadedGame",
]
