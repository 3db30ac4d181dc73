"""The preview of a report before printing: about as much as fits on the first page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tournament.reports.cards import Cards
from tournament.reports.report import Columns, Report, Section, Sheets, Table

MAX_ROWS = 30
"""Maximum number of table rows in a preview, over all tables."""
MAX_CARDS = 4
"""Maximum number of cards in a preview."""


def shorten_to_first_page(report: Report, rows: int = MAX_ROWS) -> tuple[Report, int]:
    """Return the report with its first `rows` rows, and the number of rows, cards and sheets left out.

    For a bundle, return its first report. Only a few cards and the first sheet are included, and the
    notes only if nothing is left out.
    """
    leaf = report.leaves[0]
    left, beyond = rows, 0
    sections: list[Section] = []
    for section in leaf.sections:
        if left <= 0 and not isinstance(section, Table):
            continue
        shorter, used, more = _shorten_section(section, max(left, 0))
        beyond += more
        left -= used
        if used or not more:
            sections.append(shorter)
    whole = beyond == 0 and len(report.leaves) == 1
    return replace(leaf, sections=tuple(sections), notes=leaf.notes if whole else ()), beyond


def _shorten_section(section: Section, rows: int) -> tuple[Section, int, int]:
    """Return a section with at most `rows` rows, the number of rows used and the number of items left out.

    Cards and sheets use up all the rows. Side-by-side sections use as many as the longest of them has, and
    any other section uses three.
    """
    if isinstance(section, Table):
        groups, left = [], rows
        for group in section.groups:
            if left <= 0:
                break
            groups.append(replace(group, rows=group.rows[:left]))
            left -= len(group.rows[:left])
        total = sum(1 for _ in section.rows)
        used = min(total, rows)
        return replace(section, groups=tuple(groups)), used, total - used
    if isinstance(section, Cards):
        cards = section.cards[:MAX_CARDS]
        return replace(section, cards=cards), rows, len(section.cards) - len(cards)
    if isinstance(section, Sheets):
        sheets = section.sheets[:1]
        return replace(section, sheets=sheets), rows, len(section.sheets) - len(sheets)
    if isinstance(section, Columns):
        return section, _row_count(section.items), 0
    return section, 3, 0


def _row_count(items: Iterable[tuple[Section, ...]]) -> int:
    """Return the number of rows of the longest of several side-by-side items.

    A section that is not a table counts as three rows.
    """
    return max(
        (
            sum(sum(1 for _ in s.rows) if isinstance(s, Table) else 3 for s in item)
            for item in items
        ),
        default=0,
    )
