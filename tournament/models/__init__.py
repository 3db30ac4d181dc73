"""What is remembered of an event. Figures that can be computed are not here."""

from tournament.models.event import Division, Event
from tournament.models.people import Entry, Player
from tournament.models.results import Penalty, ResultEntry
from tournament.models.rounds import Pairing, Round

__all__ = [
    "Division",
    "Entry",
    "Event",
    "Pairing",
    "Penalty",
    "Player",
    "ResultEntry",
    "Round",
]
