"""The folder of the whole event: every report it has, in the order of the director's day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.models import Event
from tournament.reports.delivery import Delivery, build, render
from tournament.reports.figures import safe_file_name
from tournament.reports.registry import (
    GROUPS,
    Definition,
    definition,
    for_everybody,
    group_of,
    is_for_paper,
    is_private,
    report_keys,
    whole_folder,
)

FORMATS = ("pdf", "xlsx")
"""What the folder holds when nobody says otherwise: paper, and figures to go on with.

What is for paper alone (slips, signs, badges) is no spreadsheet there.
"""


@dataclass(frozen=True)
class Wanted:
    """One report under one set of options, and the folder it goes into."""

    chosen: Definition
    options: Any
    folder: str


def everything(event: Event, *, everybody: bool = False) -> list[Wanted]:
    """Every report of the event; with `everybody` only what everybody may read, as they may read it."""
    found = []
    for key in report_keys():
        chosen = definition(key)
        if everybody and is_private(chosen):
            continue
        group = group_of(chosen)
        folder = f"{GROUPS.index(group) + 1}-{safe_file_name(group)}"
        for options in whole_folder(chosen, event):
            asked = for_everybody(chosen, options) if everybody else options
            found.append(Wanted(chosen, asked, folder))
    return sorted(found, key=lambda wanted: wanted.folder)


def rendered_for(
    event: Event, wanted: Wanted, formats: Sequence[str], paper: str, printed_at: datetime
) -> list[Delivery]:
    """The report in each of these formats; without any, as the folder usually has it.

    Raises `CannotReport` where there is nothing to report.
    """
    if not formats:
        formats = FORMATS[:1] if is_for_paper(wanted.chosen) else FORMATS
    report = build(wanted.chosen, event, wanted.options, printed_at)
    return [render(report, each, paper) for each in formats]
