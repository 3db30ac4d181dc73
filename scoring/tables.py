"""Lists of rows that are sorted, searched, filtered, paged, downloaded, and selected for bulk actions.

A list is declared as a `ListTable`, a table of django-tables2, and its view passes the rows to
`list_page`. Sorting, search, filters and page are in the address, so that a link or a bookmark
shows the same rows. The visible columns are remembered by the browser for a year. `?file=csv` or
`?file=xlsx` sends the rows of all pages with the same columns, or with `rows=` only the selected
rows; the receiver of `list_as_file` renders them.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

import django_tables2 as tables
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django_tables2.columns.base import BoundColumn
from django_tables2.data import TableListData, TableQuerysetData
from django_tables2.utils import Accessor

from scoring.bulk_actions import MAX_SELECTED, rows_with_checkbox_values, selected_checkbox_values
from scoring.queries.text_search import LazyRows, search_rows
from scoring.signals import list_as_file
from scoring.wording.phrases import format_date

FILE_FORMATS = ("csv", "xlsx")
PER_PAGE = 100
MAX_SEARCH_LENGTH = 80
COOKIE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60


class FigureColumn(tables.Column):
    """A right-aligned column of figures. If it is `plain`, phones show it without its heading."""

    def __init__(self, *, plain: bool = False, **options: Any) -> None:
        attrs = {"th": {"class": "num"}, "td": {"class": "num plain" if plain else "num"}}
        super().__init__(attrs=attrs, default="", **options)


class TextColumn(tables.Column):
    """A column of text; `wraps` is for sentences, `untranslated` for keys. For `plain`, see `FigureColumn`."""

    def __init__(
        self,
        *,
        wraps: bool = False,
        untranslated: bool = False,
        plain: bool = False,
        **options: Any,
    ) -> None:
        cell = {"class": " ".join(["wide" if wraps else "words", *(["plain"] if plain else [])])}
        if untranslated:
            cell["translate"] = "no"
        super().__init__(attrs={"td": cell}, default="", **options)


class DayColumn(tables.Column):
    """A column of days, exported as dates."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default="", **options)

    def render(self, *, value: dt.date) -> str:
        """Return the day as shown on the page: ``5 Mar 2026``."""
        return format_date(value, "j M Y")

    def value(self, *, value: Any, **_row: Any) -> Any:
        """Return the date for a file, or None for an empty cell."""
        return value or None


class MomentColumn(tables.Column):
    """A column of times shown in `format`, exported in local time."""

    def __init__(self, *, format: str, **options: Any) -> None:  # noqa: A002
        super().__init__(default="", **options)
        self.format = format

    def render(self, *, value: dt.datetime) -> str:
        """Return the local time in the format of the column."""
        return format_date(localtime(value), self.format)

    def value(self, *, value: Any, **_row: Any) -> Any:
        """Return the local time for a file, or None for an empty cell."""
        return localtime(value) if value else None


class ListTable(tables.Table):
    """A list of rows. Subclasses declare its columns and their search and display options."""

    key: ClassVar[str]
    """The name of the list in file names and in the name of the cookie that stores its columns."""
    searched: ClassVar[tuple[str, ...]] = ()
    """Attribute paths to search in a row; empty for a list with its own search."""
    has_search_line: ClassVar[bool] = False
    """Whether the page has its own search field, for example because Enter does more than search."""
    searched_in_database: ClassVar[bool] = False
    """Whether `searched` are database columns of a queryset, so that only matching rows are read."""
    always: ClassVar[tuple[str, ...]] = ()
    """Columns that cannot be hidden."""
    at_first_hidden: ClassVar[tuple[str, ...]] = ()
    """Columns hidden by default."""
    left_out_when_empty: ClassVar[tuple[str, ...]] = ()
    """Columns hidden if they are empty in the whole list; it is read in full to find out."""
    per_page: ClassVar[int] = PER_PAGE
    """Number of rows on a page."""
    marked_by: ClassVar[str] = "pk"
    """The attribute that identifies a row in forms. With "pk", a queryset is filtered by primary key."""

    @classmethod
    def search_rows(cls, rows: Sequence[Any], search: str) -> Sequence[Any]:
        """Return the rows that contain every word of the search."""
        words = search.casefold().split()
        paths = [Accessor(path) for path in cls.searched]

        def text(row: Any) -> str:
            return " ".join(str(path.resolve(row, quiet=True) or "") for path in paths).casefold()

        return [row for row in rows if all(word in text(row) for word in words)]

    def checkbox_value(self, record: Any) -> str:
        """Return the value of a row's checkbox. Subclasses return "" for a row that cannot be selected."""
        return str(getattr(record, self.marked_by))

    def checkbox_label(self, record: Any) -> str:
        """Return the accessible label of a row's checkbox."""
        return _("Select {name}").format(name=getattr(record, "name", record))

    def rows_with_checkboxes(self) -> Iterator[tuple[str, str, list[tuple[str, Any]]]]:
        """Yield the value and label of the checkbox, and the cells, for each row of the page.

        A cell is a pair: the attributes of its tag, computed once for all rows, and its content.
        """
        attributes = {column.name: self._attributes(column) for column in self.columns}
        for row in self.paginated_rows:
            value = self.checkbox_value(row.record)
            cells = [(tag, row.get_cell(name)) for name, tag in attributes.items()]
            yield value, self.checkbox_label(row.record) if value else "", cells

    def _attributes(self, column: BoundColumn) -> str:
        """Return the attributes of a cell of the column, including the heading shown on phones."""
        cell = column.attrs["td"]
        main = "main" if column.name in self.always else ""
        names = " ".join(filter(None, [main, cell.get("class", "")]))
        return format_html(
            'data-label="{}"{}{}',
            column.header,
            format_html(' class="{}"', names) if names else "",
            format_html(' translate="{}"', "no") if cell.get("translate") == "no" else "",
        )


