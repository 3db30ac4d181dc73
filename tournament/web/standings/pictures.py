"""The charts of a division: leaders, spread and scores by round, each with its table."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from tournament.models import Division
from tournament.queries.cache import cache_reads, cached_read
from tournament.reports.definition import find_definition
from tournament.reports.delivery import build_report, event_state, report_fragment
from tournament.reports.report import Group, Report, Table
from tournament.reports.report_options import options_from
from tournament.web.access import Permission, has_page_permission, requires_desk
from tournament.web.page import find_division, page, shared_values_of

CHART_REPORTS = ("rank_by_round", "spread_by_round", "round_by_round", "score_distribution")
"""The keys of the reports whose charts are shown, in this order."""
DIRECTOR_ONLY = ("round_progress",)
"""The keys of reports that only the director sees."""

MAX_ROWS = 50
"""Maximum number of rows in a table beside its chart; with 1,000 players the page would be half a megabyte."""


@requires_desk
def charts_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the charts of a division, without rounds that are held back unless the reader may look at them."""
    this_division = find_division(event, division)
    looks, directs = (
        has_page_permission(request, Permission.LOOK),
        has_page_permission(request, Permission.DIRECT),
    )
    with shared_values_of(event), cache_reads():  # from the same games and standings
        parts = _charts(this_division, looks, directs)
    return page(
        request,
        "tournament/standings/pictures.html",
        {"division": this_division, "pictures": parts},
    )


@cached_read
def _charts(division: Division, looks: bool, directs: bool) -> list[tuple[str, SafeString]]:
    """Return the charts with their report keys; `looks` and `directs` are the reader's permissions."""
    state = event_state(division.event)
    of_director = DIRECTOR_ONLY if directs and _has_public_round(division) else ()
    parts = []
    for key in (*CHART_REPORTS, *of_director):
        chosen = find_definition(key)
        options = options_from(chosen.Options, {"division": division.slug})
        if not looks:
            options = chosen.public_options(options)
        report = build_report(
            chosen, division.event, options, state.moment, "html", chain_head=state.head
        )
        parts.append((key, report_fragment(_shorten_tables(report), heading=2)))
    return parts


def _shorten_tables(report: Report) -> Report:
    """Return the report with long tables cut to `MAX_ROWS` rows.

    A note gives the largest number of rows cut from one table. A report without long tables is
    unchanged.
    """
    sections, left_out = [], 0
    for section in report.sections:
        rows = tuple(section.rows) if isinstance(section, Table) else ()
        if isinstance(section, Table) and len(rows) > MAX_ROWS:
            left_out = max(left_out, len(rows) - MAX_ROWS)
            section = replace(section, groups=(Group(rows[:MAX_ROWS]),))
        sections.append(section)
    if not left_out:
        return report
    note = ngettext(
        "{count} more row is in the PDF.", "{count} more rows are in the PDF.", left_out
    ).format(count=left_out)
    return replace(report, sections=tuple(sections), notes=(*report.notes, note))


def _has_public_round(division: Division) -> bool:
    return any(one.is_public for one in division.rounds.all())
