"""Arriving and leaving: the table of the desk, row by row."""

from dataclasses import replace

import pytest

from tournament.catalogue import preset
from tournament.engine.attendance import (
    AttendanceSituation,
    LateEntry,
    Withdrawal,
    missed_rounds_cost,
    reasons_not_to_join,
    reasons_not_to_leave,
)
from tournament.engine.message import Message
from tournament.wording.sentences import sentence, sentences

PUBLISHED = AttendanceSituation(name="Dai Jones", round=2, phase="published", board=4, byes=(7,))
PLAYING = replace(PUBLISHED, phase="playing")
CLOSED = replace(PUBLISHED, phase="closed", byes=())
ALONE = replace(PLAYING, board=None, byes=(), has_bye=True, has_no_opponent=True)
LATE = replace(PUBLISHED, name="Eve Stone", board=None, has_no_opponent=True)


@pytest.mark.parametrize(
    ("now", "ways"),
    [
        (AttendanceSituation(name="Dai Jones"), ["after"]),
        (PUBLISHED, ["after", "no_show", "forfeit", "opponent_bye", "opponent_meets_bye"]),
        (PLAYING, ["after", "no_show", "forfeit"]),
        (CLOSED, ["after"]),
        (ALONE, ["after", "no_show", "forfeit"]),
    ],
)
def test_withdrawal_choices_follow_the_phase(now, ways):
    assert [way for way in Withdrawal if not reasons_not_to_leave(way, now, now.round)] == ways


def test_withdrawal_before_a_closed_round_is_refused_and_every_reason_given_at_once():
    assert sentences(reasons_not_to_leave(Withdrawal.AFTER, CLOSED, 1)) == (
        "Round 2 is closed. Dai Jones can leave after round 2 or later, or forfeit it now.",
    )
    now = replace(PLAYING, byes=(), has_begun=True)
    assert sentences(reasons_not_to_leave(Withdrawal.OPPONENT_MEETS_BYE, now)) == (
        (
            "Board 4 has a result or a recorded game, so Dai Jones played round 2. Choose to "
            "leave after this round, or correct the result."
        ),
        (
            "Round 2 is being played, so no board can change. Dai Jones can forfeit the round "
            "or leave after it."
        ),
        "No player has the bye in round 2.",
    )


@pytest.mark.parametrize(
    ("now", "ways"),
    [
        (LATE, ["byes_seat", "new_bye", "next_round"]),
        (replace(LATE, byes=()), ["new_bye", "next_round"]),
        (replace(LATE, phase="playing"), ["next_round"]),
        (replace(LATE, phase="closed"), ["next_round"]),
        (AttendanceSituation(name="Eve Stone"), ["next_round"]),
        (PUBLISHED, ["next_round"]),
        (replace(LATE, withdrawn=True), ["next_round"]),
    ],
)
def test_late_entry_choices_follow_the_phase(now, ways):
    assert [way for way in LateEntry if not reasons_not_to_join(way, now)] == ways


@pytest.mark.parametrize("phase", ["playing", "closed"])
def test_entry_too_late_for_a_round_may_join_the_next(phase):
    (reason,) = reasons_not_to_join(LateEntry.NEW_BYE, replace(LATE, phase=phase))
    assert reason == Message(f"joins_later_{phase}", round=2, player="Eve Stone", next=3)


@pytest.mark.parametrize(
    ("missed", "last", "clause"),
    [
        ("forfeit", 1, "misses round 1: a forfeit, −50 under these rules"),
        ("forfeit", 3, "misses rounds 1 to 3: a forfeit each, −50 under these rules"),
        ("bye", 1, "misses round 1: a bye, +50 under these rules"),
        ("void", 2, "misses rounds 1 to 2: they do not count under these rules"),
    ],
)
def test_missed_rounds_cost_the_amount_set_by_the_rules(missed, last, clause):
    rules = replace(preset("naspa_nwl"), missed_rounds=missed, bye_spread=50, forfeit_spread=-50)
    assert sentence(missed_rounds_cost(rules, last)) == clause
    assert missed_rounds_cost(rules, 0) is None