@dataclass(frozen=True)
class ListFilter:
    """A filter of a list; `matches` returns whether a row matches a chosen key."""

    key: str
    label: Any
    choices: Sequence[tuple[str, Any]]
    matches: Callable[[Any, str], bool]


@dataclass(frozen=True)
class ShownFilter:
    """A filter as shown on the page, with the chosen key; "" means all rows."""

    key: str
    label: Any
    choices: Sequence[tuple[str, Any]]
    chosen: str


@dataclass(frozen=True)
class ListState:
    """The data shown around the rows of a list."""

    total: int
    count: int
    """Number of rows after search and filters, on all pages."""
    search: str
    filters: tuple[ShownFilter, ...]
    columns: tuple[tuple[str, Any, bool], ...]
    """The columns that can be hidden: key, heading, and whether it is visible."""
    sort: str
    sort_options: tuple[tuple[str, str], ...]
    """Sort orders to choose from on phones, which show no headings."""
    address: str
    """The address of the rows as shown, for returning from an action."""
    other_parameters: tuple[tuple[str, str], ...]
    """Query parameters except page, order and filters, as hidden fields for a form without a search field."""
    all_can_be_marked: bool
    """Whether the rows fill several pages but are few enough to be selected at once."""

    @property
    def is_filtered(self) -> bool:
        """Whether search or filters exclude rows."""
        return bool(self.search or any(row.chosen for row in self.filters))


def list_page(
    request: HttpRequest,
    template: str,
    context: Mapping[str, Any],
    table: type[ListTable],
    rows: Sequence[Any] | QuerySet[Any],
    *,
    title: str,
    event: Any = None,
    filters: Sequence[ListFilter] = (),
    count: int | None = None,
    status: int = 200,
    show: Callable[..., HttpResponse] = render,
) -> HttpResponse:
    """Return the page of a list, its download, the values of its checkboxes, or a redirect.

    The template includes the list with `{% include "_list.html" %}` and receives `table` and `list`.
    Only the rows of the page are read if `rows` is a queryset, `LazyRows` or another sequence that
    reads slices. `title` and `event` name the file. `count` is the number of rows, if known. `show`
    renders the page. The values of the checkboxes on all pages are sent as plain text. The redirect
    follows a choice of columns. Raise `Http404` for an unknown format.
    """
    if "columns" in request.GET:
        return _remember_columns(request, table)
    sort = request.GET.get("sort", "")[:MAX_SEARCH_LENGTH]
    search = request.GET.get("find", "")[:MAX_SEARCH_LENGTH].strip()
    chosen = tuple(
        ShownFilter(row.key, row.label, row.choices, _chosen_key(request, row)) for row in filters
    )
    narrowed: Sequence[Any] | QuerySet[Any] = rows
    if search and table.searched_in_database and isinstance(rows, QuerySet):
        narrowed = search_rows(rows, table.searched, search)
    elif search and isinstance(rows, LazyRows):
        narrowed = rows.search(search)
    elif search and table.searched:
        narrowed = table.search_rows(list(rows), search)
    for row, shown in zip(filters, chosen, strict=True):
        if shown.chosen:
            narrowed = [item for item in narrowed if row.matches(item, shown.chosen)]
    if "file" in request.GET and (marks := selected_checkbox_values(request.GET)):
        narrowed = rows_with_checkbox_values(table, rows, marks)
    hidden = _hidden_columns(request, table, sort)
    data = _QuerysetRows(narrowed) if isinstance(narrowed, QuerySet) else _SlicedRows(narrowed)
    made = table(data, exclude=(*hidden, *_empty_columns(table, rows)))
    made.request = request  # set late to avoid needless paging, which reads the first rows
    if sort:
        made.order_by = sort
    if "marks" in request.GET:
        return HttpResponse(" ".join(_checkbox_values(made)), content_type="text/plain")
    if "file" in request.GET:
        return _downloaded_file(request.GET["file"], made, title, event)
    made.paginator = Paginator(made.rows, table.per_page)
    count = made.paginator.count = made.paginator.count if count is None else count
    made.page = made.paginator.get_page(request.GET.get("page", ""))
    state = ListState(
        total=count if narrowed is rows else _row_count(rows),
        count=count,
        search=search,
        filters=chosen,
        columns=tuple(
            (name, column.verbose_name, name not in hidden)
            for name, column in table.base_columns.items()
            if name not in table.always
        ),
        sort=sort,
        sort_options=tuple(_sort_options(made)),
        address=f"{request.path}?{request.GET.urlencode()}" if request.GET else request.path,
        other_parameters=tuple(
            (key, str(value))
            for key, value in request.GET.items()
            if key not in ("page", "sort", *(row.key for row in filters))
        ),
        all_can_be_marked=made.paginator.num_pages > 1 and count <= MAX_SELECTED,
    )
    return show(request, template, {**context, "table": made, "list": state}, status=status)


