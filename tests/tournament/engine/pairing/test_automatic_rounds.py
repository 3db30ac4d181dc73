"""Conditions for pairing and publishing the next round automatically."""

from dataclasses import replace

import pytest

from tournament.engine.pairing import automatic_rounds

NOON = 1_790_000_000.0
LATER = NOON + 5 * 60
IN = automatic_rounds.RoundSituation(4, True, False, paired_on="all in")
DRAFT = replace(IN, draft="as made")
ON = automatic_rounds.UnattendedSetting(5)
SHOWN = ON.with_draft(NOON, DRAFT)
BY_HAND = replace(DRAFT, draft="by hand")
MOVES = {
    "a division paired by hand is left alone": (automatic_rounds.UnattendedSetting(), IN, NOON, "NOTHING"),
    "a result is missing": (ON, replace(IN, has_all_results=False), NOON, "NOTHING"),
    "the last result is already in": (ON, IN, NOON, "PAIR"),
    "a draft that is there already is taken": (ON, DRAFT, NOON, "SCHEDULE"),
    "nothing follows the last planned round": (ON, replace(IN, is_over=True), NOON, "NOTHING"),
    "a draft is shown for its time": (SHOWN, DRAFT, LATER - 1, "NOTHING"),
    "and then published": (SHOWN, DRAFT, LATER, "PUBLISH"),
    "not while a result is missing again": (
        SHOWN, replace(DRAFT, has_all_results=False), LATER, "NOTHING",
    ),
    "a corrected result has the round paired anew": (
        SHOWN, replace(DRAFT, paired_on="corrected"), LATER, "PAIR",
    ),
    "a draft changed by hand is published as it is": (SHOWN, BY_HAND, LATER, "PUBLISH"),
    "and never replaced": (SHOWN, replace(BY_HAND, paired_on="corrected"), LATER, "LEAVE"),
    "a draft that was undone is not made again": (SHOWN, IN, LATER, "STOP"),
}  # fmt: skip


@pytest.mark.parametrize("case", MOVES)
def test_next_move_depends_on_the_situation_and_the_time(case):
    division, situation, moment, move = MOVES[case]
    assert division.next_step(situation, moment) is automatic_rounds.AutomaticStep[move]


@pytest.mark.parametrize("stage", ["STOPPED", "STALE", "REFUSED", "PUBLISHED"])
def test_stopped_undone_or_refused_round_is_left_to_the_director(stage):
    stopped = SHOWN.at_stage(4, automatic_rounds.DraftStage[stage])
    assert stopped.next_step(DRAFT, LATER) is automatic_rounds.AutomaticStep.NOTHING
    assert stopped.next_step(IN, LATER) is automatic_rounds.AutomaticStep.NOTHING
    assert stopped.without_stop().next_step(DRAFT, LATER) is automatic_rounds.AutomaticStep.SCHEDULE
    assert stopped.next_step(replace(IN, number=5), LATER) is automatic_rounds.AutomaticStep.PAIR


def test_setting_round_trips_through_storage():
    for value in (ON, SHOWN, SHOWN.at_stage(4, automatic_rounds.DraftStage.STOPPED)):
        assert automatic_rounds.UnattendedSetting.from_stored(value.as_dict()) == value
    assert SHOWN.publish_at == LATER
    assert automatic_rounds.UnattendedSetting().as_dict() == {}
    assert SHOWN.with_draft_minutes(None) == automatic_rounds.UnattendedSetting()
