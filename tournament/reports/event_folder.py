"""The event folder: every report of an event, rendered in one or more processes."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring.subprocesses import map_in_processes
from tournament.models import Event
from tournament.reports.definition import GROUPS, Definition, all_papers
from tournament.reports.delivery import RenderedFile, build_report, render_report
from tournament.reports.figures import safe_file_name
from tournament.reports.renderer import renderer
from tournament.reports.report import Cards, Look, Report, Table, hide_columns_if_empty
from tournament.reports.report_options import CannotReport

DEFAULT_FORMATS = ("pdf", "xlsx")
"""The default formats of reports in the folder: one for paper, one for further calculation.

Reports useful on paper only (slips, signs, badges) are not written as spreadsheets.
"""


MIN_REPORTS_FOR_PROCESSES = 60
"""Minimum number of reports for which starting processes saves time."""
GC_THRESHOLDS = (50_000, 20, 100)
"""Thresholds of the garbage collector while reports are rendered (Python's defaults are 700, 10 and 10)."""


@dataclass(frozen=True)
class WantedReport:
    """A report with one set of options, and the subfolder it is written to."""

    chosen: Definition
    options: Any
    folder: str


def event_folder_reports(event: Event, *, everybody: bool = False) -> list[WantedReport]:
    """Return every report of the event with its folder, in the order of folders.

    With `everybody`, return only the reports that are not private, in their public form.
    """
    reports = []
    for chosen in all_papers().values():
        if everybody and chosen.private:
            continue
        folder = f"{GROUPS.index(chosen.group) + 1}-{safe_file_name(chosen.group)}"
        for options in chosen.folder_options(event):
            wanted_options = chosen.public_options(options) if everybody else options
            reports.append(WantedReport(chosen, wanted_options, folder))
    return sorted(reports, key=lambda wanted: wanted.folder)


def render_event_folder(
    event: Event,
    wanted: Sequence[WantedReport],
    formats: Sequence[str],
    paper: str,
    printed_at: datetime,
    jobs: int = 1,
    chain_head: str = "",
) -> Iterator[tuple[WantedReport, list[RenderedFile] | CannotReport]]:
    """Yield each report with its files in these formats, or with the `CannotReport` that explains why it has none.

    The reports are in the given order. Without `formats`, the default ones are used. `jobs` is the number
    of processes for rendering; only the current one reads the database. Papers state the end of the log
    if `chain_head` is given.
    """

    def rendering_tasks() -> Iterator[
        tuple[tuple[WantedReport, CannotReport | None], tuple[Any, ...] | None]
    ]:
        for report in wanted:
            wanted_formats = formats or (
                DEFAULT_FORMATS[:1] if report.chosen.for_paper else DEFAULT_FORMATS
            )
            try:
                reports = _report_versions(report, event, printed_at, wanted_formats, chain_head)
            except CannotReport as reason:
                yield (report, reason), None
            else:
                yield (report, None), (reports, paper)

    if jobs > 1:
        for (report, reason), done in map_in_processes(rendering_tasks(), render_versions, jobs):
            yield report, reason or done or []
        return
    for (report, reason), work in rendering_tasks():
        yield report, reason or render_versions(*(work or ()))


def _report_versions(
    wanted: WantedReport,
    event: Event,
    printed_at: datetime,
    formats: Sequence[str],
    chain_head: str,
) -> list[tuple[Report, list[str]]]:
    """Return each version of the report with its formats: at most one for readers and one for programs.

    Columns that are empty in every row are not shown to readers. Raise `CannotReport` if the report
    cannot be built or is empty.
    """
    kinds: dict[bool, list[str]] = {}
    for file_format in formats:
        kinds.setdefault(renderer(file_format).for_programs, []).append(file_format)
    return [
        (hide_empty_columns(_nonempty_report(wanted, event, printed_at, same[0], chain_head)), same)
        for same in kinds.values()
    ]


def _nonempty_report(
    wanted: WantedReport, event: Event, printed_at: datetime, file_format: str, chain_head: str
) -> Report:
    """Return the report. Raise `CannotReport` if it cannot be built or is empty."""
    report = build_report(
        wanted.chosen, event, wanted.options, printed_at, file_format, chain_head=chain_head
    )
    if is_empty_report(report):
        empty = next((table.empty for table in report.tables), "")
        raise CannotReport(empty or _("Nothing to report yet."))
    return report


def is_empty_report(report: Report) -> bool:
    """Return whether a report contains nothing but tables without rows and grids without cards."""
    return not any(
        any(section.rows)
        if isinstance(section, Table)
        else not isinstance(section, Cards) or section.cards
        for leaf in report.leaves
        for section in leaf.flattened_sections
    )


def hide_empty_columns(report: Report) -> Report:
    """Return the report, limiting columns that are empty in every row to data files.

    Grids, which are filled in by hand, and tables without rows keep all their columns.
    """
    sections = tuple(
        hide_columns_if_empty(section, *(column.key for column in section.columns))
        if isinstance(section, Table) and section.look is Look.OPEN and any(section.rows)
        else section
        for section in report.sections
    )
    parts = tuple(hide_empty_columns(part) for part in report.parts)
    return replace(report, sections=sections, parts=parts)


def render_versions(reports: Any, paper: str) -> list[Any]:
    """Return the files of these reports, each report rendered in its formats."""
    with infrequent_gc():
        return [
            render_report(report, file_format, paper)
            for report, formats in reports
            for file_format in formats
        ]


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """Run the garbage collector less often in this context, since reports are trees without cycles.

    With 300 players and 20 rounds, collecting at the default settings takes an eighth of the time.
    """
    usual = gc.get_threshold()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
