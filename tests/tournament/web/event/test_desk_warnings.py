"""Warnings at the desk: blocking ones first, common ones folded at the end."""

import re

import pytest

from scoring.actions.activity import Actor
from tournament.actions.people.check_in import add_walk_in, check_in
from tournament.actions.results.results import enter_result
from tournament.queries.event.frame import OpenItems
from tournament.web.event import panel
from tournament.web.event.desk_warnings import RANKS, Severity, desk_warnings

pytestmark = pytest.mark.django_db

NOTHING = {
    "room": None,
    **dict.fromkeys(
        ("contested", "flips", "reported", "not_here", "before_the_first", "has_copy"), False
    ),
    "copy_is_well": False,
}


def test_warnings_are_ordered_by_rank():
    assert list(RANKS.values()) == sorted(RANKS.values())
    everything = desk_warnings(
        **dict.fromkeys(NOTHING, True) | {"room": 0, "before_the_first": False}
    )
    assert everything.pressing == ("disk_full", "two_results", "flips", "reported")
    assert everything.usual == ("not_here", "copy_runs")
    assert not desk_warnings(**NOTHING)
    for given, kind in (
        ({"not_here": True, "before_the_first": True}, "not_here_before"),
        ({"has_copy": True}, "copy_fails"),
        ({"room": 5_000_000}, "disk_almost_full"),
    ):
        assert desk_warnings(**NOTHING | given).pressing == (kind,)
    blocking = {kind for kind, rank in RANKS.items() if rank is Severity.BLOCKS}
    assert blocking == {"disk_full", "two_results"}


def test_open_results_are_missing_or_contradicting_ones():
    assert OpenItems(missing=2, contested=1, not_here=4).open_result_count == 3


def test_blocking_warnings_come_first_and_routine_notes_are_folded(
    director_client, desk, four, round_one, board, django_user_model, monkeypatch
):
    helper = Actor.for_user(django_user_model.objects.create_user("helper"))
    enter_result(desk, board(1), 402, 380)
    enter_result(helper, board(1), 402, 370, accepted=True)
    check_in(desk, four.entries.get(number=1), here=True)
    newcomer = add_walk_in(desk, four, name="Eve Stone")
    check_in(desk, newcomer, here=False)
    monkeypatch.setattr(panel, "low_disk_space", lambda: 0)
    page = director_client.get("/events/autumn-open/a/").text
    warnings = page.partition('aria-label="Warnings"')[2].partition("</section>")[0]
    seen, folded = warnings.partition("<details>")[::2]
    assert seen.index("The disk is full.") < seen.index("Two results:")
    assert "not checked in" not in seen
    assert re.search(
        r"<summary>1 routine note</summary>.*1 player is not checked in", folded, re.DOTALL
    )
