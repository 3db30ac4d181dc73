"""What the stories of the federation begin with; see `tests/stories.py`."""

import datetime as dt
import re

from django.db.models import Q

from tests.stories import NOW, POST
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.clubs import assign_to_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.federation.models import Registration
from tournament.models import Event, Pairing, codes

PUBLIC = ("/hall/", "/registration/", "/championship/", "/calendar/")
"""The beginnings of the addresses that the stories open logged out."""


class Clock:
    """A clock that stands still during a step."""

    def __init__(self):
        self.minutes = 0

    def __call__(self):
        return NOW + dt.timedelta(minutes=self.minutes)

    def tick(self, steps):
        """Return the steps, seven minutes apart."""
        for step in steps:
            self.minutes += 7
            yield step


class Codes:
    """Codes of registrations and players, in order."""

    def __init__(self, number=0):
        self.number = number

    def __call__(self, count):
        while True:
            letters = code(self.number, count)
            self.number += 1
            taken = Registration.objects.filter(Q(code=letters) | Q(family=letters))
            if not taken.exists():
                return letters


def code(number, count=12):
    """Return the code of the registration or family with this number in a story."""
    letters = ""
    for _place in range(count):
        number, at = divmod(number, len(codes.CODE_LETTERS))
        letters = codes.CODE_LETTERS[at] + letters
    return letters


def _name_in(typed):
    """Return the stored name of a typed line of a list of players."""
    return re.split(r" [#\d]", typed)[0].replace("’", "'")


def play(desk, name, day, *games, divisions=("A",), closed=True, preset="naspa_nwl", club=None):
    """Return an event of one round; each game is first, second and their scores, one in each of several divisions."""
    event = create_event(desk, name=name, preset=preset, date=day and dt.date(2026, *day))
    if club:
        assign_to_club(desk, event, club)
    for at, title in enumerate(divisions):
        own = games if len(divisions) == 1 else games[at : at + 1]
        division = create_division(desk, event, name=title)
        add_players(desk, division, "\n".join(who for game in own for who in game[:2]))
        names = [_name_in(who) for game in own for who in game[:2]]
        numbers = {entry.name: entry.number for entry in division.entries.all()}
        boards = [(numbers[a], numbers[b]) for a, b in zip(names[::2], names[1::2], strict=True)]
        publish_round(desk, pair_by_hand(desk, division, boards, firsts_as_listed=True))
        rows = Pairing.objects.filter(round__division=division).order_by("board")
        for pairing, game in zip(rows, own, strict=True):
            if len(game) > 2:
                enter_result(desk, pairing, *game[2:], accepted=True)
    if closed:
        close_event(desk, event, accepted=True)
    return Event.objects.get(pk=event.pk)


def send(path, **values):
    """Return a step that sends these values, without those that are None, and without opening the page first."""
    return (path, POST, values)
