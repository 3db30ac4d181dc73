"""The lists a director works with: sorted, searched, narrowed, paged, as a file, and marked for one action.

A list is declared as a `ListTable`, a table of django-tables2, and its view hands the rows to `list_page`.
Sorting, search, filters and page are in the address, so that a link or a bookmark shows the same rows;
which columns are shown is remembered by the browser, for a year. `?file=csv` or `?file=xlsx` sends the
same rows, all pages of them, with the same columns, or with `rows=` those marked: whoever renders files
answers `list_as_file`.
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

from scoring.bulk_actions import MOST_MARKED, marks_in, rows_of_marks
from scoring.queries.text_search import RowsInParts, holding
from scoring.signals import list_as_file
from scoring.wording.phrases import when

FILES = ("csv", "xlsx")
PER_PAGE = 100
LONGEST_SEARCH = 80
A_YEAR = 365 * 24 * 60 * 60


class FigureColumn(tables.Column):
    """A column of figures, to the right; what is `plain` needs no heading beside it on a phone's card."""

    def __init__(self, *, plain: bool = False, **options: Any) -> None:
        attrs = {"th": {"class": "num"}, "td": {"class": "num plain" if plain else "num"}}
        super().__init__(attrs=attrs, default="", **options)


class TextColumn(tables.Column):
    """A column of names or words; with `wraps` of sentences; `untranslated` are keys and digests.

    What is `plain` needs no heading beside it where a phone makes a card of the row.
    """

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
    """A column of days, which are dates in a file."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default="", **options)

    def render(self, *, value: dt.date) -> str:
        """The day in words."""
        return when(value, "j M Y")

    def value(self, *, value: Any, **_row: Any) -> Any:
        """The day itself, for a file."""
        return value or None


class MomentColumn(tables.Column):
    """A column of moments, as `format` says; in a file moments of the local time."""

    def __init__(self, *, format: str, **options: Any) -> None:  # noqa: A002
        super().__init__(default="", **options)
        self.format = format

    def render(self, *, value: dt.datetime) -> str:
        """The moment in words, by the clock of this place."""
        return when(localtime(value), self.format)

    def value(self, *, value: Any, **_row: Any) -> Any:
        """The moment itself, for a file."""
        return localtime(value) if value else None


class ListTable(tables.Table):
    """A list of rows; subclasses declare its columns, and what is searched and always shown."""

    key: ClassVar[str]
    """Names the list: in the cookie of its columns, and its file."""
    searched: ClassVar[tuple[str, ...]] = ()
    """Where in a row a search looks, as paths of attributes; empty for a list with a search of its own."""
    has_search_line: ClassVar[bool] = False
    """Whether the page has a line of its own that is searched by, as where Enter does more than search."""
    searched_in_database: ClassVar[bool] = False
    """Whether what is searched are columns of the database, and the rows a query: then only those that fit are read."""
    always: ClassVar[tuple[str, ...]] = ()
    """The columns that cannot be left out."""
    at_first_hidden: ClassVar[tuple[str, ...]] = ()
    """The columns that are shown only once somebody chooses them."""
    left_out_when_empty: ClassVar[tuple[str, ...]] = ()
    """The columns that are shown only where something stands in a row of the whole list, which is read for it."""
    per_page: ClassVar[int] = PER_PAGE
    """How many rows are on a page."""
    marked_by: ClassVar[str] = "pk"
    """The attribute that names a row in the address of an action; "pk" alone is a key of a query's rows."""

    @classmethod
    def matching(cls, rows: Sequence[Any], search: str) -> Sequence[Any]:
        """The rows that hold every word of the search somewhere in what is searched."""
        words = search.casefold().split()
        paths = [Accessor(path) for path in cls.searched]

        def text(row: Any) -> str:
            return " ".join(str(path.resolve(row, quiet=True) or "") for path in paths).casefold()

        return [row for row in rows if all(word in text(row) for word in words)]

    def mark_of(self, record: Any) -> str:
        """The value of the box that marks the row; empty for one that cannot be marked."""
        return str(getattr(record, self.marked_by))

    def marked_name(self, record: Any) -> str:
        """What is read aloud of the box that marks the row."""
        return _("Mark {name}").format(name=getattr(record, "name", record))

    def rows_with_marks(self) -> Iterator[tuple[str, str, list[tuple[str, Any]]]]:
        """The rows of the page: the value of the box that marks it, what is read aloud of it, and its cells.

        A cell is the attributes of its tag, which are the same in every row and made once, and what stands in it.
        """
        attributes = {column.name: self._attributes(column) for column in self.columns}
        for row in self.paginated_rows:
            value = self.mark_of(row.record)
            cells = [(tag, row.get_cell(name)) for name, tag in attributes.items()]
            yield value, self.marked_name(row.record) if value else "", cells

    def _attributes(self, column: BoundColumn) -> str:
        """The attributes of a cell of the column; on a phone it shows the column's heading."""
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
class Filter:
    """A choice that narrows a list: `matches` says of a row and a chosen key whether it stays."""

    key: str
    label: Any
    choices: Sequence[tuple[str, Any]]
    matches: Callable[[Any, str], bool]


