"""Automatic publishing: a round is drafted after the last result, shown for a while, and published unless stopped."""

import datetime as dt

import pytest
from django.utils import timezone

from scoring.models import Activity
from tests.remembered import remembered
from tournament.actions.act import EditConflict, Refused
from tournament.actions.event.housekeeping import close_event
from tournament.actions.people.withdrawals import withdraw
from tournament.actions.results.results import correct_result, enter_result
from tournament.actions.rounds.automatic_rounds import (
    resume_publishing,
    run_due_steps,
    set_automatic_publishing,
    stop_publishing,
    version_of_minutes,
)
from tournament.actions.rounds.drafts import pair_by_hand, pair_round
from tournament.actions.rounds.plans import plan_rounds, set_plan
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.undo import undo_action
from tournament.engine.pairing.automatic_rounds import AutomaticStep, DraftStage
from tournament.engine.pairing.event_plan import PlannedRounds
from tournament.models import Division, Pairing, Round, UndoStep
from tournament.models.rounds import Phase
from tournament.queries.rounds.automatic_rounds import automatic_round_notice
from tournament.queries.rounds.drafts import draft_pairs_text

pytestmark = pytest.mark.django_db
NOON = timezone.now()
LATER = NOON + dt.timedelta(minutes=5)


@pytest.fixture
@remembered
def automatic(desk, round_one):
    """Return division A, which publishes rounds five minutes after the last result, by king of the hill."""
    division = round_one.division
    set_plan(desk, division, [PlannedRounds(1, 4, "king_of_the_hill")], rounds=4)
    return set_automatic_publishing(desk, division, 5)


@pytest.fixture
def slips(desk, board):
    """Return a function that enters both results of round 1."""

    def enter():
        enter_result(desk, board(1), 400, 380)
        enter_result(desk, board(2), 410, 300)

    return enter


def now(division):
    return Division.objects.select_related("event").get(pk=division.pk)


def phases(division):
    return dict(Round.objects.filter(division=division).values_list("number", "phase"))


def test_next_round_is_drafted_after_the_last_result(desk, automatic, board):
    enter_result(desk, board(1), 400, 380)
    assert run_due_steps(NOON) == []
    enter_result(desk, board(2), 410, 300)
    assert run_due_steps(NOON) == [AutomaticStep.PAIR]
    assert phases(automatic) == {1: "playing", 2: "draft"}
    announced = automatic_round_notice(now(automatic))
    assert (announced.number, announced.stage) == (2, DraftStage.DRAFTED)
    assert announced.publish_at == LATER
    assert Activity.objects.get(verb="pair_round").actor == "Ninetimer"


def test_draft_is_published_after_five_minutes_and_the_previous_round_closed(
    desk, automatic, slips
):
    slips()
    run_due_steps(NOON)
    assert run_due_steps(LATER - dt.timedelta(seconds=1)) == []
    assert run_due_steps(LATER) == [AutomaticStep.PUBLISH]
    assert phases(automatic) == {1: "closed", 2: "published"}
    assert run_due_steps(LATER) == []
    assert Activity.objects.filter(verb="publish_unattended").count() == 1
    with pytest.raises(Refused, match="Round 2 is already published"):
        stop_publishing(desk, automatic, 2)


def test_division_without_automatic_pairing_is_left_to_the_director(desk, round_one, slips):
    slips()
    assert run_due_steps(NOON) == []
    assert phases(round_one.division) == {1: "playing"}


def test_stopped_draft_waits_for_the_director(desk, automatic, slips):
    slips()
    run_due_steps(NOON)
    stop_publishing(desk, automatic, 2)
    with pytest.raises(Refused, match="Round 2 will not be published automatically"):
        stop_publishing(desk, automatic, 2)
    assert run_due_steps(LATER) == []
    assert automatic_round_notice(now(automatic)).stage is DraftStage.STOPPED
    resume_publishing(desk, automatic, 2)
    assert run_due_steps(LATER) == [AutomaticStep.SCHEDULE]
    assert run_due_steps(LATER + dt.timedelta(minutes=5)) == [AutomaticStep.PUBLISH]


