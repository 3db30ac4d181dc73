"""The director's own font files supply letters that DejaVu Sans lacks."""

import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth

import tournament.reports
from tests.tournament.reports.samples import plain_report
from tournament.reports.delivery import render
from tournament.reports.renderers.paper import font_files, shaping, typeface

DEJAVU = Path(tournament.reports.__file__).parent / "fonts" / "DejaVuSans.ttf"


@pytest.fixture
def fonts(settings, tmp_path):
    """Yield the folder of own font files, with the caches cleared."""
    settings.NINETIMER_DATA_DIR = tmp_path
    folder = tmp_path / "fonts"
    folder.mkdir()
    _read_again()
    yield folder
    for path in folder.iterdir():
        path.unlink()
    _read_again()


def _read_again():
    for cached in (
        font_files.own_fonts,
        font_files.computer_files,
        font_files.other_font_of,
        font_files._registered,
        shaping.glyphs,
        typeface.clean,
        typeface._nearest,
        typeface._fonts_of,
        typeface._width_of_1000,
    ):
        cached.cache_clear()
    for name in pdfmetrics.getRegisteredFontNames():
        if name.startswith(("Own-", "Computer-")):
            pdfmetrics.getFont(name).unregister()


def font_with(letters, path, weight=400):
    """Write a font of this weight whose letters look like the first capitals of DejaVu Sans."""
    font = TTFont(DEJAVU)
    font["OS/2"].usWeightClass = weight
    for table in font["cmap"].tables:
        if table.isUnicode():
            glyphs = [table.cmap[code] for code in range(65, 65 + len(letters))]
            table.cmap.update(zip(map(ord, letters), glyphs, strict=True))
    font.save(path)


def _text(content):
    (page,) = PdfReader(io.BytesIO(content)).pages
    return " ".join(page.extract_text().split())


def test_a_name_in_another_script_is_printed_as_it_is(fonts):
    font_with("太山田", fonts / "Other.ttf")
    rendered = render(plain_report(["Ana 太山 López", "山田"]), "pdf")
    assert rendered.warnings == ()
    assert "1 Ana 太山 López" in _text(rendered.content)
    assert "2 山田" in _text(rendered.content)


def test_a_letter_no_font_has_is_named_still(fonts):
    font_with("山", fonts / "Other.ttf")
    assert "山[U+7530]" in _text(render(plain_report(["山田"]), "pdf").content)


def test_dejavu_draws_all_that_it_has(fonts):
    font_with("山", fonts / "Other.ttf")
    assert typeface.in_fonts("Zoë 山", typeface.BOLD) == [
        (typeface.BOLD, "Zoë "),
        ("Own-Other.ttf", "山"),
    ]


def test_a_line_is_as_wide_as_its_pieces(fonts):
    font_with("山", fonts / "Other.ttf")
    width = typeface.width_of("é", typeface.REGULAR, 10)
    width += typeface.width_of("山", typeface.REGULAR, 10)
    assert typeface.width_of("é山", typeface.REGULAR, 10) == pytest.approx(width)
    assert typeface.width_of("山", typeface.REGULAR, 10) == pytest.approx(
        stringWidth("山", "Own-Other.ttf", 10)
    )


def test_the_same_names_give_the_same_bytes(fonts):
    font_with("山田", fonts / "Other.ttf")
    one, other = (render(plain_report(["山田"]), "pdf").content for _ in range(2))
    assert one == other


def test_a_file_that_is_no_font_is_left_out_and_named(fonts, caplog):
    (fonts / "Broken.ttf").write_bytes(b"no font")
    assert "[U+5C71]" in _text(render(plain_report(["山"]), "pdf").content)
    assert "Broken.ttf cannot be used on paper" in caplog.text
