"""Cards for cutting: letters stay within their line."""

import io

import pytest
from pypdf import PdfReader

from tests.tournament.reports.samples import STAMP
from tournament.reports.delivery import render
from tournament.reports.report import Align, Card, CardField, CardLine, Cards, Kind, Report, Size

CAPITAL, ACCENT, TAIL = 0.73, 0.93, 0.22
"""Heights of capitals, accents and descenders relative to the font size."""


def lines_of(card, across=1, down=4, paper="a4"):
    """Return the baseline and size of each text on a single card."""
    cards = Cards("cards", (card,), across, down)
    report = Report("made", "Created", "Open", "open", STAMP, sections=(cards,), plain=True)
    (page,) = PdfReader(io.BytesIO(render(report, "pdf", paper).content)).pages
    placed = {}
    page.extract_text(
        visitor_text=lambda text, _user, at, _font, size: (
            text.strip() and placed.setdefault(text.strip(), (at[5], size))
        )
    )
    return placed


def badge(name, kind=Kind.TEXT):
    middle = Align.CENTRE
    return Card(
        (
            CardLine((CardField("", "", "Open", size=Size.SMALL, side=middle),)),
            CardLine((CardField("name", "", name, kind, size=Size.HUGE, side=middle, bold=True),), share=5),
            CardLine((CardField("division", "Division", "A", side=middle),), share=2),
        )
    )  # fmt: skip


@pytest.mark.parametrize("down", [2, 4, 5])
@pytest.mark.parametrize(
    "name", ["Gyp", "Åg", "Gyula Papp Jennings", "Éva Szögyényi-Győrffy Quigley"]
)
def test_no_letter_of_a_large_name_is_cut_by_the_line_above_or_below(name, down):
    placed = lines_of(badge(name), down=down)
    head, label = placed.pop("Open"), placed.pop("Division")
    placed.pop("A")
    assert "".join(placed).replace(" ", "") == name.replace(" ", "")
    for baseline, size in placed.values():
        assert baseline + ACCENT * size <= head[0] - TAIL * head[1] + 1
        assert baseline - TAIL * size >= label[0] + CAPITAL * label[1] - 1


def test_a_number_fills_its_place_as_far_as_figures_reach():
    (_, of_number), (_, of_name) = lines_of(badge(8, Kind.INTEGER))["8"], lines_of(badge("g"))["g"]
    assert of_number > 1.3 * of_name
