"""Pictures beyond what `test_drawings.py` draws: figures of their axes, words, codes and podiums."""

import re
from itertools import pairwise

import pytest

from tests.installation import SOURCE
from tests.tournament.reports.samples import STAMP
from tournament.engine.prizes.award import Award, PrizeDefinition, Winner
from tournament.engine.prizes.contest import PlayerRef
from tournament.reports.awards import podiums
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report
from tournament.reports.drawing import Ink, TextLine
from tournament.reports.pictures.scale import axis_ticks, separated_positions
from tournament.reports.report import Picture


def words(drawing):
    return [shape.text for shape in drawing.shapes if isinstance(shape, TextLine)]


@pytest.mark.parametrize(
    ("low", "high", "most", "wanted"),
    [
        (-45, 212, 4, [-100, 0, 100, 200, 300]),
        (0, 0, 4, [0, 1]),
        (0, 9, 5, [0, 2, 4, 6, 8, 10]),
        (-3000, 3000, 6, [-3000, -2000, -1000, 0, 1000, 2000, 3000]),
    ],
)
def test_axis_marks_are_round_and_cover_all_figures(low, high, most, wanted):
    assert axis_ticks(low, high, most) == wanted


def test_labels_at_line_ends_do_not_overlap_and_keep_their_order():
    places = separated_positions([50.0, 50.0, 51.0, 10.0], 12.0, 0.0, 100.0)
    assert places[3] < places[0] <= places[1] <= places[2]
    ascending = sorted(places)
    assert all(b - a >= 12.0 for a, b in pairwise(ascending))
    assert separated_positions([99.0, 99.0], 12.0, 0.0, 100.0) == [88.0, 100.0]
    assert separated_positions([25.0] * 5, 40.0, 20.0, 100.0) == [20, 40, 60, 80, 100]


def test_page_stroke_has_no_fill_in_any_ink():
    rules = (SOURCE / "tournament/static/tournament/reports.css").read_text(encoding="utf-8")
    inks = rules.index('.report [class*="report-ink-"] { fill: currentcolor; }')
    lines = rules.index(".report .report-stroke[class] { fill: none; stroke: currentcolor;")
    assert lines > inks
    assert {name.value for name in Ink} == set(re.findall(r"\.report-ink-([\w-]+)[, ]", rules))


def won(place, *names, division="A", value="", kind="place"):
    prize = PrizeDefinition(place, kind, division=division, place=place, value=value)
    winners = tuple(Winner(PlayerRef(division, n), name, None) for n, name in enumerate(names))
    return Award((prize,), winners)


def test_each_division_has_the_podium_of_its_places():
    drawn = podiums(
        [
            *(won(1, "Ana", value="300"), won(1, "Ana", value="a cup"), won(4, "Dai")),
            *(won(1, "Eva", kind="high_win"), won(2), won(1, "Finn", division="B")),
        ]
    )
    assert [(division, words(drawing)) for division, drawing in drawn] == [
        ("A", ["1", "300 and a cup", "Ana"]),
        ("B", ["1", "Finn"]),
    ]
    assert drawn[0][1].description == "The top places. 1: Ana."


@pytest.mark.full
@pytest.mark.django_db
def test_prizes_show_the_podium_only_with_their_winners(evening):
    chosen = find_definition("prizes")
    for winners, titles in (("yes", ["Division A", "Division B"]), ("no", [])):
        report = build_report(chosen, evening, chosen.Options(winners=winners), STAMP)
        assert [part.title for part in report.sections if isinstance(part, Picture)] == titles
