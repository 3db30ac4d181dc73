"""The event of the stories of hall and broadcast: three rounds of thirteen people, no equal numbers by accident.

A file of tests takes over the fixtures `module_desk`, `harbour`, `desk` and `browser`. The event is made
once for each file, and each test starts from it.
"""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.tournament.fixtures import play_round
from tests.tournament.logged_in import browser_of
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.rules import change_rules
from tournament.actions.people.details import update_entry
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import Event, Pairing
from tournament.web.page_cache import page_cache

NOW = dt.datetime(2026, 10, 3, 18, 30, tzinfo=dt.UTC)
NAMES = "Ada Bo Cyril Dai Eva Finn Gus Hana Ines Jon Kit Lea Max"
OPEN = "\n".join(f"{name} Quist {1900 - 37 * place}" for place, name in enumerate(NAMES.split()))
SECOND = "Nia Roe 1210\nOle Roe 1190\nPia Roe\nQuin Roe 1120"
ROUNDS = [
    (
        [(1, 12), (2, 11), (10, 3), (4, 9), (5, 8), (6, 7)],
        [(455, 301), (412, 350), (390, 377), (366, 366), (399, 421), (388, 361)],
        [13],
    ),
    (
        [(1, 8), (10, 6), (2, 13), (12, 5), (3, 11), (7, 9)],
        [(420, 419), (402, 333), (345, 398), (311, 476), (430, 344), (352, 409)],
        [4],
    ),
    (
        [(1, 10), (2, 3), (13, 9), (4, 8), (5, 6), (7, 12)],
        [(407, 392), (381, 336), (299, 447), (415, 360), (433, 382), (370, 355)],
        [11],
    ),
]
"""The pairs, scores and byes of each round of the first division."""
PLAYS = ("8H jOINERY 82", "9G QI 35", "10F WAX 40", "11E VEX 46", "12D ZOo 36")
OTHER_PLAYS = ("8D GAUZE 48", "-ABC", "7G BE 13", "--", "9C HEX 40")


@pytest.fixture(scope="module")
def module_desk(django_db_setup, django_db_blocker):
    """Stop the clock of the program, and return the director as an actor."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():
        patch.setattr(timezone, "now", lambda: NOW)
        yield Actor.for_user(User.objects.create_superuser("director", password="nine-timer"))
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def harbour(module_desk):
    """Return the event, beside an earlier one in which two of its people met twice."""
    desk = module_desk
    earlier = create_event(
        desk, name="Spring Open", preset="naspa_nwl", date=dt.date(2026, 9, 5), place="Leeds"
    )
    event = create_event(
        desk, name="Harbour Open", preset="naspa_nwl", date=dt.date(2026, 10, 3), place="York"
    )
    first, second = (create_division(desk, event, name=name) for name in ("Masters", "B"))
    add_players(desk, first, OPEN)
    add_players(desk, second, SECOND)
    before = create_division(desk, earlier, name="A")
    add_players(desk, before, "Bo Quist 1863\nEva Quist 1752\nYan Li 1500\nZoe Li 1400")
    play_round(desk, before, [(2, 1), (3, 4)], [(432, 366), (301, 300)])
    play_round(desk, before, [(1, 2), (4, 3)], [(377, 377), (311, 305)])
    for pairs, scores, byes in ROUNDS:
        play_round(desk, first, pairs, scores, byes)
    play_round(desk, second, [(3, 1), (2, 4)], [(340, 345), (410, 320)])
    finn = first.entries.get(number=6)
    update_entry(desk, finn, rating=finn.rating, by_initials=True, reason="asked for it")
    return event


@pytest.fixture
def desk(module_desk, harbour):
    """Return the director as an actor, with nothing left of earlier tests in the caches."""
    page_cache.forget()
    yield module_desk
    page_cache.forget()


@pytest.fixture
def browser(desk):
    return browser_of(User.objects.get(username="director"))


def board(division, number, board):
    """Return the pairing of a board."""
    rows = Pairing.objects.select_related("round__division__event", "first", "second")
    return rows.get(round__division=division, round__number=number, board=board, replaced_at=None)


def publish_fourth(desk, masters):
    """Publish round 4, in which player 5 meets player 2 at board 3."""
    drafted = pair_by_hand(
        desk, masters, [(1, 4), (3, 8), (5, 2), (9, 10), (6, 13), (7, 11)], [12],
        firsts_as_listed=True,
    )  # fmt: skip
    publish_round(desk, drafted)


def set_rules(desk, event, **rules):
    """Change rules of the event."""
    event = Event.objects.get(pk=event.pk)
    return change_rules(desk, event, event.rules.as_dict() | rules, reason="the story")


def show_turns(desk, event, **rules):
    """Release every turn of a live board at once."""
    return set_rules(desk, event, live_boards="every_turn", live_rulings=True, **rules)


def logged(verbs):
    """Return what the log says of actions whose verb contains one of these words, with both values."""
    rows = Activity.objects.filter(verb__regex=verbs).order_by("pk")
    return " / ".join(f"{row.summary} {row.before} {row.after}" for row in rows)
