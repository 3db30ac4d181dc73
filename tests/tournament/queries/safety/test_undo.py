"""Rows that a step touches and depends on, and rows no longer in force."""

import pytest
from django.contrib.auth.models import User

from scoring.actions.activity import Actor
from tournament.actions.people.bulk_entries import check_in_entries
from tournament.actions.results.results import enter_result
from tournament.queries.safety.undo import (
    has_ended,
    last_own_results,
    last_steps,
    required_keys,
    touched_keys,
)

ROWS = {
    "entry:11": {"number": 1, "player_id": 4},
    "person:4": {},
    "clock:6": {"round_number": 2},
    "round:3": {"number": 3, "phase": "draft", "source_round": 2},
    "round:9": {"number": 9, "phase": "draft", "source_round": None},
    "round:5": {"number": 5, "phase": "closed", "source_round": 4},
    "pairing:21": {"round__number": 3, "first__number": 1, "second__number": 2},
    "result:31": {"pairing_id": 21, "pairing__round__number": 3},
    "report:41": {"pairing_id": 21, "pairing__round__number": 3},
    "penalty:51": {"entry__number": 1, "round_number": 2},
}
ENTRY = {"player 1", "arrival 1"}
MADE = {
    "entry:11": ({"field", "player 1", "about 1"}, ENTRY),
    "round:3": ({"round 3"}, {"round 3", "results 1", "results 2"}),
    "round:9": ({"round 9"}, {"round 9"}),
    "pairing:21": ({"board 21"}, {"board 21", "round 3"}),
    "round:3 pairing:21": (
        {"round 3", "board 21"},
        {"round 3", "results 1", "results 2", "board 21", "field"},
    ),
    "round:9 pairing:21": ({"round 9", "board 21"}, {"round 9", "board 21", "round 3"}),
    "result:31": ({"board 21", "results 3"}, {"board 21", "round 3"}),
    "report:41": ({"board 21"}, {"board 21", "round 3"}),
    "penalty:51": ({"penalty 51", "results 2"}, {"penalty 51", "player 1"}),
    "clock:6": ({"clock"}, {"clock"}),
}
CHANGED = {
    "entry:11 withdrawn_after": ({"field", "player 1"}, ENTRY),
    "entry:11 arrived_at": ({"arrival 1"}, ENTRY),
    "entry:11 arrived_at withdrawn_after": ({"field", "player 1", "arrival 1"}, ENTRY),
    "entry:11 team": ({"about 1"}, ENTRY | {"about 1"}),
    "entry:11 team arrived_at": ({"about 1", "arrival 1"}, ENTRY | {"about 1"}),
    "person:4 name": ({"person 4"}, {"person 4"}),
    "round:3 phase": ({"round 3"}, {"round 3"}),
    "round:3 source_round": ({"round 3"}, {"round 3", "results 1", "results 2"}),
    "round:5 phase": ({"round 5"}, {"round 5", "results 5"}),
}


@pytest.mark.parametrize("names", MADE)
def test_keys_touched_and_required_by_a_creating_step(names):
    made = {name: ROWS[name] for name in names.split()}
    assert (touched_keys(made, {}, made), required_keys(made, {}, made)) == MADE[names]


@pytest.mark.parametrize("words", CHANGED)
def test_keys_touched_and_required_by_a_changing_step(words):
    name, *columns = words.split()
    changed, about = {name: {column: ["", ""] for column in columns}}, {name: ROWS[name]}
    assert (touched_keys({}, changed, about), required_keys({}, changed, about)) == CHANGED[words]


def test_ended_row_is_no_longer_in_force():
    ends = {
        "pairing": "replaced_at",
        "result": "superseded_at",
        "report": "replaced_at",
        "penalty": "revoked_at",
    }
    for kind, column in ends.items():
        assert has_ended(f"{kind}:1", {column: "2026-10-03"})
        assert not has_ended(f"{kind}:1", {column: None})
    assert not has_ended("round:1", {"closed_at": "2026-10-03"})


@pytest.mark.django_db
def test_only_the_first_reason_of_each_later_step_is_given(desk, four):
    check_in_entries(desk, list(four.entries.order_by("number")[:2]), here=True)
    checked, added = last_steps(four)
    assert added.obstacles == (
        f"First undo “{checked.sentence.rstrip('.')}”: it concerns the same player, number 1.",
    )


@pytest.mark.django_db
def test_own_results_are_those_entered_by_the_user(director, desk, four, board):
    ann = User.objects.create_user("Ann", pk=1000)
    enter_result(desk, board(1), 400, 380)
    enter_result(Actor.for_user(ann), board(2), 420, 390)
    for user, scores in ((director, "400-380"), (ann, "420-390")):
        again = User.objects.get(pk=user.pk)
        (own,) = last_own_results([four], again, 5)
        assert own.sentence.endswith(f"{scores}.")
