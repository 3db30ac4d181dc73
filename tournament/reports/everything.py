"""The folder of the whole event: every report it has, in the order of the director's day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.models import Event
from tournament.reports.apart import in_processes, rendered_apart
from tournament.reports.asking import CannotReport
from tournament.reports.definition import GROUPS, Definition, all_reports
from tournament.reports.delivery import Delivery, build
from tournament.reports.figures import safe_file_name

FORMATS = ("pdf", "xlsx")
"""What the folder holds when nobody says otherwise: paper, and figures to go on with.

What is for paper alone (slips, signs, badges) is no spreadsheet there.
"""


WORTH_PROCESSES = 60
"""With fewer reports than this, starting processes takes longer than they save."""


@dataclass(frozen=True)
class Wanted:
    """One report under one set of options, and the folder it goes into."""

    chosen: Definition
    options: Any
    folder: str


def everything(event: Event, *, everybody: bool = False) -> list[Wanted]:
    """Every report of the event; with `everybody` only what everybody may read, as they may read it."""
    found = []
    for chosen in all_reports().values():
        if everybody and chosen.private:
            continue
        folder = f"{GROUPS.index(chosen.group) + 1}-{safe_file_name(chosen.group)}"
        for options in chosen.folder(event):
            asked = chosen.for_everybody(options) if everybody else options
            found.append(Wanted(chosen, asked, folder))
    return sorted(found, key=lambda wanted: wanted.folder)


def folder_of(
    event: Event,
    wanted: Sequence[Wanted],
    formats: Sequence[str],
    paper: str,
    printed_at: datetime,
    jobs: int = 1,
) -> Iterator[tuple[Wanted, list[Delivery] | CannotReport]]:
    """Each report in each of these formats, or why there is none, in the order given.

    Without formats it is as the folder usually has it. With `jobs` it is rendered in so many
    processes; the database is read in this one.
    """

    def built() -> Iterator[tuple[tuple[Wanted, CannotReport | None], tuple[Any, ...] | None]]:
        for each in wanted:
            usual = FORMATS[:1] if each.chosen.for_paper else FORMATS
            try:
                report = build(each.chosen, event, each.options, printed_at)
            except CannotReport as reason:
                yield (each, reason), None
            else:
                yield (each, None), (report, tuple(formats or usual), paper)

    if jobs > 1:
        for (each, reason), done in in_processes(built(), rendered_apart, jobs):
            yield each, reason or done or []
        return
    for (each, reason), work in built():
        yield each, reason or rendered_apart(*(work or ()))
