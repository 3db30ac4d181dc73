"""Fonts: complex scripts are shaped, measured and copied; the director's own files supply missing letters."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from PIL import features
from pypdf import PdfReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

import tournament.reports
from tests.tournament.reports.samples import STAMP, plain_report
from tournament.reports.delivery import render_picture, render_report
from tournament.reports.drawing import Drawing, TextLine
from tournament.reports.renderers.paper import font_files, shaping, typeface
from tournament.reports.renderers.paper.typeface import (
    clean_text,
    split_by_font,
    width_of,
    wrap_text,
)
from tournament.reports.report import Picture, Report

DEJAVU = Path(tournament.reports.__file__).parent / "fonts" / "DejaVuSans.ttf"
LETTERS = "कषतरयि\u094d" + "นมาที\u0e4d\u0e49\u0e33"
"""Ka, ssa, ta, ra, ya, vowel sign i, virama; then Thai with an upper vowel, nikhahit, a tone mark and sara am."""
CONJUNCT = """
languagesystem DFLT dflt;
languagesystem dev2 dflt;
feature akhn { script dev2; sub %(क)s %(\u094d)s %(ष)s by Z; } akhn;
"""
"""Ka, virama and ssa form one glyph, as in every Devanagari font."""


@pytest.fixture
def name(fonts):
    """Return the name of an own font in which the letters look like capitals, and ksha like a Z."""
    font = TTFont(DEJAVU)
    cmap = font.getBestCmap()
    glyphs = {letter: cmap[65 + place] for place, letter in enumerate(LETTERS)}
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({ord(letter): glyph for letter, glyph in glyphs.items()})
    for table in ("GSUB", "GPOS", "GDEF"):
        del font[table]
    addOpenTypeFeaturesFromString(font, CONJUNCT % glyphs)
    font.save(fonts / "Shaped.ttf")
    return "Own-Shaped.ttf"


def drawn(text, name):
    """Return the capitals for the glyphs of a text, from left to right."""
    typeface.load_fonts()
    font = typeface.pdfmetrics.getFont(name)
    capitals = {font.face.charToGlyph[ord(letter)]: letter for letter in "ABCDEFGHIJKLMNOPQZ"}
    return "".join(capitals[font.face.charToGlyph[g.code]] for g in shaping.glyphs(text, name))


def as_capitals(text):
    """Return the capitals for letters without shaping."""
    return "".join(chr(65 + LETTERS.index(letter)) for letter in text)


def test_letters_are_shaped(name):
    assert drawn("क्ष", name) == "Z", "consonants join into their conjunct"
    assert len(shaping.glyphs("क\u094d\u200cष", name)) == 4, "unless a joiner prevents it"
    assert drawn("कि", name) == as_capitals("िक"), "the vowel sign i is before its consonant"
    assert drawn("रक्षि", name) == as_capitals("र") + as_capitals("ि") + "Z"
    assert drawn("น้ำ", name) == as_capitals("น\u0e4d้า"), "the ring is below the tone mark"


def test_copied_text_equals_the_original(name):
    names = ["रक्षित", "कितर", "น้ำมา", "Ana क्ष"]
    text = _text(render_report(plain_report(names), "pdf").content)
    assert all(f"{number} {name}" in text for number, name in enumerate(names, start=1))


def test_same_names_give_the_same_bytes_regardless_of_earlier_prints(name):
    one = render_report(plain_report(["रक्षित"]), "pdf").content
    render_report(plain_report(["कितरय", "น้ำมา"]), "pdf")
    assert render_report(plain_report(["रक्षित"]), "pdf").content == one


def test_name_is_as_wide_as_its_shapes(name):
    z = typeface.pdfmetrics.stringWidth("Z", typeface.REGULAR, 10)
    assert width_of("क्ष", typeface.REGULAR, 1000) == pytest.approx(z * 100, abs=0.5)
    assert width_of("क्षa", typeface.REGULAR, 10) == pytest.approx(
        z + width_of("a", typeface.REGULAR, 10), abs=0.01
    )


def test_joiner_is_preserved_only_where_meaningful(name):
    assert clean_text("क\u094d\u200dष") == "क\u094d\u200dष"
    assert clean_text("An\u200da") == "Ana"
    assert split_by_font("क\u094d\u200d", typeface.BOLD) == [(name, "क\u094d\u200d")]


def test_overlong_name_breaks_only_between_letter_clusters(name):
    assert shaping.unbreakable_pieces("क्षितिर") == ["क्षि", "ति", "र"]
    assert shaping.unbreakable_pieces("ที่ไทย") == ["ที่", "ไท", "ย"]
    lines = wrap_text("क्षितिर", typeface.REGULAR, 10, 1)
    assert lines == ["क्षि", "ति", "र"]


def test_picture_file_draws_shaped_letters(name):
    def picture(text):
        drawing = Drawing(100, 20, (TextLine(5, 15, text),))
        report = Report("x", "X", "Open", "open", STAMP, sections=(Picture(drawing),))
        return render_picture(report, "png").content

    if features.check("raqm"):
        assert picture("क्ष") != picture("क\u094d\u200cष")
    assert picture("क्ष") != picture("कष")


def test_computers_font_is_used_after_the_directors_fonts(fonts, computer):
    (computer / "deep").mkdir()
    font_with("山田", computer / "deep" / "DroidSansFallbackFull.ttf")
    font_with("田", computer / "Unknown.ttf")
    font_with("山", fonts / "Other.ttf")
    assert split_by_font("山田", typeface.REGULAR) == [
        ("Own-Other.ttf", "山"),
        ("Computer-DroidSansFallbackFull.ttf", "田"),
    ]
    rendered = render_report(plain_report(["山田"]), "pdf")
    assert rendered.warnings == ()
    assert "1 山田" in _text(rendered.content)


def test_broken_font_of_the_computer_is_skipped(computer):
    (computer / "Loma.ttf").write_bytes(b"no font")
    assert clean_text("น") == "[thai character no nu]"


def test_bold_text_is_bold_in_every_script_with_a_bold_face(computer):
    font_with("कषर", computer / "NotoSansDevanagari-Regular.ttf")
    font_with("कष", computer / "NotoSansDevanagari-Bold.ttf", weight=700)
    font_with("山", computer / "DroidSansFallbackFull.ttf")
    font_with("ष", computer / "NotoSansBrahmi-Regular.ttf")  # has one of the letters
    regular, bold = (f"Computer-NotoSansDevanagari-{face}.ttf" for face in ("Regular", "Bold"))
    assert split_by_font("Ana कष", typeface.BOLD) == [(typeface.BOLD, "Ana "), (bold, "कष")]
    assert split_by_font("Ana कष", typeface.REGULAR) == [
        (typeface.REGULAR, "Ana "),
        (regular, "कष"),
    ]
    # a letter missing in the bold face, and a font without a bold face
    assert split_by_font("र山", typeface.BOLD) == [
        (regular, "र"),
        ("Computer-DroidSansFallbackFull.ttf", "山"),
    ]
    assert split_by_font("ष", typeface.REGULAR) == [("Computer-NotoSansBrahmi-Regular.ttf", "ष")]


def test_directors_heavy_font_is_used_for_bold_regardless_of_its_name(fonts):
    font_with("山田", fonts / "Black.ttf", weight=700)
    font_with("山", fonts / "Light.ttf", weight=300)
    assert split_by_font("山", typeface.REGULAR) == [("Own-Light.ttf", "山")]
    assert split_by_font("山", typeface.BOLD) == [("Own-Black.ttf", "山")]
    assert split_by_font("田", typeface.REGULAR) == [("Own-Black.ttf", "田")]


def test_letter_only_in_the_regular_weight_is_printed_in_regular():
    sign = "\U0001ee00"
    assert clean_text(sign) == sign
    assert split_by_font(f"Ana {sign}", typeface.BOLD) == [
        (typeface.BOLD, "Ana "),
        (typeface.REGULAR, sign),
    ]


def test_raised_mark_is_drawn_at_its_height(name, monkeypatch):
    typeface.load_fonts()
    (glyph,) = shaping.glyphs("न", name)
    with monkeypatch.context() as patched:
        patched.setattr(shaping, "glyphs", lambda *_of: (replace(glyph, up=250.0),))
        words = shaping.pdf_operators("न", name, 10, Canvas(io.BytesIO())._doc)
    assert " 2.500 Ts [" in words
    assert words.endswith(" 0 Ts")


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


@pytest.fixture
def computer(fonts, settings, tmp_path):
    """Return the folder of the computer's fonts, beside one that does not exist."""
    folder = tmp_path / "computer"
    folder.mkdir()
    settings.FONT_FOLDERS = [folder, tmp_path / "absent"]
    return folder


def _read_again():
    for cached in (
        font_files.register_own_fonts,
        font_files.computer_font_files,
        font_files.fallback_font,
        font_files._registered_names,
        shaping.glyphs,
        typeface.clean_text,
        typeface._nearest_letter,
        typeface._fonts_of,
        typeface._width_at_1000,
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


def test_name_in_another_script_is_printed_unchanged_and_a_missing_letter_named(fonts):
    font_with("太山", fonts / "Other.ttf")
    rendered = render_report(plain_report(["Ana 太山 López"]), "pdf")
    assert rendered.warnings == ()
    assert "1 Ana 太山 López" in _text(rendered.content)
    assert "山[U+7530]" in _text(render_report(plain_report(["山田"]), "pdf").content)


def test_invalid_font_file_is_skipped_and_named(fonts, caplog):
    (fonts / "Broken.ttf").write_bytes(b"no font")
    assert "[U+5C71]" in _text(render_report(plain_report(["山"]), "pdf").content)
    assert "Broken.ttf cannot be used on paper" in caplog.text
