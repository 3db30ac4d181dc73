"""When the next round is paired and published without anybody."""

from dataclasses import replace

import pytest

from tournament.engine.pairing.unattended import DraftStage, NextMove, RoundSituation, Unattended

NOON = 1_790_000_000.0
LATER = NOON + 5 * 60
IN = RoundSituation(4, True, False, paired_on="all in")
DRAFT = replace(IN, draft="as made")
ON = Unattended(5)
SHOWN = ON.drafted(NOON, DRAFT)


def test_a_division_paired_by_hand_is_left_alone():
    assert Unattended().next_move(IN, NOON) is NextMove.NOTHING
    assert Unattended().as_dict() == {}
    assert SHOWN.lasting(None) == Unattended()


def test_the_next_round_is_paired_once_the_last_result_is_in_and_not_before():
    assert ON.next_move(replace(IN, results_in=False), NOON) is NextMove.NOTHING
    assert ON.next_move(IN, NOON) is NextMove.PAIR


def test_a_draft_that_is_there_already_is_taken():
    assert ON.next_move(DRAFT, NOON) is NextMove.SCHEDULE


def test_nothing_follows_the_last_planned_round():
    assert ON.next_move(replace(IN, is_over=True), NOON) is NextMove.NOTHING


def test_a_draft_is_published_when_its_time_has_come():
    assert SHOWN.publish_at == LATER
    assert SHOWN.next_move(DRAFT, LATER - 1) is NextMove.NOTHING
    assert SHOWN.next_move(DRAFT, LATER) is NextMove.PUBLISH


def test_a_draft_waits_while_a_result_is_missing_again():
    assert SHOWN.next_move(replace(DRAFT, results_in=False), LATER) is NextMove.NOTHING


def test_a_corrected_result_has_the_round_paired_anew():
    assert SHOWN.next_move(replace(DRAFT, paired_on="corrected"), LATER) is NextMove.PAIR


def test_a_draft_changed_by_hand_is_published_as_it_is_and_never_replaced():
    by_hand = replace(DRAFT, draft="by hand")
    assert SHOWN.next_move(by_hand, LATER) is NextMove.PUBLISH
    assert SHOWN.next_move(replace(by_hand, paired_on="corrected"), LATER) is NextMove.LEAVE


def test_a_draft_that_was_undone_is_not_made_again():
    assert SHOWN.next_move(IN, LATER) is NextMove.STOP


@pytest.mark.parametrize(
    "stage",
    [DraftStage.STOPPED, DraftStage.STALE, DraftStage.REFUSED, DraftStage.PUBLISHED],
    ids=str,
)
def test_what_was_stopped_undone_or_refused_is_left_to_the_director(stage):
    stopped = SHOWN.at(4, stage)
    assert stopped.next_move(DRAFT, LATER) is NextMove.NOTHING
    assert stopped.next_move(IN, LATER) is NextMove.NOTHING
    assert stopped.resumed().next_move(DRAFT, LATER) is NextMove.SCHEDULE
    assert stopped.next_move(replace(IN, number=5), LATER) is NextMove.PAIR


@pytest.mark.parametrize("value", [ON, SHOWN, SHOWN.at(4, DraftStage.STOPPED)], ids=str)
def test_what_is_stored_is_read_back(value):
    assert Unattended.of(value.as_dict()) == value
