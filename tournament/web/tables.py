"""The lists of `scoring.tables` on the director's pages and in files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from django_tables2.utils import Accessor

from scoring import bulk_actions, tables
from scoring.downloads import file_response
from scoring.tables import ListTable, TextColumn
from tournament.models import Event
from tournament.queries.alphabet import collate_by_language
from tournament.reports.delivery import render_report
from tournament.reports.report import Column, Group, Kind, Report, Table
from tournament.web.page import page
from tournament.wording.alphabet import alphabetical_key


class NameColumn(TextColumn):
    """A column of people's names, sorted in the alphabetical order of the language.

    `listed` is the field with the name as shown and sorted: with the family name first, or as
    written.
    """

    def __init__(self, *, listed: str, **options: Any) -> None:
        super().__init__(accessor=listed, order_by=listed, **options)
        self.listed = listed

    def order(self, queryset: QuerySet[Any], is_descending: bool) -> tuple[QuerySet[Any], bool]:
        """Return the rows sorted by these names, and True, as django-tables2 expects."""
        name = collate_by_language(self.listed)
        return queryset.order_by(name.desc() if is_descending else name.asc(), "pk"), True

    def order_key(self, row: Any) -> object:
        """Return the sort key of a row that is not from a queryset, empty without a name."""
        return alphabetical_key(str(Accessor(self.listed).resolve(row, quiet=True) or ""))


list_page = partial(tables.list_page, show=page)
"""`scoring.tables.list_page` in the frame of the director's pages; templates are under `tournament/`."""

confirmation_page = partial(bulk_actions.confirmation_page, show=page)
"""`scoring.bulk_actions.confirmation_page` in the frame of the director's pages."""

confirm_and_run = partial(bulk_actions.confirm_and_run, show=page)
"""`scoring.bulk_actions.confirm_and_run` in the frame of the director's pages."""


def file_of_list(
    sender: Any,
    *,
    file_format: str,
    table: ListTable,
    title: str,
    event: Event | None,
    **kwargs: Any,
) -> HttpResponse:
    """Answer `list_as_file` with the rows of a list as a one-table report in the format `file_format`."""
    del sender, kwargs
    _heads, *rows = table.as_values()
    sent = [column for column in table.columns if not column.column.exclude_from_export]
    columns = [
        Column(column.name, str(column.header), _column_kind([row[at] for row in rows]))
        for at, column in enumerate(sent)
    ]
    report = Report(
        key=table.key,
        title=title,
        event=str(event or ""),
        event_slug=event.slug if event else "",
        printed_at=timezone.localtime(),
        sections=(
            Table(
                key=table.key,
                columns=tuple(columns),
                groups=(Group(rows=tuple(tuple(map(_cell_value, row)) for row in rows)),),
            ),
        ),
    )
    delivery = render_report(report, file_format)
    return file_response(delivery.content, delivery.content_type, delivery.file_name)


def _column_kind(values: Sequence[Any]) -> Kind:
    """Return the kind of a column from its values, ignoring empty ones.

    The kind is text unless all values are numbers, dates or moments.
    """
    types = {type(value) for value in values if value not in (None, "")}
    if types == {int}:
        return Kind.INTEGER
    if types and types <= {int, float}:
        return Kind.AVERAGE
    return {frozenset({date}): Kind.DATE, frozenset({datetime}): Kind.MOMENT}.get(
        frozenset(types), Kind.TEXT
    )


def _cell_value(value: Any) -> Any:
    if value is None or value == "":
        return None
    return value if isinstance(value, int | float | date) else str(value)
