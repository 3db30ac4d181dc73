"""Build reports, and render them as files with a name and a content type."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from typing import Any, NamedTuple

from django.utils import timezone, translation
from django.utils.formats import get_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Activity
from scoring.queries.chain import ChainHead
from tournament.models import Event
from tournament.reports import renderers
from tournament.reports.branding import add_branding
from tournament.reports.definition import Definition
from tournament.reports.drawing import Drawing
from tournament.reports.figures import safe_file_name
from tournament.reports.paper import Paper
from tournament.reports.renderer import renderer
from tournament.reports.report import Picture, Report
from tournament.reports.report_options import CannotReport
from tournament.reports.ties import format_ties
from tournament.reports.two_languages import merge_reports

READER_FORMATS = frozenset({"html", "pdf"})
"""Formats for readers, in which columns may be omitted and a second language may be shown."""
ENGLISH = "en-gb"
"""The language of data files: the one of the strings in the source, which puts the day before the month."""


class RenderedFile(NamedTuple):
    """A rendered report, ready to be sent or saved."""

    content: bytes
    content_type: str
    file_name: str
    warnings: tuple[str, ...] = ()
    """Sentences about text that could not be shown as written, such as a letter missing from the fonts."""


@contextmanager
def report_language(file_format: str, chosen: str = "") -> Iterator[None]:
    """Activate the language in which a report of this format is built and rendered.

    Data files are in English so that their headings, keys and words never vary. Other formats use
    `chosen`, the event's language, or the current language if `chosen` is empty. Raise `NoSuchReport`
    for an unknown format.
    """
    if renderer(file_format).for_programs:
        chosen = ENGLISH
    with translation.override(chosen) if chosen else nullcontext():
        yield


class EventState(NamedTuple):
    """The state of an event as printed on its papers: the time and the head of its log."""

    moment: datetime
    """The time of the last log entry in local time, or the current time if there is none."""
    head: str
    """The number of log entries and the hash of the last one; empty if there are none."""


def event_state(event: Event) -> EventState:
    """Return the current state of an event, which changes with each log entry. This takes two queries.

    If the event has no log entries, the time is now and the head is empty.
    """
    entries = Activity.objects.filter(chain=f"event:{event.slug}")
    last = entries.order_by("-id").values_list("at", "hash").first()
    if last is None:
        return EventState(timezone.localtime(), "")
    return EventState(timezone.localtime(last[0]), str(ChainHead(entries.count(), last[1])))


def build_report(
    chosen: Definition,
    event: Event,
    options: Any,
    printed_at: datetime,
    file_format: str = "html",
    *,
    chain_head: str = "",
) -> Report:
    """Return the report that a definition builds, with the branding of the event.

    `file_format` determines the language (see `report_language`). With `chain_head`, the report states
    the end of the log at `printed_at`. Paper and pages also show the event's second language, if
    any. Raise `CannotReport` if the report cannot be built, and `NoSuchReport` for an unknown format.
    """
    with report_language(file_format, event.language):
        report = _build_in_language(chosen, event, options, printed_at, file_format)
        second = event.second_language
        if file_format in READER_FORMATS and second not in ("", translation.get_language()):
            with translation.override(second):
                other = _build_in_language(chosen, event, options, printed_at, file_format)
            report = _mark_second_language(merge_reports(report, other), second)
    report = replace(report, language=event.language)
    report = add_branding(report, event, to_read=file_format in READER_FORMATS)
    return add_chain_head(report, chain_head) if chain_head else report


def _mark_second_language(report: Report, second: str) -> Report:
    """Return the report, including every part of a bundle, marked with its second language."""
    parts = tuple(_mark_second_language(part, second) for part in report.parts)
    return replace(report, second_language=second, parts=parts)


def _build_in_language(
    chosen: Definition, event: Event, options: Any, printed_at: datetime, file_format: str
) -> Report:
    report = chosen.build(event, options, printed_at)
    if renderer(file_format).for_programs:
        return report
    return format_ties(report, apart=event.rules.ties_apart)


def add_chain_head(report: Report, head: str) -> Report:
    """Return the report, including every part of a bundle, with the end of the log in its footer."""
    parts = tuple(add_chain_head(part, head) for part in report.parts)
    return replace(report, chain_head=head, parts=parts)


def render_report(report: Report, file_format: str, paper: str = "") -> RenderedFile:
    """Return a report rendered in this format, on paper such as "letter large".

    The default paper is used if no size is named. Raise `NoSuchReport` for an unknown format and
    `NoSuchPaper` for an unknown paper.
    """
    printed_on = Paper.parse(paper)
    chosen = renderer(file_format)
    with translation.override(report.language) if report.language else nullcontext():
        report = replace(report, separator=";" if get_format("DECIMAL_SEPARATOR") == "," else ",")
    with report_language(file_format, report.language):
        content = chosen.render(report, printed_on)
    return RenderedFile(
        content, chosen.content_type, f"{file_name(report)}.{file_format}", chosen.warnings(report)
    )


def page_counts(report: Report, paper: str = "") -> list[int]:
    """Return the number of PDF pages of each report in a bundle. Raise `NoSuchPaper` for an unknown paper."""
    pdf: Any = renderer("pdf")
    with report_language("pdf", report.language):
        counts: list[int] = pdf.page_counts(report, Paper.parse(paper))
    return counts


PICTURE_FORMATS = {"svg": "image/svg+xml", "png": "image/png"}
"""The formats of single pictures, with their content types."""


def pictures_of(report: Report) -> tuple[Picture, ...]:
    """Return the pictures of a report, and of the parts of a bundle, in reading order."""
    return tuple(
        section
        for leaf in report.leaves
        for section in leaf.flattened_sections
        if isinstance(section, Picture)
    )


def render_picture(report: Report, file_format: str, number: int | None = None) -> RenderedFile:
    """Return one picture of a report (1-based) as a file, or all of them stacked vertically if `number` is None.

    `file_format` is one of `PICTURE_FORMATS`. Raise `CannotReport` if the report has no picture, or none
    with this number.
    """
    pictures = pictures_of(report)
    if not pictures:
        raise CannotReport(_("{report} has no pictures.").format(report=report.title))
    if number is not None and not 1 <= number <= len(pictures):
        raise CannotReport(
            ngettext(
                "There is no picture {number}: the report contains {count} picture.",
                "There is no picture {number}: the report contains {count} pictures.",
                len(pictures),
            ).format(count=len(pictures), number=number)
        )
    chosen = pictures if number is None else pictures[number - 1 : number]
    files = import_module(f"{renderers.__name__}.paper.picture_files")
    with report_language("pdf", report.language):
        content = getattr(files, f"{file_format}_file")(report, chosen)
    which = f"-{number}" if number is not None and len(pictures) > 1 else ""
    name = f"{file_name(report)}{which}.{file_format}"
    return RenderedFile(content, PICTURE_FORMATS[file_format], name)


def report_fragment(report: Report, *, heading: int = 1) -> SafeString:
    """Return the report as an HTML fragment for a page that links the static file `tournament/reports.css`.

    `heading` is the level of the report's title, for example 2 on a page with a title.
    """
    html = import_module(f"{renderers.__name__}.html")
    fragment: SafeString = html.report_fragment(report, heading=heading)
    return fragment


def picture_fragment(drawing: Drawing) -> SafeString:
    """Return the drawing as an SVG fragment for a page."""
    fragment: SafeString = import_module(f"{renderers.__name__}.html").picture_fragment(drawing)
    return fragment


def file_name(report: Report) -> str:
    """Return a file name without extension, such as "autumn-open-standings-division-a-round-3"."""
    parts = [report.event_slug, report.key]
    parts += ["division", report.division] if report.division else []
    parts += ["round", str(report.round_number)] if report.round_number is not None else []
    parts += ["board", report.board] if report.board else []
    return safe_file_name(*parts)
