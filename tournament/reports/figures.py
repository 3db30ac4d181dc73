"""Format the raw values of reports for readers and for programs.

Readers see `+212`, `−45` (with a minus sign), `6½` and `✓`; programs get 212, -45, 6.5 and "yes".
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from scoring.wording.phrases import MINUS, format_date, format_signed
from tournament.reports.report import (
    Cell,
    Emphasis,
    Kind,
    Mark,
    Report,
    ReportMistake,
    Value,
    cell_emphasis,
    cell_value,
    replaced_value,
)
from tournament.reports.two_languages import text_in_both

_DECIMALS = {Kind.AVERAGE: 1, Kind.MONEY: 2}
TICK = Mark.TICK.sign


def format_cell(kind: Kind, cell: Value | Cell) -> str:
    """Return a cell in its form for readers: `+212`, `−45`, `0`, `6½` or `✓`; empty if the value is None."""
    how = cell_emphasis(cell)
    if how is Emphasis.TICK:
        return TICK
    if isinstance(cell, Cell) and cell.shown:
        return cell.shown
    return _format_value(kind, cell_value(cell))


def format_old_value(kind: Kind, cell: Value | Cell) -> str:
    """Return the value that a cell replaces, in its form for readers; empty if it replaces none."""
    return _format_value(kind, replaced_value(cell))


def _format_value(kind: Kind, value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, Mark):
        return value.sign
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return date_and_time(value)
    if isinstance(value, date):
        return date_format(value, "DATE_FORMAT")
    if kind is Kind.SPREAD:
        return format_signed(int(value))
    if kind is Kind.RECORD:
        return format_halves(value)
    if kind in _DECIMALS:
        return format_decimal(value, _DECIMALS[kind])
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def format_decimal(value: float, places: int) -> str:
    """Return a number with `places` decimals and the decimal separator of the language: 412.3."""
    return number_format(f"{value:.{places}f}").replace("-", MINUS)


def format_halves(number: float) -> str:
    """Return a number of wins as text, with ties as halves. Raise `ReportMistake` for other fractions.

    >>> format_halves(6.5), format_halves(3), format_halves(0.5)
    ('6½', '3', '½')
    """
    doubled = number * 2
    if doubled != int(doubled):
        raise ReportMistake(f"A record counts whole and half wins; {number!r} is neither.")
    whole, half = divmod(int(doubled), 2)
    return f"{whole or ''}½" if half else str(whole)


def plain_value(cell: Value | Cell) -> str | int | float | None:
    """Return a cell in its form for programs: marks as words, dates as 2026-10-03, whole numbers as integers.

    Moments have no time zone; an unknown value is None.
    """
    value = cell_value(cell)
    if isinstance(value, datetime):
        return value.replace(tzinfo=None).isoformat(" ", "seconds")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mark):
        return value.word
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def footer_text(report: Report) -> str:
    """Return the text in the footer of a paper: the time and end of the log if known, or the time of printing."""
    return text_in_both(
        report.second_language, lambda: _footer(report.printed_at, report.chain_head)
    )


def page_number_text(report: Report, page: object, pages: object) -> str:
    """Return the text "Page 2 of 3" for the footer, also in the second language of the report, if any."""
    return text_in_both(
        report.second_language, lambda: _("Page {page} of {pages}").format(page=page, pages=pages)
    )


def _footer(printed_at: datetime, chain_head: str) -> str:
    when = date_and_time(printed_at)
    if chain_head:
        return _("As of {when}, log entry {head}").format(when=when, head=chain_head)
    return _("Printed {when}").format(when=when)


def date_and_time(moment: datetime) -> str:
    """Return "3 October 2026, 14:05" for a moment in the event's local time."""
    return format_date(moment, "j F Y, H:i")


def safe_file_name(*parts: str) -> str:
    """Return a file name without extension: lower-case ASCII letters, digits and hyphens; never empty.

    >>> safe_file_name("Óbidos Open", "score_sheet", "Round 3")
    'obidos-open-score-sheet-round-3'
    """
    words = []
    for part in parts:
        ascii_only = unicodedata.normalize("NFKD", part).encode("ascii", "ignore").decode()
        word = re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")
        if word:
            words.append(word)
    return "-".join(words)[:120].strip("-") or "report"
