"""Pictures beyond what `test_drawings.py` draws: figures of their axes, words, codes and podiums."""

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
    Ink,
    Stroke,
    TextLine,
    qr_code,
)
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.pictures.scale import axis_ticks, separated_positions
from tournament.reports.report import Picture, Report


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
    assert max(separated_positions([5.0] * 40, 12.0, 0.0, 100.0)) <= 100.0001


def test_top_ten_of_a_large_field_have_distinct_lines_and_the_rest_are_grey():
    field = [(rank, 301 - rank, rank) for rank in range(1, 301)]
    named = [Series(f"Player {path[0]}", path) for path in field[:10]]
    drawing = line_picture(named, "", foot="Round", lowest=300, behind=field[10:])
    strokes = [shape for shape in drawing.shapes if isinstance(shape, Stroke)]
    assert len({stroke.ink for stroke in strokes if stroke.width == 1.5}) == 10
    courses = [stroke.points for stroke in strokes if stroke.width == 0.35]
    assert len(set(courses)) == len(courses) == 200, "a course that looks the same is drawn once"


def test_page_and_paper_draw_the_same_words():
    series = [Series("Zoë Müller", (1, 2)), Series("<b>", (2, 1))]
    drawing = line_picture(series, "Ranks.", foot="Round", lowest=2)
    report = Report("x", "X", "Open", "open", STAMP, sections=(Picture(drawing),))
    page = render_report(report, "html").content.decode()
    text = PdfReader(io.BytesIO(render_report(report, "pdf").content)).pages[0].extract_text()
    assert all(word in text for word in words(drawing))
    assert "&lt;b&gt;" in page
    assert "<title>Ranks.</title>" in page


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
