"""All papers of an event as one zip file, made by a background job."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from scoring.queries.consistent_reads import consistent_read
from tournament import jobs
from tournament.models import Event
from tournament.queries.cache import cache_reads
from tournament.reports.delivery import event_state
from tournament.reports.event_folder import event_folder_reports, render_event_folder
from tournament.reports.report_options import CannotReport
from tournament.wording.plugins import name_of


def zip_job_name(slug: str) -> str:
    """Return the name of the job that makes an event's zip file."""
    return f"{jobs.PAPERS}/{slug}"


def make_papers_zip(
    progress: jobs.OnProgress, event: int, paper: str, everybody: bool
) -> dict[str, Any]:
    """Write all papers of an event in its current state to a zip file, which replaces the previous one once complete.

    With `everybody`, it contains public reports only. Return the event's primary key, the paper, the end of
    the log and the number of files, with the reasons why reports were left out and the warnings, each once.
    """
    this_event = Event.objects.get(pk=event)
    path = zip_path(this_event)
    part = path.with_suffix(".part")
    left_out: dict[str, None] = {}
    warnings: dict[str, None] = {}
    files = 0
    try:
        # Its files are already compressed.
        with (
            zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as bundle,
            consistent_read(),
            cache_reads(),
        ):
            state = event_state(this_event)
            wanted = event_folder_reports(this_event, everybody=everybody)
            reports = render_event_folder(
                this_event, wanted, (), paper, state.moment, chain_head=state.head
            )
            for number, (report, made) in enumerate(reports):
                progress(number, len(wanted))
                if isinstance(made, CannotReport):
                    left_out[f"{name_of(report.chosen)}: {made}"] = None
                    continue
                for delivery in made:
                    name = f"{this_event.slug}/{report.folder}/{delivery.file_name}"
                    bundle.writestr(name, delivery.content)
                    warnings |= dict.fromkeys(delivery.warnings)
                    files += 1
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return {
        "event": event,
        "paper": paper,
        "head": state.head,
        "files": files,
        "left_out": list(left_out),
        "warnings": list(warnings),
    }


def last_zip_details(event: Event) -> dict[str, Any]:
    """Return the details of the event's last zip file; empty if there is none or it belongs to another event.

    The details are those that the job returned.
    """
    made = dict(jobs.result_of(zip_job_name(event.slug)))
    return made if made.get("event") == event.pk and zip_path(event).exists() else {}


def zip_path(event: Event) -> Path:
    """Return the path of the event's zip file once it is complete."""
    return jobs.folder_of(zip_job_name(event.slug)) / f"{event.slug}-papers.zip"
