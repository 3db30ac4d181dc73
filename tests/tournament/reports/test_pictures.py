"""Positions of lines, bars, squares and steps in pictures, equal on page and paper."""

import io
import re
from itertools import pairwise

import pytest
from pypdf import PdfReader

from tests.installation import SOURCE
from tests.tournament.reports.samples import STAMP
from tournament.engine.prizes.award import Award, PrizeDefinition, Winner
from tournament.engine.prizes.contest import PlayerRef
from tournament.reports.awards import podiums
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, render_report
from tournament.reports.drawing import (
    Area,
    Dot,
    Drawing,
    Ink,
    Rectangles,
    Stroke,
    Svg,
    TextLine,
    qr_code,
)
from tournament.reports.pictures.bars import bar_picture
from tournament.reports.pictures.heat import heat_picture
from tournament.reports.pictures.lines import Series, lead_picture, line_picture
from tournament.reports.pictures.podium import PodiumStep, podium_picture
from tournament.reports.pictures.scale import axis_ticks, separated_positions
from tournament.reports.report import Align, Picture, Report


def of_kind(drawing, kind):
    return [shape for shape in drawing.shapes if isinstance(shape, kind)]


def words(drawing):
    return [shape.text for shape in of_kind(drawing, TextLine)]


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
    assert max(separated_positions([5.0] * 40, 12.0, 0.0, 100.0)) <= 100.0001


def test_rank_one_is_on_top_and_a_rise_goes_up():
    drawing = line_picture(
        [Series("Ana", (3, 1)), Series("Ben", (1, 3))], "", foot="Round", lowest=3
    )
    ana, ben = [s for s in of_kind(drawing, Stroke) if len(s.points) == 2 and s.width == 1.5]
    assert ana.points[0][1] > ana.points[1][1]
    assert ana.points[0] == (ben.points[0][0], ben.points[1][1])
    assert {"Ana", "Ben", "1", "3", "Round"} <= set(words(drawing))


def test_line_is_broken_at_a_missing_figure():
    drawing = line_picture([Series("Ana", (1, None, 2, 2))], "", foot="Round", lowest=2)
    assert [len(s.points) for s in of_kind(drawing, Stroke) if s.width == 1.5] == [2]
    assert len(of_kind(drawing, Dot)) == 3


def test_top_ten_of_a_large_field_have_distinct_lines_and_the_rest_are_grey():
    field = [(rank, 301 - rank, rank) for rank in range(1, 301)]
    drawing = line_picture(
        [Series(f"Player {path[0]}", path) for path in field[:10]],
        "",
        foot="Round",
        lowest=300,
        behind=field[10:],
    )
    named = [s for s in of_kind(drawing, Stroke) if s.width == 1.5]
    assert len({stroke.ink for stroke in named}) == 10
    assert len({(stroke.ink, stroke.dashes) for stroke in named}) == 10
    grey = [s for s in of_kind(drawing, Stroke) if s.width == 0.35]
    courses = [stroke.points for stroke in grey]
    assert len(set(courses)) == len(courses) == 200, "a course that looks the same is drawn once"
    assert courses[0] == ((44, 106), (293, 233), (542, 106))
    (path,) = [
        shape.path
        for shape in Svg(drawing).shapes
        if shape.size == "0.35" and shape.kind == "stroke"
    ]
    assert path.startswith("M44 106l249 127 249-127M44 ")
    assert {stroke.ink for stroke in grey} == {Ink.HAIR}
    assert {"1", "10", "300"} <= set(words(drawing))
    first, second = (stroke.points[0][1] for stroke in named[:2])
    ninth, tenth = (stroke.points[0][1] for stroke in named[8:])
    assert second - first > 3 * (tenth - ninth)


def test_spreads_have_signs_and_a_zero_line():
    drawing = line_picture([Series("Ana", (120, -80))], "", foot="Round", signs=True)
    assert {"0", "+50", "−100"} <= set(words(drawing))
    assert Ink.SOFT in {stroke.ink for stroke in of_kind(drawing, Stroke)}


@pytest.mark.parametrize("values", [(), (5,), (None, None)])
def test_line_of_one_round_or_none_is_drawn(values):
    assert line_picture([Series("Ana", values)], "", foot="Round", signs=True).height > 0


def test_lead_is_drawn_from_the_level_line():
    drawing = lead_picture([0, 30, -20], ("Ana", "Ben"), "")
    (area,) = of_kind(drawing, Area)
    (line,) = [stroke for stroke in of_kind(drawing, Stroke) if len(stroke.points) == 3]
    level = line.points[0][1]
    assert line.points[1][1] < level < line.points[2][1]
    assert area.points[0][1] == area.points[-1][1] == level
    assert {"Ana ahead", "Ben ahead"} <= set(words(drawing))


def test_player_who_never_led_has_no_ahead_label_and_labels_do_not_overlap():
    drawing = lead_picture([0, *range(10, 330, 10)], ("Ana", "Ben"), "")
    assert "Ana ahead" in words(drawing)
    assert "Ben ahead" not in words(drawing)
    below = sorted(
        (shape.x, shape.text)
        for shape in of_kind(drawing, TextLine)
        if shape.text in ("30", "32", "Turn")
    )
    assert [text for _, text in below] == ["30", "Turn"]


