"""Picture files: standalone SVG, PNG in the colours of the papers, and charts in the workbook."""

import io
import re
from contextlib import suppress
from xml.etree import ElementTree as ET

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook
from PIL import Image

from tests.tournament.reports.evening import whole_evening
from tests.tournament.reports.samples import STAMP
from tournament.reports.definition import all_papers
from tournament.reports.delivery import build_report, render_picture, render_report
from tournament.reports.drawing import Area, Dot, Drawing, Ink, Rectangles, Stroke, TextLine
from tournament.reports.renderers.paper import picture_files
from tournament.reports.report import Picture, Report
from tournament.reports.report_options import CannotReport
from tournament.reports.tables import Align

SVG = "{http://www.w3.org/2000/svg}"
MENU = "/events/autumn-open/reports/"


def of(*drawings, **more):
    pictures = tuple(Picture(drawing, f"No. {n}") for n, drawing in enumerate(drawings, 1))
    return Report("x", "Ranks", "Open", "open", STAMP, sections=pictures, **more)


def painted(report):
    content = render_picture(report, "png").content
    return Image.open(io.BytesIO(content)).convert("RGB")


def test_png_has_every_shape_in_its_place():
    drawing = Drawing(
        100,
        100,
        (
            Rectangles(((0, 0, 20, 20),), Ink.HEAT_5),
            Area(((40, 0), (60, 0), (60, 20), (40, 20)), Ink.AMBER),
            Dot(90, 10, 6, Ink.LINE_3),
            Stroke(((0, 50), (100, 50)), Ink.LINE_5, 4.0, (20.0, 20.0)),
        ),
    )
    image = painted(of(drawing))
    left, top = picture_files.EDGE, picture_files.EDGE + picture_files.HEAD

    def at(x, y):
        return image.getpixel((round((left + x) * 2), round((top + y) * 2)))

    assert at(10, 10) == (0x0B, 0x6B, 0x75)
    assert at(50, 10) == (0xFF, 0xDD, 0x94)
    assert at(90, 10) == (0xC0, 0x39, 0x2B)
    assert [at(x, 50) == (0x8E, 0x44, 0xAD) for x in (10, 30, 50, 70, 90)] == [True, False] * 2 + [
        True
    ]
    assert at(80, 80) == (255, 255, 255)
    assert image.size == (256, 2 * (100 + 54))


def test_picture_file_contains_a_chosen_picture_or_all_stacked():
    report = of(Drawing(50, 50, (), "One."), Drawing(80, 50, (), "Two."))
    both = render_picture(report, "svg").content.decode()
    assert "<title>One. Two.</title>" in both
    assert "No. 1" in both
    second = render_picture(report, "svg", 2)
    assert "<title>Two.</title>" in second.content.decode()
    assert second.file_name == "open-x-2.svg"
    for pictures, number, sentence in (
        (report, 3, "There is no picture 3: the report contains 2 pictures"),
        (of(), None, "Ranks has no pictures"),
    ):
        with pytest.raises(CannotReport, match=sentence):
            render_picture(pictures, "svg", number)


PODIUM = "prizes"
"""Names on three steps, without figures that a spreadsheet program could chart."""


@pytest.mark.full
@pytest.mark.django_db
def test_every_picture_is_available_as_svg_png_and_in_the_workbook():
    event, drawn = whole_evening(), set()
    for key, chosen in all_papers().items():
        for options in chosen.folder_options(event)[:1]:
            with suppress(CannotReport):
                report = build_report(chosen, event, options, STAMP, "xlsx")
                number = sum(isinstance(part, Picture) for part in report.flattened_sections)
                if not number or report.parts:  # packs contain the pictures of their reports
                    continue
                drawn.add(key)
                root = ET.fromstring(render_picture(report, "svg").content.decode())
                assert root.tag == f"{SVG}svg"
                painted(report)
                content = render_report(report, "xlsx").content
                sheets = load_workbook(io.BytesIO(content)).worksheets
                charts = sum(len(s._charts) + len(s.conditional_formatting) for s in sheets)
                assert charts == (0 if key == PODIUM else number), key
    assert drawn == {
        "board_heat", "prizes", "rank_by_round", "rating_history", "round_by_round", "round_progress",
        "score_distribution", "score_graph", "spread_by_round",
    }  # fmt: skip


@pytest.mark.django_db
def test_menu_links_to_the_pictures_of_a_report(director_client, event, whole_robin):
    page = director_client.get(f"{MENU}?show=rank_by_round&top=2").content.decode()
    (address,) = re.findall(r'href="([^"]*format=png[^"]*)"', page)
    answer = director_client.get(address.replace("&amp;", "&"))
    assert answer["Content-Type"] == "image/png"
    assert 'filename="autumn-open-rank-by-round-division-a.png"' in answer["Content-Disposition"]
    assert "format=svg" not in director_client.get(f"{MENU}?show=roster").content.decode()
    for question in ("roster/?format=svg", "rank_by_round/?format=svg&picture=two"):
        assert director_client.get(f"{MENU}{question}").status_code == 422


@pytest.mark.django_db
def test_command_chooses_the_picture_format_by_file_ending(event, whole_robin, tmp_path):
    command = ("export_report", event.slug, "rank_by_round", "--to")
    call_command(*command, f"{tmp_path}/ranks.svg")
    assert "<svg xmlns=" in (tmp_path / "ranks.svg").read_text(encoding="utf-8")
    with pytest.raises(CommandError, match="There is no picture 2: the report contains 1 picture"):
        call_command(*command, str(tmp_path), "--format", "png", "--picture", "2")


@pytest.mark.parametrize("side", Align)
@pytest.mark.parametrize("room", [None, 30.0])
def test_png_text_is_aligned_to_its_side_within_its_room_and_always_the_same(side, room):
    report = of(Drawing(300, 60, (TextLine(150, 40, "Hello", 20, side, room=room),)))
    assert render_picture(report, "png").content == render_picture(report, "png").content
    image = painted(report)
    dark = [
        x for x in range(image.width) for y in range(90, 150) if sum(image.getpixel((x, y))) < 300
    ]
    middle = 2 * (150 + picture_files.EDGE)
    wide = max(dark) - min(dark)
    assert wide == pytest.approx(2 * (room or 47), abs=6)
    start = {Align.LEFT: 0, Align.CENTRE: -0.5, Align.RIGHT: -1}[side]
    assert min(dark) == pytest.approx(middle + start * wide, abs=8)
