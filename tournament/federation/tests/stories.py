"""Run the federation by the forms of its pages; see `tests/stories.py`.

Public pages are opened logged out. A step without a label looks at a page, `post` sends values as they are, and
a step that is a function calls actions. Files of lists and letters that were sent are compared in full.
"""

import datetime as dt
import re

from django.core import mail
from django.db.models import Q
from django.test import Client

from tests.page_forms import press
from tests.stories import answered
from tests.tournament.logged_in import browser_of
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.clubs import assign_to_club
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.federation.models import Registration
from tournament.models import Event, Pairing, codes

NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
PUBLIC = ("/hall/", "/registration/", "/championship/", "/calendar/")
TEXTS = ("text/csv", "text/calendar", "application/json")
OTHER_LINES = ("created with the rules of", "DTSTAMP", "UID")
"""Lines of files that other tests compare."""
SIZE = re.compile(r"\b[\d.]+(?= (?:KB|/organisation/backup/file/))")
"""The size of a backup, which varies with the digests in it."""


class Visitors:
    """Two browsers: logged out on public pages, the director's elsewhere."""

    def __init__(self, director):
        self.public, self.desk = Client(), browser_of(director, second_factor=True)

    def of(self, path):
        return self.public if path.startswith(PUBLIC) else self.desk

    def get(self, path, *given, **options):
        return self.of(path).get(path, *given, **options)

    def post(self, path, *given, **options):
        return self.of(path).post(path, *given, **options)


class Clock:
    """A clock that stands still during a step."""

    def __init__(self):
        self.minutes = 0

    def __call__(self):
        return NOW + dt.timedelta(minutes=self.minutes)


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


def step_taken(browser, path, label, typed):
    if label == "post":
        return browser.post(path, typed, follow=True)
    if label:
        return press(browser, path, label, **typed)
    return browser.get(path, follow=True)


def seen(page):
    """Return the answer to a step, with the whole text of a file for programs."""
    line = answered(page, Event.objects.order_by("pk").first() or Event(slug="none"))
    line = SIZE.sub("*", line)
    page.close()
    if not page.get("Content-Type", "").startswith(TEXTS):
        return line
    lines = page.content.decode("utf-8-sig").splitlines()
    shown = [row for row in lines if not any(words in row for words in OTHER_LINES)]
    return f"{line} {' | '.join(shown)}"


def run_steps(name, director, desk, clock, steps):
    """Take the steps and return the answers by name of the story, number and label."""
    browser, now = Visitors(director), {}
    for number, step in enumerate(steps, start=1):
        clock.minutes += 7
        if callable(step):
            step(desk)
            continue
        path, label, *typed = step
        if callable(label):
            label, page = "", label(browser, desk)
        else:
            page = step_taken(browser, path, label, typed[0] if typed else {})
        shown = seen(page)
        letters = " ".join(f"{one.to} {one.subject}: {one.body}" for one in mail.outbox)
        mail.outbox.clear()
        now[f"{name} {number:02} {label or path}"] = " ".join(f"{shown} {letters}".split())
    return now


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
    return (path, "post", {name: value for name, value in values.items() if value is not None})
