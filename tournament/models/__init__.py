"""What is remembered of an event. Figures that can be computed are not here."""

from tournament.models import held  # noqa: F401 - says which tables the log holds
from tournament.models.championship import Championship
from tournament.models.clock import Notice, RoundClock
from tournament.models.club import Club
from tournament.models.event import Division, Event, EventLogo, RemovedEvent
from tournament.models.membership import (
    AccountLanguage,
    ApiKey,
    Invitation,
    Membership,
    RecoveryCode,
    SecondFactor,
)
from tournament.models.people import Contact, Entry, Erasure, KeepApart, Player, SharedPerson
from tournament.models.player_reports import Kiosk, PlayerCode, PlayerReport, PlayerRequest
from tournament.models.prizes import Prize
from tournament.models.ratings import ListedRating, Rating, RatingChange, RatingList, RatingRun
from tournament.models.registration import Registration, RegistrationRules
from tournament.models.results import Penalty, ResultEntry
from tournament.models.rounds import Pairing, PlanLine, Round
from tournament.models.screens import Channel, Screen
from tournament.models.undo_step import UndoStep
from tournament.models.uploaded_files import IncomingFile

__all__ = [
    "AccountLanguage",
    "ApiKey",
    "Championship",
    "Channel",
    "Club",
    "Contact",
    "Division",
    "Entry",
    "Erasure",
    "Event",
    "EventLogo",
    "IncomingFile",
    "Invitation",
    "KeepApart",
    "Kiosk",
    "ListedRating",
    "Membership",
    "Notice",
    "Pairing",
    "Penalty",
    "PlanLine",
    "Player",
    "PlayerCode",
    "PlayerReport",
    "PlayerRequest",
    "Prize",
    "Rating",
    "RatingChange",
    "RatingList",
    "RatingRun",
    "RecoveryCode",
    "Registration",
    "RegistrationRules",
    "RemovedEvent",
    "ResultEntry",
    "Round",
    "RoundClock",
    "Screen",
    "SecondFactor",
    "SharedPerson",
    "UndoStep",
]
