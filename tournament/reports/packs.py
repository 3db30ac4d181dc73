"""Packs: several reports as one file, printed together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.reports.definition import definition
from tournament.reports.everything import says_nothing
from tournament.reports.framing import report_on
from tournament.reports.report import Report
from tournament.reports.request import (
    CannotReport,
    audience_option,
    division_option,
    options_from,
    requested_divisions,
)


@dataclass(frozen=True, slots=True)
class WhichPack:
    """Of which divisions a pack is."""

    division: str = division_option()
    audience: str = audience_option()


def pack(
    key: str,
    title: str,
    event: Event,
    options: Any,
    printed_at: datetime,
    reports: Sequence[str],
) -> Report:
    """Return the reports of these keys as one; those that have nothing to say are left out.

    Division and audience of `options` are those of every report that takes them. Raises
    `CannotReport` where nothing is left.
    """
    common = {"division": options.division, "audience": options.audience}
    parts, left_out = [], []
    for report in reports:
        chosen = definition(report)
        names = chosen.option_names()
        taken = {name: value for name, value in common.items() if name in names}
        try:
            part = chosen.build(event, options_from(chosen.Options, taken), printed_at)
        except CannotReport as reason:
            left_out.append(str(reason))
            continue
        if not says_nothing(part):
            parts.append(part)
    if not parts:
        raise CannotReport(left_out[0] if left_out else _("There is nothing to print yet."))
    divisions = requested_divisions(event, options.division)
    return report_on(key, title, event, divisions, printed_at, parts=tuple(parts))
