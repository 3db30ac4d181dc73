"""The paper options of a report."""

import io

import pytest
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4, LETTER

from tests.tournament.reports.samples import plain_report
from tournament.reports.delivery import render_report
from tournament.reports.paper import NoSuchPaper, Paper
from tournament.reports.renderers.paper.table_measurements import TableTexts
from tournament.reports.renderers.paper.widths import enlarged_pages, fitted_widths
from tournament.reports.report import Column, Kind


def pdf(report, paper):
    return PdfReader(io.BytesIO(render_report(report, "pdf", paper).content))


@pytest.mark.parametrize(
    ("words", "paper"),
    [
        ("", Paper()),
        ("a4", Paper("a4")),
        ("Letter", Paper("letter")),
        ("landscape", Paper("a4", "landscape")),
        ("letter portrait large black", Paper("letter", "portrait", large=True, black=True)),
    ],
)
def test_paper_is_named_in_words(words, paper):
    assert Paper.parse(words) == paper
    assert Paper.parse(str(paper)) == paper


def test_unknown_paper_word_is_answered_with_the_known_words():
    with pytest.raises(NoSuchPaper) as refused:
        Paper.parse("a4 huge")
    assert str(refused.value) == (
        "There is no paper “huge”. Papers: a4, letter. You can also type portrait, landscape, "
        "large, black."
    )


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("a4 landscape", A4[::-1]),
        ("letter portrait", LETTER),
        ("letter landscape", LETTER[::-1]),
        ("a4 large", A4),
    ],
)
def test_report_is_printed_in_the_requested_orientation(words, wanted):
    for report, paper, size in (
        (plain_report(["Ana"]), words, wanted),
        (plain_report(["Ana"], landscape=True), "a4 portrait", A4),
    ):
        box = pdf(report, paper).pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(size, abs=0.01)


def test_long_heads_do_not_shrink_the_rows_in_large_type():
    def size(head, scale):
        columns = [Column("name", "Name"), *(Column(f"c{n}", head, Kind.INTEGER) for n in range(6))]
        contents = TableTexts(columns, [["Wendell Achterberg", *"123456"]] * 12)
        with enlarged_pages(scale):
            return fitted_widths(contents, 375, 9.0)[0]

    assert size("Siege", 1.4) == size("Wertungszahl", 1.4) == 9.0
    assert size("Wertungszahl", 1.0) < 9.0
