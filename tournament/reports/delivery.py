"""From a report to a file: bytes, type and name; written whole or not at all."""

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
from tournament.reports.branding import branded
from tournament.reports.definition import Definition
from tournament.reports.drawing import Drawing
from tournament.reports.figures import safe_file_name
from tournament.reports.paper import Paper
from tournament.reports.renderer import renderer
from tournament.reports.report import Picture, Report
from tournament.reports.request import CannotReport
from tournament.reports.ties import with_ties
from tournament.reports.two_languages import side_by_side

TO_READ = frozenset({"html", "pdf"})
"""Formats that have room for a second language."""
ENGLISH = "en-gb"
"""The language of files that programs read: that of the sentences in the source, with days before months."""


class Delivery(NamedTuple):
    """A rendered report, ready to be sent or saved."""

    content: bytes
    content_type: str
    file_name: str
    warnings: tuple[str, ...] = ()
    """What could not be set as it is written, such as a letter the typeface lacks."""


@contextmanager
def language_of(file_format: str, chosen: str = "") -> Iterator[None]:
    """Speak the language in which a report of this format is built and rendered.

    That is English for a format that programs read, so that headings, keys and words stay the same
    whoever asks; else the one `chosen` by the event; else that of whoever asks. Raises
    `NoSuchReport` for an unknown format.
    """
    if renderer(file_format).for_programs:
        chosen = ENGLISH
    with translation.override(chosen) if chosen else nullcontext():
        yield


class AsOf(NamedTuple):
    """Which state of the event papers show: that after the last entry of its log."""

    moment: datetime
    """When the entry was made, in local time."""
    head: str
    """How many entries there are and the hash of the last, as papers say it."""


def as_of(event: Event) -> AsOf:
    """Return the state of an event as it is now: the same until something is done in it. Two queries.

    An event of which nothing is in the log yet is as of this moment.
    """
    entries = Activity.objects.filter(chain=f"event:{event.slug}")
    last = entries.order_by("-id").values_list("at", "hash").first()
    if last is None:
        return AsOf(timezone.localtime(), "")
    return AsOf(timezone.localtime(last[0]), str(ChainHead(entries.count(), last[1])))


def build(
    chosen: Definition,
    event: Event,
    options: Any,
    printed_at: datetime,
    file_format: str = "html",
    *,
    chain_head: str = "",
) -> Report:
    """Return the report of a definition as it goes out, in the look of the event.

    `file_format` says in which language: see `language_of`. With a `chain_head` the report says
    how far the log went at `printed_at`. On paper and page the event's second language stands beside the first.
    """
    with language_of(file_format, event.language):
        report = _built(chosen, event, options, printed_at, file_format)
        second = event.second_language
        if file_format in TO_READ and second not in ("", translation.get_language()):
            with translation.override(second):
                other = _built(chosen, event, options, printed_at, file_format)
            report = _beside(side_by_side(report, other), second)
    report = replace(report, language=event.language)
    report = branded(report, event, to_read=file_format in TO_READ)
    return with_chain_head(report, chain_head) if chain_head else report


def _beside(report: Report, second: str) -> Report:
    """The report, and every part of a bundle, that says of itself which language stands beside the first."""
    parts = tuple(_beside(part, second) for part in report.parts)
    return replace(report, second_language=second, parts=parts)


def _built(
    chosen: Definition, event: Event, options: Any, printed_at: datetime, file_format: str
) -> Report:
    report = chosen.build(event, options, printed_at)
    if renderer(file_format).for_programs:
        return report
    return with_ties(report, apart=event.rules.ties_apart)


def with_chain_head(report: Report, head: str) -> Report:
    """Return the report, and every part of a bundle, with how far the log goes in its foot."""
    parts = tuple(with_chain_head(part, head) for part in report.parts)
    return replace(report, chain_head=head, parts=parts)


def render(report: Report, file_format: str, paper: str = "") -> Delivery:
    """Return a report as bytes, content type and file name, on a paper such as "letter large".

    Where no size is named it is the usual one. Raises `NoSuchReport` for an unknown format and `NoSuchPaper` for an
    unknown paper.
    """
    printed_on = Paper.parse(paper)
    chosen = renderer(file_format)
    with translation.override(report.language) if report.language else nullcontext():
        report = replace(report, separator=";" if get_format("DECIMAL_SEPARATOR") == "," else ",")
    with language_of(file_format, report.language):
        content = chosen.render(report, printed_on)
    return Delivery(
        content,
        chosen.content_type,
        f"{file_name(report)}.{file_format}",
        chosen.warnings(report),
    )


def page_counts(report: Report, paper: str = "") -> list[int]:
    """Return how many pages each report of a bundle takes as a PDF. Raises `NoSuchPaper`."""
    pdf: Any = renderer("pdf")
    with language_of("pdf", report.language):
        counts: list[int] = pdf.page_counts(report, Paper.parse(paper))
    return counts


PICTURE_FORMATS = {"svg": "image/svg+xml", "png": "image/png"}
"""The files a picture is had as alone, with their content types."""


def pictures_of(report: Report) -> tuple[Picture, ...]:
    """Return the pictures of a report, and of the parts of a bundle, in reading order."""
    return tuple(
        section for leaf in report.leaves for section in leaf.flat if isinstance(section, Picture)
    )


def render_picture(report: Report, file_format: str, number: int | None = None) -> Delivery:
    """Return one picture of a report as a file of its own, counted from 1, or all below each other.

    `file_format` is one of `PICTURE_FORMATS`. Raises `CannotReport` where there is no such picture.
    """
    pictures = pictures_of(report)
    if not pictures:
        raise CannotReport(_("{report} has no picture.").format(report=report.title))
    if number is not None and not 1 <= number <= len(pictures):
        raise CannotReport(
            ngettext(
                "There is {count} picture, not {number}.",
                "There are {count} pictures, not {number}.",
                len(pictures),
            ).format(count=len(pictures), number=number)
        )
    chosen = pictures if number is None else pictures[number - 1 : number]
    files = import_module(f"{renderers.__name__}.paper.picture_files")
    with language_of("pdf", report.language):
        content = getattr(files, f"{file_format}_file")(report, chosen)
    which = f"-{number}" if number is not None and len(pictures) > 1 else ""
    name = f"{file_name(report)}{which}.{file_format}"
    return Delivery(content, PICTURE_FORMATS[file_format], name)


def page_part(report: Report, *, heading: int = 1) -> SafeString:
    """The report as a part of a page of the site, which links the static file `tournament/reports.css`.

    `heading` is the level of its title: 2 on a page that has a title of its own.
    """
    html = import_module(f"{renderers.__name__}.html")
    fragment: SafeString = html.fragment(report, heading=heading)
    return fragment


def picture_part(drawing: Drawing) -> SafeString:
    """The drawing as a part of a page of the site."""
    fragment: SafeString = import_module(f"{renderers.__name__}.html").picture_fragment(drawing)
    return fragment


def file_name(report: Report) -> str:
    """Return a file name without extension, such as "autumn-open-standings-division-a-round-3"."""
    parts = [report.event_slug, report.key]
    parts += ["division", report.division] if report.division else []
    parts += ["round", str(report.round_number)] if report.round_number is not None else []
    parts += ["board", report.board] if report.board else []
    return safe_file_name(*parts)