def _chosen_key(request: HttpRequest, row: ListFilter) -> str:
    typed = request.GET.get(row.key, "")
    return typed if any(typed == key for key, _label in row.choices) else ""


class _QuerysetRows(TableQuerysetData):
    """The rows of a queryset.

    The keys of a page other than the first are read before its rows, because PostgreSQL would
    otherwise compute every figure of the earlier rows.
    """

    def __getitem__(self, key: Any) -> Any:
        """Return the rows of a page, or one row."""
        if not (isinstance(key, slice) and key.start):
            return super().__getitem__(key)
        keys = list(self.data.values_list("pk", flat=True)[key])
        rows = {row.pk: row for row in self.data.filter(pk__in=keys)}
        return [rows[of] for of in keys if of in rows]


class _SlicedRows(TableListData):
    """Rows that are not a queryset. Sequences that read slices are read one page at a time."""

    data: Sequence[Any]

    def order_by(self, aliases: Any) -> None:
        """Sort all rows, by the `order_key` of the column if it has one. `LazyRows` sort themselves."""
        if isinstance(self.data, LazyRows):
            for first in aliases[:1]:
                column = first.lstrip("-")
                self.data = self.data.ordered_by(column, descending=first.startswith("-"))
            return
        self.data = list(self.data)
        super().order_by(aliases)
        for first in aliases[:1]:
            key = getattr(self.table.columns[first.lstrip("-")].column, "order_key", None)
            if key is not None:
                self.data.sort(key=key, reverse=first.startswith("-"))


def _row_count(rows: Sequence[Any] | QuerySet[Any]) -> int:
    return rows.count() if isinstance(rows, QuerySet) else len(rows)


def _cookie_name(table: type[ListTable]) -> str:
    return f"ninetimer-columns-{table.key}"


def _hidden_columns(request: HttpRequest, table: type[ListTable], sort: str) -> tuple[str, ...]:
    """Return the hidden columns: those not chosen, or those hidden by default.

    A column that the rows are sorted by is always visible.
    """
    remembered = request.COOKIES.get(_cookie_name(table))
    chosen = {*table.always, *_sort_columns(sort)}
    if remembered is None:
        chosen.update(name for name in table.base_columns if name not in table.at_first_hidden)
    else:
        chosen.update(remembered.split("."))
    return tuple(name for name in table.base_columns if name not in chosen)


def _sort_columns(sort: str) -> set[str]:
    return {name.strip().lstrip("-") for name in sort.split(",")}


def _checkbox_values(table: ListTable) -> Iterator[str]:
    """Yield the checkbox values of the rows on all pages, up to the maximum selection."""
    return filter(None, (table.checkbox_value(row.record) for row in table.rows[:MAX_SELECTED]))


def _empty_columns(table: type[ListTable], rows: Sequence[Any] | QuerySet[Any]) -> tuple[str, ...]:
    """Return the columns of `left_out_when_empty` that are empty in every row, whatever the search."""
    paths = {
        name: Accessor(table.base_columns[name].accessor or name)
        for name in table.left_out_when_empty
    }
    return tuple(
        name
        for name, path in paths.items()
        if not any(path.resolve(row, quiet=True) for row in rows)
    )


def _remember_columns(request: HttpRequest, table: type[ListTable]) -> HttpResponse:
    """Redirect to the same rows and set a cookie with the chosen columns."""
    chosen = [name for name in request.GET.getlist("columns") if name in table.base_columns]
    query = request.GET.copy()
    del query["columns"]
    if not _sort_columns(query.get("sort", "")) <= {*chosen, *table.always}:
        query.pop("sort", None)  # otherwise the column would stay visible
    response = redirect(f"{request.path}?{query.urlencode()}" if query else request.path)
    name, value = _cookie_name(table), ".".join(chosen)
    response.set_cookie(name, value, COOKIE_MAX_AGE_SECONDS, httponly=True, samesite="Lax")
    return response


def _sort_options(table: ListTable) -> list[tuple[str, str]]:
    orders = []
    for column in table.columns:
        if column.orderable:
            orders.append((column.name, f"{column.header} ↑"))
            orders.append((f"-{column.name}", f"{column.header} ↓"))
    return orders


def _downloaded_file(file_format: str, table: ListTable, title: str, event: Any) -> HttpResponse:
    """Return the rows as a file, with the order and columns of the page. Raise `Http404` for an unknown format."""
    if file_format not in FILE_FORMATS:
        raise Http404
    ((_receiver, sent),) = list_as_file.send(
        type(table), file_format=file_format, table=table, title=title, event=event
    )
    return cast("HttpResponse", sent)
