"""The graph of a game's scores, and its data as text."""

from itertools import pairwise

import pytest

from scoring.queries.sheets import sheet
from scoring.views.graph import ScoreGraph
from tests.drawn import check_drawn, drawings_in
from tests.scoring.views.pads import Page, opened

pytestmark = pytest.mark.django_db


def graph(*lines: str, names=("Ann", "Ben"), rules="wespa") -> ScoreGraph:
    return ScoreGraph(sheet(opened(rules, names, *lines)))


def test_lead_is_drawn_from_zero_turn_by_turn():
    drawn = graph("8H FROZEN 38", "9G EAR 8", "-ABC")
    assert [after.lead for after in drawn.turns] == [38, 25, 25]
    assert drawn.series == [[0, 38, 25, 25]]
    assert drawn.curves[0].path.count("L") == 3


def test_grid_lines_extend_beyond_every_lead_on_both_sides():
    drawn = graph("8H FROZEN 38", "--", "8H ZONE 26")
    figures = [line.figure for line in drawn.grid_lines]
    assert 0 in figures
    assert min(figures) <= -26
    assert max(figures) >= 38
    heights = [line.at for line in drawn.grid_lines]
    assert heights == sorted(heights, reverse=True)


def test_last_grid_line_equals_a_round_largest_lead():
    drawn = graph("-3")
    drawn.series = [[0, 40, -20]]
    assert [line.figure for line in drawn.grid_lines] == [-20, 0, 20, 40]


def test_graph_states_the_leader_lead_changes_and_largest_lead():
    drawn = graph("8H FROZEN 38", "--", "8H ZONE 26")
    assert drawn.description == (
        "After 3 turns, Ben leads by 26. The lead changed once. The largest lead: Ann by 38 "
        "after turn 1."
    )
    assert graph("-3").description == "After 1 turn, no player leads."


def test_empty_game_and_one_without_points_are_drawn():
    assert graph().curves[0].path.startswith("M")
    assert [line.figure for line in graph("-3", "-").grid_lines] == [0, 10]


def test_each_of_more_than_two_players_has_a_line():
    drawn = graph("8H ZONE 26", "-", "-", names=("Ann", "Ben", "Cleo"), rules="box_hasbro")
    assert [curve.name for curve in drawn.curves] == ["Ann", "Ben", "Cleo"]
    assert len({curve.dashes for curve in drawn.curves}) == 3
    assert drawn.description == "After 3 turns, Ann has the most points: 26."


@pytest.mark.parametrize("turns", [["pass"] * 3, ["8H ZONE 26", "8G OZONE 20", "-", "-", "pass"]])
def test_names_at_line_ends_are_spaced_apart_in_order(turns):
    drawn = graph(*turns, names=("Ann", "Ben", "Cleo", "Dai"), rules="box_hasbro")
    labels = sorted((curve.label_at, curve.y) for curve in drawn.curves)
    assert [one[1] for one in labels] == sorted(curve.y for curve in drawn.curves)
    assert all(below[0] - above[0] >= 22 for above, below in pairwise(labels))
    assert 8 <= labels[0][0] < labels[-1][0] <= 156


@pytest.mark.full
def test_long_game_labels_only_some_turns():
    drawn = graph(*["-3"] * 30)
    assert [mark.figure for mark in drawn.turn_labels] == [5, 10, 15, 20, 25, 30]


def test_pad_shows_the_graph_with_its_figures_as_text(director_client):
    game = opened("wespa", ("Ann", "<b>Ben"), "8H FROZEN 38", "9G EAR 8")
    page = Page(director_client.get(f"/games/{game.pk}/"))
    rows = [" ".join(row.split()) for row in page.rows]
    after = sheet(game).totals
    assert f"2 <b>Ben {after[0]} {after[1]} +{after[0] - after[1]}" in rows
    assert "Above the line, Ann leads; below it, <b>Ben leads." in page.text
    assert "<b>Ben" not in page.raw


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
