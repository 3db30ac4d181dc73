"""What is remembered of an event. Figures that can be computed are not here."""

from tournament.models.api_keys import ApiKey
from tournament.models.championship import Championship
from tournament.models.clock import Notice, RoundClock
from tournament.models.club import Club
from tournament.models.contacts import Contact
from tournament.models.erasures import Erasure
from tournament.models.event import Division, Event, RemovedEvent
from tournament.models.event_logo import EventLogo
from tournament.models.membership import AccountLanguage, Invitation, Membership
from tournament.models.people import Entry, KeepApart, Player
from tournament.models.plan import PlanLine
from tournament.models.player_codes import PlayerCode
from tournament.models.player_reports import Kiosk, PlayerReport, PlayerRequest
from tournament.models.prizes import Prize
from tournament.models.ratings import ListedRating, Rating, RatingChange, RatingList, RatingRun
from tournament.models.registration import Registration, RegistrationRules
from tournament.models.results import Penalty, ResultEntry
from tournament.models.rounds import Pairing, Round
from tournament.models.screens import Screen
from tournament.models.second_factor import RecoveryCode, SecondFactor
from tournament.models.sharing import SharedPerson
from tournament.models.streams import Channel
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