@dataclass(frozen=True)
class ShownFilter:
    """A filter on the page, with what is chosen; empty is everything."""

    key: str
    label: Any
    choices: Sequence[tuple[str, Any]]
    chosen: str


@dataclass(frozen=True)
class ListState:
    """What the page shows around the rows of a list."""

    total: int
    count: int
    """How many rows are left by search and filters, on all pages."""
    search: str
    filters: tuple[ShownFilter, ...]
    columns: tuple[tuple[str, Any, bool], ...]
    """The columns that can be chosen: key, heading, whether it is shown."""
    sort: str
    orders: tuple[tuple[str, str], ...]
    """The orders to choose from where headings are not shown, as on a phone."""
    address: str
    """Where the rows stand as they are shown, for the way back from an action."""
    others: tuple[tuple[str, str], ...]
    """What else the address says than order and page, for a form that chooses the order."""
    all_can_be_marked: bool
    """Whether there are several pages, and not too many rows on them to be marked at once."""

    @property
    def is_narrowed(self) -> bool:
        """Whether search or filters leave rows out."""
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
    filters: Sequence[Filter] = (),
    count: int | None = None,
    status: int = 200,
    show: Callable[..., HttpResponse] = render,
) -> HttpResponse:
    """Return the page of a list, the file it is asked for as, or the way back once columns were chosen.

    The template shows the list by `{% include "_list.html" %}`; it has `table` and `list`.
    Of rows that are a query, `RowsInParts` or another sequence that reads slices, only those of the page are read.
    `title` and `event` name the file. `count` is how many rows there are, if known.
    `show` renders the page. Raises `Http404` for a file of another format.
    """
    if "columns" in request.GET:
        return _remember_columns(request, table)
    sort = request.GET.get("sort", "")[:LONGEST_SEARCH]
    search = request.GET.get("find", "")[:LONGEST_SEARCH].strip()
    chosen = tuple(
        ShownFilter(row.key, row.label, row.choices, _chosen(request, row)) for row in filters
    )
    narrowed: Sequence[Any] | QuerySet[Any] = rows
    if search and table.searched_in_database and isinstance(rows, QuerySet):
        narrowed = holding(rows, table.searched, search)
    elif search and isinstance(rows, RowsInParts):
        narrowed = rows.holding(search)
    elif search and table.searched:
        narrowed = table.matching(list(rows), search)
    for row, shown in zip(filters, chosen, strict=True):
        if shown.chosen:
            narrowed = [item for item in narrowed if row.matches(item, shown.chosen)]
    if "file" in request.GET and (marks := marks_in(request.GET)):
        narrowed = rows_of_marks(table, rows, marks)
    hidden = _hidden(request, table, sort)
    data = _RowsOfQuery(narrowed) if isinstance(narrowed, QuerySet) else _RowsReadInParts(narrowed)
    made = table(data, exclude=(*hidden, *_empty(table, rows)))
    made.request = request  # given at once it would be paged, and its first rows read, for nothing
    if sort:
        made.order_by = sort
    if "marks" in request.GET:
        return HttpResponse(" ".join(_marks(made)), content_type="text/plain")
    if "file" in request.GET:
        return _file(request.GET["file"], made, title, event)
    made.paginator = Paginator(made.rows, table.per_page)
    count = made.paginator.count = made.paginator.count if count is None else count
    made.page = made.paginator.get_page(request.GET.get("page", ""))
    state = ListState(
        total=count if narrowed is rows else _count(rows),
        count=count,
        search=search,
        filters=chosen,
        columns=tuple(
            (name, column.verbose_name, name not in hidden)
            for name, column in table.base_columns.items()
            if name not in table.always
        ),
        sort=sort,
        orders=tuple(_orders(made)),
        address=f"{request.path}?{request.GET.urlencode()}" if request.GET else request.path,
        others=tuple(
            (key, str(value))
            for key, value in request.GET.items()
            if key not in ("page", "sort", *(row.key for row in filters))
        ),
        all_can_be_marked=made.paginator.num_pages > 1 and count <= MOST_MARKED,
    )
    return show(request, template, {**context, "table": made, "list": state}, status=status)