def test_bar_is_as_high_as_its_figure():
    drawing = bar_picture([("300", 2), ("325", 4), ("350", 0)], "", foot="Score")
    (blocks,) = of_kind(drawing, Rectangles)
    assert [round(place[3] / blocks.places[0][3], 3) for place in blocks.places] == [1.0, 2.0]
    assert {"2", "4", "300", "350"} <= set(words(drawing))


def test_hottest_square_is_darkest_and_every_figure_is_written():
    drawing = heat_picture([[0, 1], [5, 10]], ["A", "B"], "")
    inks = {blocks.ink: blocks.places for blocks in of_kind(drawing, Rectangles)}
    assert len(inks[Ink.HEAT_5]) == 1
    assert words(drawing) == ["A", "B", "1", "2", "1", "5", "10"]
    assert heat_picture([[0]], ["A"], "").shapes


def test_page_and_paper_draw_the_same_words():
    drawing = line_picture(
        [Series("Zoë Müller", (1, 2)), Series("<b>", (2, 1))], "Ranks.", foot="Round", lowest=2
    )
    report = Report("x", "X", "Open", "open", STAMP, sections=(Picture(drawing),))
    page = render_report(report, "html").content.decode()
    text = PdfReader(io.BytesIO(render_report(report, "pdf").content)).pages[0].extract_text()
    assert all(word in text for word in words(drawing))
    assert "&lt;b&gt;" in page
    assert "<title>Ranks.</title>" in page
    assert page.count("<circle") == len(of_kind(drawing, Dot))


def test_adjacent_lines_of_the_same_style_share_an_element():
    grey = [Stroke(((0.0, y), (9.0, y)), Ink.SOFT, 1.0) for y in (1.0, 2.0)]
    dashed = Stroke(((0.0, 3.0), (9.0, 3.0)), Ink.SOFT, 1.0, (2.0, 2.0))
    both, apart = Svg(Drawing(10, 10, (*grey, dashed))).shapes
    assert both.path == "M0 1L9 1M0 2L9 2"
    assert (apart.path, apart.dashes) == ("M0 3L9 3", "2 2")


def test_drawing_becomes_paths_with_short_figures():
    shapes = (
        Stroke(((0, 0.5), (10.126, 3)), Ink.ACCENT, 1.5, (3, 2)),
        Rectangles(((0, 0, 2, 1),)),
        TextLine(1, 2, "Ana", 9, Align.RIGHT, bold=True),
    )
    stroke, blocks, text = Svg(Drawing(20, 10, shapes)).shapes
    assert (stroke.path, stroke.dashes, stroke.size) == ("M0 0.5L10.13 3", "3 2", "1.5")
    assert blocks.path == "M0 0h2v1h-2Z"
    assert text.css == "report-ink-ink report-at-right report-bold"


def test_qr_code_can_be_read_from_its_blocks():
    code = qr_code("http://192.168.1.20:8000/events/autumn-open/a/players/12/")
    (blocks,) = code.shapes
    dark = {(x + n, y) for x, y, wide, _ in blocks.places for n in range(int(wide))}
    side = int(code.width)
    assert side in (25, 29, 33)
    finder = {(x, y) for x in range(7) for y in range(7) if 0 in (x, y) or 6 in (x, y)}
    assert finder <= dark  # the finder square in the corner
    assert {(side - 1 - x, y) for x, y in finder} <= dark
    assert all(0 <= x < side and 0 <= y < side for x, y in dark)


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


def test_first_place_is_highest_and_in_the_middle():
    drawing = podium_picture(
        [PodiumStep(1, ("Ana",), "300"), PodiumStep(2, ("Ben",)), PodiumStep(3, ("Cy",))], "Podium."
    )
    second, first, third = (
        shape.places[0] for shape in drawing.shapes if isinstance(shape, Rectangles)
    )
    assert first[1] < second[1] < third[1]
    assert second[0] < first[0] < third[0]
    assert {"Ana", "Ben", "Cy", "300", "1", "2", "3"} == set(words(drawing))


def test_shared_place_lists_its_names_and_counts_the_surplus():
    crowd = tuple(f"Player {number}" for number in range(5))
    assert words(podium_picture([PodiumStep(1, ("Ana", "Ben"))], "")) == ["1", "Ana", "Ben"]
    assert words(podium_picture([PodiumStep(1, crowd)], ""))[-1] == "+ 3"


def test_long_name_has_two_lines_on_the_podium():
    name = "Μαρία Χατζηγεωργίου-Παπαδημητρακοπούλου"
    assert words(podium_picture([PodiumStep(2, (name,))], "")) == [
        "2",
        "Μαρία Χατζηγεωργίου-",
        "Παπαδημητρακοπούλου",
    ]


def test_each_division_has_the_podium_of_its_places():
    drawn = podiums(
        [
            won(1, "Ana", value="300"),
            won(1, "Ana", value="a cup"),
            won(4, "Dai"),
            won(1, "Eva", kind="high_win"),
            won(2),
            won(1, "Finn", division="B"),
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
    pictures = [
        [part.title for part in report.sections if isinstance(part, Picture)]
        for report in (
            build_report(chosen, evening, chosen.Options(winners=winners), STAMP)
            for winners in ("yes", "no")
        )
    ]
    assert pictures == [["Division A", "Division B"], []]
