"""The graph of a game's scores, and its data as text."""

from itertools import pairwise

import pytest

from scoring.queries.sheets import sheet
from scoring.views.graph import ScoreGraph
from tests.drawn import check_drawn, drawings_in
from tests.scoring.views.pads import opened

pytestmark = pytest.mark.django_db


def graph(*lines: str, names=("Ann", "Ben"), rules="wespa") -> ScoreGraph:
    return ScoreGraph(sheet(opened(rules, names, *lines)))


def test_graph_states_the_leader_lead_changes_and_largest_lead():
    drawn = graph("8H FROZEN 38", "--", "8H ZONE 26")
    assert drawn.description == (
        "After 3 turns, Ben leads by 26. The lead changed once. The largest lead: Ann by 38 "
        "after turn 1."
    )
    assert graph("-3").description == "After 1 turn, no player leads."
    three = graph("8H ZONE 26", names=("Ann", "Ben", "Cleo"), rules="box_hasbro")
    assert three.description == "After 1 turn, Ann has the most points: 26."


def test_empty_game_and_one_without_points_are_drawn():
    assert graph().curves[0].path.startswith("M")
    assert [line.figure for line in graph("-3", "-").grid_lines] == [0, 10]


@pytest.mark.parametrize("turns", [["pass"] * 3, ["8H ZONE 26", "8G OZONE 20", "-", "-", "pass"]])
def test_names_at_line_ends_are_spaced_apart_in_order(turns):
    drawn = graph(*turns, names=("Ann", "Ben", "Cleo", "Dai"), rules="box_hasbro")
    labels = sorted((curve.label_at, curve.y) for curve in drawn.curves)
    assert [one[1] for one in labels] == sorted(curve.y for curve in drawn.curves)
    assert all(below[0] - above[0] >= 22 for above, below in pairwise(labels))
    assert 8 <= labels[0][0] < labels[-1][0] <= 156


PLAYED = {
    "two": (("Ann", "Ben"), "wespa", ("8H FROZEN 38", "9G EAR 8", "10F qI 4", "-ABC", "M7 A.D 3")),
    "three": (("Ann", "Ben", "Cleo"), "box_hasbro", ("8H ZONE 26", "-", "7G AX 20", "-3", "-")),
    "long": (("Ann", "Ben"), "wespa", ("8H ZONE 26", *["-3"] * 20)),
}


@pytest.mark.parametrize("name", PLAYED)
def test_board_and_graph_match_their_approved_drawings(request, director_client, name):
    names, rules, lines = PLAYED[name]
    page = director_client.get(f"/games/{opened(rules, names, *lines).pk}/").content
    check_drawn(request, f"pad: {name}", drawings_in(page))
