"""Conditions for pairing and publishing the next round automatically."""

from dataclasses import replace

import pytest

from tournament.engine.pairing.automatic_rounds import (
    AutomaticStep,
    DraftStage,
    RoundSituation,
    UnattendedSetting,
)

NOON = 1_790_000_000.0
LATER = NOON + 5 * 60
IN = RoundSituation(4, True, False, paired_on="all in")
DRAFT = replace(IN, draft="as made")
ON = UnattendedSetting(5)
SHOWN = ON.with_draft(NOON, DRAFT)


BY_HAND = replace(DRAFT, draft="by hand")


@pytest.mark.parametrize(
    ("division", "situation", "moment", "move"),
    [
        (UnattendedSetting(), IN, NOON, AutomaticStep.NOTHING),
        (ON, replace(IN, has_all_results=False), NOON, AutomaticStep.NOTHING),
        (ON, IN, NOON, AutomaticStep.PAIR),
        (ON, DRAFT, NOON, AutomaticStep.SCHEDULE),
        (ON, replace(IN, is_over=True), NOON, AutomaticStep.NOTHING),
        (SHOWN, DRAFT, LATER - 1, AutomaticStep.NOTHING),
        (SHOWN, DRAFT, LATER, AutomaticStep.PUBLISH),
        (SHOWN, replace(DRAFT, has_all_results=False), LATER, AutomaticStep.NOTHING),
        (SHOWN, replace(DRAFT, paired_on="corrected"), LATER, AutomaticStep.PAIR),
        (SHOWN, BY_HAND, LATER, AutomaticStep.PUBLISH),
        (SHOWN, replace(BY_HAND, paired_on="corrected"), LATER, AutomaticStep.LEAVE),
        (SHOWN, IN, LATER, AutomaticStep.STOP),
    ],
    ids=[
        "a division paired by hand is left alone",
        "a result is missing",
        "the last result is already in",
        "a draft that is there already is taken",
        "nothing follows the last planned round",
        "a draft is shown for its time",
        "and then published",
        "not while a result is missing again",
        "a corrected result has the round paired anew",
        "a draft changed by hand is published as it is",
        "and never replaced",
        "a draft that was undone is not made again",
    ],
)
def test_next_move_depends_on_the_situation_and_the_time(division, situation, moment, move):
    assert division.next_step(situation, moment) is move


def test_publishing_time_is_stored_and_cleared_with_the_draft():
    assert SHOWN.publish_at == LATER
    assert UnattendedSetting().as_dict() == {}
    assert SHOWN.with_draft_minutes(None) == UnattendedSetting()


@pytest.mark.parametrize(
    "stage",
    [DraftStage.STOPPED, DraftStage.STALE, DraftStage.REFUSED, DraftStage.PUBLISHED],
    ids=str,
)
def test_stopped_undone_or_refused_round_is_left_to_the_director(stage):
    stopped = SHOWN.at_stage(4, stage)
    assert stopped.next_step(DRAFT, LATER) is AutomaticStep.NOTHING
    assert stopped.next_step(IN, LATER) is AutomaticStep.NOTHING
    assert stopped.without_stop().next_step(DRAFT, LATER) is AutomaticStep.SCHEDULE
    assert stopped.next_step(replace(IN, number=5), LATER) is AutomaticStep.PAIR


@pytest.mark.parametrize("value", [ON, SHOWN, SHOWN.at_stage(4, DraftStage.STOPPED)], ids=str)
def test_setting_round_trips_through_storage(value):
    assert UnattendedSetting.from_stored(value.as_dict()) == value