def _chosen(request: HttpRequest, row: Filter) -> str:
    typed = request.GET.get(row.key, "")
    return typed if any(typed == key for key, _label in row.choices) else ""


class _RowsOfQuery(TableQuerysetData):
    """Rows of a query. Of a later page their keys are read first: PostgreSQL works out every figure of the rows
    before them, too.
    """

    def __getitem__(self, key: Any) -> Any:
        """The rows of a page, or one row."""
        if not (isinstance(key, slice) and key.start):
            return super().__getitem__(key)
        keys = list(self.data.values_list("pk", flat=True)[key])
        rows = {row.pk: row for row in self.data.filter(pk__in=keys)}
        return [rows[of] for of in keys if of in rows]


class _RowsReadInParts(TableListData):
    """Rows that are no query; of a sequence that reads its rows by slices only those of the page are read."""

    data: Sequence[Any]

    def order_by(self, aliases: Any) -> None:
        """Sort the rows, which takes all of them; by a column with an `order_key` by that."""
        if isinstance(self.data, RowsInParts):
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


def _count(rows: Sequence[Any] | QuerySet[Any]) -> int:
    return rows.count() if isinstance(rows, QuerySet) else len(rows)


def _cookie(table: type[ListTable]) -> str:
    return f"ninetimer-columns-{table.key}"


def _hidden(request: HttpRequest, table: type[ListTable], sort: str) -> tuple[str, ...]:
    """The columns left out: those not among the chosen, else those hidden at first.

    One that the rows are ordered by is shown: nobody could tell by what they are ordered.
    """
    remembered = request.COOKIES.get(_cookie(table))
    chosen = {*table.always, *_columns_of(sort)}
    if remembered is None:
        chosen.update(name for name in table.base_columns if name not in table.at_first_hidden)
    else:
        chosen.update(remembered.split("."))
    return tuple(name for name in table.base_columns if name not in chosen)


def _columns_of(sort: str) -> set[str]:
    return {name.strip().lstrip("-") for name in sort.split(",")}


def _marks(table: ListTable) -> Iterator[str]:
    """The marks of the rows on all pages, as many as can be marked at once."""
    return filter(None, (table.mark_of(row.record) for row in table.rows[:MOST_MARKED]))


def _empty(table: type[ListTable], rows: Sequence[Any] | QuerySet[Any]) -> tuple[str, ...]:
    """The columns left out because nothing stands in them in any row, also in those a search leaves out."""
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
    """Back to the same rows, with the columns chosen; the browser keeps them."""
    chosen = [name for name in request.GET.getlist("columns") if name in table.base_columns]
    query = request.GET.copy()
    del query["columns"]
    if not _columns_of(query.get("sort", "")) <= {*chosen, *table.always}:
        query.pop("sort", None)  # else the column would be shown all the same
    response = redirect(f"{request.path}?{query.urlencode()}" if query else request.path)
    response.set_cookie(
        _cookie(table), ".".join(chosen), max_age=A_YEAR, httponly=True, samesite="Lax"
    )
    return response


def _orders(table: ListTable) -> list[tuple[str, str]]:
    orders = []
    for column in table.columns:
        if column.orderable:
            orders.append((column.name, f"{column.header} ↑"))
            orders.append((f"-{column.name}", f"{column.header} ↓"))
    return orders


def _file(file_format: str, table: ListTable, title: str, event: Any) -> HttpResponse:
    """The rows as a file, in the order and with the columns of the page."""
    if file_format not in FILES:
        raise Http404
    ((_receiver, sent),) = list_as_file.send(
        type(table), file_format=file_format, table=table, title=title, event=event
    )
    return cast("HttpResponse", sent)
