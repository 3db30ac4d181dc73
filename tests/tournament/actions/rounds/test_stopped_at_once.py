"""Stopping a round at the moment it publishes itself: exactly one of the two happens."""

import datetime as dt
import threading
from functools import partial

import pytest
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.models import Activity
from tests.at_once import at_once
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.automatic_rounds import (
    run_due_steps,
    set_automatic_publishing,
    stop_publishing,
)
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.plans import set_plan
from tournament.actions.rounds.rounds import publish_round
from tournament.engine.pairing.automatic_rounds import AutomaticStep, DraftStage, UnattendedSetting
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Division, Pairing, Round

pytestmark = [pytest.mark.postgres, pytest.mark.full]

ANA = Actor("ana")
NOON = timezone.now()


def a_draft_that_waits():
    division = create_division(ANA, create_event(ANA, name="Open", preset="naspa_nwl"), name="A")
    add_players(ANA, division, "Ana 1800\nBen 1700\nZoë 1600\nDai 1500")
    set_plan(ANA, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    set_automatic_publishing(ANA, division, 5)
    round_ = publish_round(ANA, pair_by_hand(ANA, division, [(1, 2), (3, 4)]))
    for pairing in Pairing.objects.filter(round=round_):
        enter_result(ANA, pairing, 400, 380)
    assert run_due_steps(NOON) == [AutomaticStep.PAIR]
    return Division.objects.select_related("event").get(pk=division.pk)


def published():
    return Activity.objects.filter(verb="publish_unattended").count()


@pytest.mark.parametrize("first", ["stop", "publish"])
def test_simultaneous_stop_and_publication_have_exactly_one_effect(on_sqlite, first):
    division = a_draft_that_waits()

    def stop():
        if first != "stop":
            threading.Event().wait(0.01)
        stop_publishing(ANA, division, 2)

    def publish():
        if first != "publish":
            threading.Event().wait(0.01)
        return run_due_steps(NOON + dt.timedelta(minutes=6))

    refused, moves = at_once(on_sqlite, stop, publish)
    stage = UnattendedSetting.from_stored(Division.objects.get().unattended).stage
    phase = Round.objects.get(number=2).phase
    if refused is None:
        assert (moves, stage, published(), phase) == ([], DraftStage.STOPPED, 0, "draft")
    else:
        assert isinstance(refused, Refused)
        assert (moves, stage, published(), phase) == (
            [AutomaticStep.PUBLISH],
            DraftStage.PUBLISHED,
            1,
            "published",
        )


def test_two_simultaneous_checks_publish_the_round_once(on_sqlite):
    a_draft_that_waits()
    later = partial(run_due_steps, NOON + dt.timedelta(minutes=6))
    assert sorted(at_once(on_sqlite, later, later)) == [[], [AutomaticStep.PUBLISH]]
    assert published() == 1