def test_corrected_result_repeats_the_pairing_and_restarts_the_countdown(
    desk, automatic, slips, board
):
    slips()
    run_due_steps(NOON)
    drafted = draft_pairs_text(automatic, 2)
    correct_result(desk, board(2), 300, 410, reason="slip misread")
    assert run_due_steps(LATER) == [AutomaticStep.PAIR]
    assert draft_pairs_text(automatic, 2) != drafted
    assert phases(automatic) == {1: "playing", 2: "draft"}
    assert run_due_steps(LATER + dt.timedelta(minutes=5)) == [AutomaticStep.PUBLISH]


def test_draft_changed_by_hand_is_not_replaced(desk, automatic, slips, board):
    slips()
    run_due_steps(NOON)
    pair_by_hand(desk, now(automatic), [(1, 4), (2, 3)])
    correct_result(desk, board(2), 300, 410, reason="slip misread")
    assert run_due_steps(LATER) == [AutomaticStep.LEAVE]
    assert {*draft_pairs_text(automatic, 2).split("\n")} <= {"1 4", "4 1", "2 3", "3 2"}
    assert automatic_round_notice(now(automatic)).stage is DraftStage.STALE
    assert run_due_steps(LATER) == []


def test_withdrawal_repeats_the_pairing_of_the_draft(desk, automatic, slips):
    slips()
    run_due_steps(NOON)
    withdraw(desk, automatic.entries.get(number=4), after=1)
    assert run_due_steps(NOON) == [AutomaticStep.PAIR]
    assert " bye" in draft_pairs_text(automatic, 2)


def test_undone_publication_is_not_repeated(desk, automatic, slips):
    slips()
    run_due_steps(NOON)
    run_due_steps(LATER)
    step = UndoStep.objects.get(kind="publish_unattended")
    undo_action(desk, step, reason="too early")
    assert phases(automatic) == {1: "playing", 2: "draft"}
    assert run_due_steps(LATER) == []
    assert automatic_round_notice(now(automatic)).stage is DraftStage.PUBLISHED
    undo_action(desk, UndoStep.objects.get(kind="pair_round"))
    assert run_due_steps(LATER) == []


def test_round_that_cannot_be_paired_is_left_to_the_director_with_a_reason(desk, automatic, slips):
    plan_rounds(desk, automatic, PlannedRounds(2, 2, "manual"))
    slips()
    assert run_due_steps(NOON) == [AutomaticStep.LEAVE]
    assert automatic_round_notice(now(automatic)).stage is DraftStage.REFUSED
    assert Activity.objects.get(verb="refuse_unattended").reason != ""
    assert run_due_steps(LATER) == []
    publish_round(desk, pair_by_hand(desk, now(automatic), [(1, 3), (2, 4)]))
    for pairing in Pairing.objects.filter(round__division=automatic, round__number=2):
        enter_result(desk, pairing, 400, 380)
    assert run_due_steps(LATER) == [AutomaticStep.PAIR]


def test_automatic_pairing_stops_after_the_last_planned_round_or_closing(desk, automatic, slips):
    slips()
    Division.objects.filter(pk=automatic.pk).update(rounds_planned=1)
    assert run_due_steps(NOON) == []
    Division.objects.filter(pk=automatic.pk).update(rounds_planned=4)
    close_event(desk, automatic.event, accepted=True)
    assert run_due_steps(NOON) == []


def test_automatic_pairing_setting_is_not_overwritten_from_a_stale_page(desk, automatic):
    with pytest.raises(EditConflict, match="has changed since you opened this page"):
        set_automatic_publishing(desk, automatic, 10, seen=version_of_minutes(None))
    set_automatic_publishing(desk, automatic, 10, seen=version_of_minutes(5))
    with pytest.raises(Refused, match="0 to 120 minutes"):
        set_automatic_publishing(desk, automatic, 500)
    set_automatic_publishing(desk, automatic, None)
    assert now(automatic).unattended == {}


def test_round_paired_again_by_hand_keeps_its_countdown(desk, automatic, slips):
    slips()
    run_due_steps(NOON)
    pair_round(desk, now(automatic), 2)
    assert run_due_steps(LATER) == [AutomaticStep.PUBLISH]
    assert Round.objects.get(division=automatic, number=2).phase == Phase.PUBLISHED
