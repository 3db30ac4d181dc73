"""Stored data of an event. Derived figures are not stored here, except final ratings."""

from tournament.models import logged_tables  # noqa: F401 - says which tables the log holds
from tournament.models.club import Club
from tournament.models.event import Division, Event, EventLogo, EventSize, RemovedEvent
from tournament.models.membership import (
    AccountLanguage,
    Invitation,
    Membership,
    RecoveryCode,
    SecondFactor,
)
from tournament.models.people import Entry, KeepApart, Player
from tournament.models.player_reports import PlayerReport
from tournament.models.prizes import Prize
from tournament.models.ratings import ListedRating, Rating, RatingChange, RatingList, RatingRun
from tournament.models.results import Penalty, ResultEntry
from tournament.models.rounds import Pairing, PlanLine, Round
from tournament.models.undo_step import UndoStep
from tournament.models.uploaded_files import IncomingFile

__all__ = [
    "AccountLanguage",
    "Club",
    "Division",
    "Entry",
    "Event",
    "EventLogo",
    "EventSize",
    "IncomingFile",
    "Invitation",
    "KeepApart",
    "ListedRating",
    "Membership",
    "Pairing",
    "Penalty",
    "PlanLine",
    "Player",
    "PlayerReport",
    "Prize",
    "Rating",
    "RatingChange",
    "RatingList",
    "RatingRun",
    "RecoveryCode",
    "RemovedEvent",
    "ResultEntry",
    "Round",
    "SecondFactor",
    "UndoStep",
]
