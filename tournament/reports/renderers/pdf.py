"""A report as a PDF to print: A4 or Letter, the same bytes for the same report."""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from tournament.reports.renderers.paper.page import SIZES, draw_page, filled_pages
from tournament.reports.renderers.paper.typeface import clean
from tournament.reports.report import Report


class Pdf:
    """For the printer and the notice board; every page numbered, nothing cut."""

    content_type = "application/pdf"
    is_text = False

    def render(self, report: Report, paper: str) -> bytes:
        """Return the file. Raises `CannotPrint` for a text the typeface cannot show."""
        width, height = SIZES[paper]
        size = (height, width) if report.landscape else (width, height)
        pages = filled_pages(report, *size)
        buffer = io.BytesIO()
        # invariant: no clock and no random identifier in the file
        canvas = Canvas(buffer, pagesize=size, pageCompression=1, invariant=1, lang="en")
        canvas.setTitle(clean(f"{report.title} · {report.event}"))
        canvas.setAuthor("Ninetimer")
        canvas.setCreator("Ninetimer")
        canvas.setSubject(clean(report.subtitle or report.title))
        for number, page in enumerate(pages, start=1):
            draw_page(canvas, report, page, number, len(pages), size)
            canvas.showPage()
        canvas.save()
        return buffer.getvalue()
