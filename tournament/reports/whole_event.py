"""The papers of a whole event as one zip, made as long work."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

from scoring.queries.consistent_reads import consistent_read
from tournament import jobs
from tournament.models import Event
from tournament.queries.cache import cached_reads
from tournament.reports.delivery import as_of
from tournament.reports.event_folder import folder_of, write_event_folder
from tournament.reports.request import CannotReport
from tournament.wording.plugins import name_of


def papers_place(slug: str) -> str:
    """Where the data folder has what is noted of the zip of an event, and the zip."""
    return f"{jobs.PAPERS}/{slug}"


def zip_for_page(
    progress: jobs.OnProgress, event: int, paper: str, everybody: bool
) -> dict[str, Any]:
    """Make the zip as it is at this moment; it replaces the one before once it is whole.

    With `everybody` it holds only what everybody may read. Returns the number of files, why reports are left out, each
    reason once, and how far the log went.
    """
    this_event = Event.objects.get(pk=event)
    path = zip_of(this_event)
    part = path.with_suffix(".part")
    left_out: dict[str, None] = {}
    warnings: dict[str, None] = {}
    files = 0
    try:
        # What is written is packed already, so it is not packed again.
        with (
            zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as bundle,
            consistent_read(),
            cached_reads(),
        ):
            state = as_of(this_event)
            wanted = write_event_folder(this_event, everybody=everybody)
            reports = folder_of(this_event, wanted, (), paper, state.moment, chain_head=state.head)
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


def last_zip(event: Event) -> dict[str, Any]:
    """What is known of the zip of an event that was made last; empty where there is none of this event."""
    made = dict(jobs.result_of(papers_place(event.slug)))
    return made if made.get("event") == event.pk and zip_of(event).exists() else {}


def zip_of(event: Event) -> Path:
    """Where the zip lies once it is whole."""
    return jobs.folder_of(papers_place(event.slug)) / f"{event.slug}-papers.zip"
