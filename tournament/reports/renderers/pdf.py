"""Reports as PDF files in A4 or Letter format; equal reports give equal bytes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils.translation import get_language
from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFName
from reportlab.pdfgen.canvas import Canvas

from tournament.reports.figures import footer_text, format_cell
from tournament.reports.paper import Paper
from tournament.reports.renderer import Renderer
from tournament.reports.renderers.paper.drawing import to_greyscale
from tournament.reports.renderers.paper.ink import black_replacement
from tournament.reports.renderers.paper.page import (
    EDGE,
    FOOT,
    SIZES,
    TOP,
    Page,
    draw_page,
    lay_out_pages,
)
from tournament.reports.renderers.paper.typeface import (
    clean_text,
    load_fonts,
    missing_letters,
    remarks_on,
    warnings_for,
)
from tournament.reports.renderers.paper.widths import enlarged_pages
from tournament.reports.report import Cards, Picture, Report, Sheets, Table, Text, cell_value
from tournament.version import VERSION

rl_config.useA85 = 0  # binary streams instead of ASCII: smaller files in half the time

LARGE_SCALE = 1.5
"""Scale of large type."""


class Pdf(Renderer):
    """For printing and the notice board, with numbered pages."""

    content_type = "application/pdf"
    is_text = False

    def render(self, report: Report, paper: Paper) -> bytes:
        """Return the file. Letters missing from the fonts are replaced, with a note at the end of the report."""
        load_fonts()
        scale = LARGE_SCALE if paper.large else 1.0
        buffer = io.BytesIO()
        # invariant: no time and no random identifier in the file
        kind = _BlackCanvas if paper.black else Canvas
        canvas = kind(buffer, pageCompression=1, invariant=1, lang=get_language() or "en")
        canvas.setTitle(clean_text(f"{report.title} · {report.event}"))
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas.setAuthor("Ninetimer")
        canvas.setCreator(f"Ninetimer {VERSION}")
        canvas.setSubject(clean_text(report.subtitle or report.title))
        # also for slips and badges, which have no footer
        canvas.setKeywords(clean_text(footer_text(report)))
        made = _date_in_pdf(report.printed_at)
        canvas.setDateFormatter(lambda *_now: made)
        if report.to_printer:
            document: Any = canvas._doc  # type: ignore[attr-defined]  # noqa: SLF001 - there is no other way
            document.Catalog.OpenAction = PDFDictionary(
                {"S": PDFName("Named"), "N": PDFName("Print")}
            )
        leaves = _laid_out_reports(report, paper, scale)
        of = sum(len(pages) for _, _, pages in leaves)
        number = 0
        for at, (leaf, room, pages) in enumerate(leaves):
            for page in pages:
                number += 1
                if page is pages[0]:
                    words = " · ".join(
                        part for part in (leaf.title, *leaf.division_and_round) if part
                    )
                    _bookmark(canvas, words, f"report-{at}", level=0)
                canvas.setPageSize(_page_size(leaf, paper))
                canvas.translate(EDGE - EDGE * scale, FOOT - FOOT * scale)
                canvas.scale(scale, scale)
                draw_page(canvas, leaf, page, number, of, room)
                for place, title in enumerate(page.titles):
                    _bookmark(canvas, title, f"part-{number}-{place}", level=1)
                canvas.showPage()
        canvas.save()
        return buffer.getvalue()

    def page_counts(self, report: Report, paper: Paper) -> list[int]:
        """Return the number of pages of each report in a bundle on this paper, without drawing them."""
        load_fonts()
        filled = _laid_out_reports(report, paper, LARGE_SCALE if paper.large else 1.0)
        return [len(pages) for _leaf, _room_of_it, pages in filled]

    def warnings(self, report: Report) -> tuple[str, ...]:
        """Return a sentence for each text that cannot be printed as written."""
        texts = (text for leaf in report.leaves for text in _texts(leaf))
        return warnings_for(missing_letters(texts))


def _laid_out_reports(
    report: Report, paper: Paper, scale: float
) -> list[tuple[Report, tuple[float, float], list[Page]]]:
    """Return each report of a bundle with its page size and its filled pages."""
    with enlarged_pages(scale):
        return [
            (leaf, size, lay_out_pages(leaf, *size, remarks_on(missing_letters(_texts(leaf)))))
            for leaf in (_without_colours(leaf) if paper.black else leaf for leaf in report.leaves)
            for size in [_layout_size(*_page_size(leaf, paper), scale)]
        ]


def _date_in_pdf(moment: datetime) -> str:
    """Return a moment in PDF notation, to the minute as in the footer."""
    offset = f"{moment:%z}"
    zone = f"{offset[:3]}'{offset[3:5]}'" if offset else ""
    return f"D:{moment:%Y%m%d%H%M}00{zone}"


def _without_colours(report: Report) -> Report:
    """Return the report without colours and with a grey logo."""
    return replace(report, colour="", logo=to_greyscale(report.logo))


def _bookmark(canvas: Canvas, words: str, name: str, *, level: int) -> None:
    """Add an entry for the current page to the outline of the file."""
    canvas.bookmarkPage(name)
    canvas.addOutlineEntry(clean_text(words), name, level=level)


class _BlackCanvas(Canvas):
    """A canvas restricted to black, white and greys."""

    def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803
        super().setFillColor(black_replacement(aColor), alpha)

    def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803
        super().setStrokeColor(black_replacement(aColor), alpha)


def _page_size(report: Report, paper: Paper) -> tuple[float, float]:
    width, height = SIZES[paper.size]
    return (height, width) if paper.is_landscape(report.landscape) else (width, height)


def _layout_size(width: float, height: float, scale: float) -> tuple[float, float]:
    """Return the page size to fill with large type: the area inside the margins is reduced by `scale`."""
    edges, ends = 2 * EDGE, TOP + FOOT
    return (width - edges) / scale + edges, (height - ends) / scale + ends


def _texts(report: Report) -> Iterator[str]:
    """Yield every text of a report, to be searched for letters that the fonts lack."""
    yield from (
        report.event,
        report.sponsor,
        report.title,
        report.division,
        report.subtitle,
        *report.notes,
    )
    for label, value in report.facts:
        yield label
        yield value
    for sheets in report.sections:
        if isinstance(sheets, Sheets):
            yield from (sheet.title for sheet in sheets.sheets)
    for section in report.flattened_sections:
        if isinstance(section, Table):
            yield from _texts_of_table(section)
        elif isinstance(section, Text):
            yield from (section.title, *section.paragraphs)
        elif isinstance(section, Cards):
            for card in section.cards:
                for line in card.lines:
                    yield from (format_cell(field.kind, field.value) for field in line.fields)
        elif not isinstance(section, Picture):
            yield section.title


def _texts_of_table(table: Table) -> Iterator[str]:
    if table.data_only:
        return
    yield table.shown_title
    places = [
        place
        for place, column in enumerate(table.columns)
        if not column.data_only and column.kind.value == "text"
    ]
    for row in table.rows:
        for place in places:
            if text := cell_value(row[place]):
                yield str(text)
