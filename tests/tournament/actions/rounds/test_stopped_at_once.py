"""Somebody stops a round in the moment in which it publishes itself: one of the two happens, never both."""

import datetime as dt
import threading

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.conftest import database_in
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.rounds.unattended import (
    CannotPublishItself,
    look,
    set_unattended,
    stop_publishing,
)
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.engine.pairing.unattended import DraftStage, NextMove, Unattended
from tournament.models import Division, Pairing, Round

pytestmark = [pytest.mark.postgres, pytest.mark.full]

ANA = Actor("ana")
NOON = timezone.now()


def a_draft_that_waits():
    division = create_division(ANA, create_event(ANA, name="Open", preset="naspa_nwl"), name="A")
    add_players(ANA, division, "Ana 1800\nBen 1700\nZoë 1600\nDai 1500")
    set_plan(ANA, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    set_unattended(ANA, division, 5)
    round_ = publish_round(ANA, pair_by_hand(ANA, division, [(1, 2), (3, 4)]))
    for pairing in Pairing.objects.filter(round=round_):
        enter_result(ANA, pairing, 400, 380)
    assert look(NOON) == [NextMove.PAIR]
    return Division.objects.select_related("event").get(pk=division.pk)


@pytest.mark.parametrize("first", ["stop", "publish"])
def test_one_of_the_two_happens_and_never_both(file_database, first):
    division = a_draft_that_waits()
    barrier, outcomes = threading.Barrier(2), {}

    def stop():
        try:
            stop_publishing(ANA, division, 2)
        except CannotPublishItself:
            outcomes["stop"] = False
        else:
            outcomes["stop"] = True

    def publish():
        outcomes["publish"] = NextMove.PUBLISH in look(NOON + dt.timedelta(minutes=6))

    def at_once(action, waits):
        with database_in(file_database):
            barrier.wait()
            if waits:
                threading.Event().wait(0.01)
            action()

    threads = [
        threading.Thread(target=at_once, args=[action, name != first])
        for name, action in (("stop", stop), ("publish", publish))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stage = Unattended.of(Division.objects.get().unattended).stage
    published = Activity.objects.filter(verb="publish_unattended").count()
    assert outcomes["stop"] != outcomes["publish"]
    if outcomes["stop"]:
        assert (stage, published, Round.objects.get(number=2).phase) == (
            DraftStage.STOPPED,
            0,
            "draft",
        )
    else:
        assert (stage, published, Round.objects.get(number=2).phase) == (
            DraftStage.PUBLISHED,
            1,
            "published",
        )


def test_two_who_look_at_once_publish_it_once(file_database):
    a_draft_that_waits()
    barrier, moves = threading.Barrier(2), []

    def looks():
        with database_in(file_database):
            barrier.wait()
            moves.extend(look(NOON + dt.timedelta(minutes=6)))

    threads = [threading.Thread(target=looks) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert moves == [NextMove.PUBLISH]
    assert Activity.objects.filter(verb="publish_unattended").count() == 1
