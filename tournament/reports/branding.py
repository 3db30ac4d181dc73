"""The look of an event's papers: logo, sponsor line, colour and omitted columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from tournament.models import Event, EventLogo
from tournament.queries.cache import cached_read
from tournament.reports.report import Card, Cards, Columns, Look, Report, Section, Table

LISTS_WITH_OMISSIONS = frozenset(
    {
        "check_in_list",
        "name_badges",
        "pairings",
        "pairings_by_name",
        "pairings_by_rank",
        "result_slips",
        "roster",
        "round_results",
        "standings",
        "standings_by_class",
        "team_standings",
    }
)
"""The lists that may omit columns; other reports are read for the figures in those columns."""
OMITTED_KEYS: Mapping[str, frozenset[str]] = {
    "numbers": frozenset({"number", "first_number", "second_number", "opponent_number"}),
    "ratings": frozenset({"rating"}),
    "records": frozenset({"first_wins", "second_wins", "first_record", "second_record"}),
    "places": frozenset({"best", "worst", "place_note"}),
    "classes": frozenset({"rating_class"}),
    "teams": frozenset({"team"}),
}
"""The columns and fields omitted by each choice of `OMITTABLE_COLUMNS`."""


def add_branding(report: Report, event: Event, *, to_read: bool) -> Report:
    """Return the report, including every part of a bundle, with the event's look.

    Columns are omitted only if the report is `to_read` on paper or a page; data files keep all of them.
    """
    look = event.printing.get("look", {})
    left_off = [key for choice in look.get("left_off", ()) for key in OMITTED_KEYS.get(choice, ())]
    return _add_event_look(
        report,
        _logo(event, own=bool(look.get("logo"))),
        look.get("sponsor", ""),
        look.get("colour", ""),
        frozenset(left_off) if to_read else frozenset(),
    )


@cached_read
def _logo(event: Event, *, own: bool) -> bytes:
    """Return the logo for the event's papers: the event's own, else its club's, or empty bytes."""
    if own:
        return bytes(EventLogo.objects.get(event=event).picture)
    return bytes(event.club.logo or b"") if event.club else b""


def _add_event_look(
    report: Report, logo: bytes, sponsor: str, colour: str, left_off: Collection[str]
) -> Report:
    parts = tuple(_add_event_look(part, logo, sponsor, colour, left_off) for part in report.parts)
    report = replace(report, logo=logo, sponsor=sponsor, colour=colour, parts=parts)
    if not left_off or report.key not in LISTS_WITH_OMISSIONS:
        return report
    return replace(
        report, sections=tuple(_section_without_columns(item, left_off) for item in report.sections)
    )


def _section_without_columns(section: Section, left_off: Collection[str]) -> Section:
    """Return a list without these columns, or cards without these fields.

    Sections side by side are treated in the same way. Tables with a grid and sections of other kinds are
    unchanged.
    """
    if isinstance(section, Columns):
        items = tuple(
            tuple(_section_without_columns(part, left_off) for part in item)
            for item in section.items
        )
        return replace(section, items=items)
    if isinstance(section, Cards):
        return replace(
            section, cards=tuple(_card_without_fields(card, left_off) for card in section.cards)
        )
    if not isinstance(section, Table) or section.look is not Look.OPEN:
        return section
    columns = (
        replace(column, data_only=True) if column.key in left_off else column
        for column in section.columns
    )
    return replace(section, columns=tuple(columns))


def _card_without_fields(card: Card, left_off: Collection[str]) -> Card:
    lines = (
        replace(line, fields=tuple(field for field in line.fields if field.key not in left_off))
        for line in card.lines
    )
    return replace(card, lines=tuple(lines))
