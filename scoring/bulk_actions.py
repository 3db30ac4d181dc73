"""Which rows of a list are marked: on the page that is shown, on others, and left out by a search since."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.actions.refusals import Refused

MOST_MARKED = 1000
"""So many rows are marked at once by one button."""
MOST_DIGITS = 19
"""Of the key of a row."""


def marks_in(query: QueryDict) -> list[str]:
    """The marks sent, each once: the boxes of the page as `row`, those of other pages as `rows`, with spaces."""
    return list(dict.fromkeys([*query.getlist("row"), *query.get("rows", "").split()]))


def keys_in(query: QueryDict) -> list[int]:
    """The marks sent that can be keys of rows in the database."""
    return [int(mark) for mark in marks_in(query) if _is_key(mark)]


def rows_of_marks(table: Any, rows: Sequence[Any] | QuerySet[Any], marks: Sequence[str]) -> Any:
    """The rows of a `ListTable` that are marked so, in their order; of a query by key they stay a query."""
    if isinstance(rows, QuerySet) and table.marked_by == "pk":
        return rows.filter(pk__in=[int(mark) for mark in marks if _is_key(mark)])
    wanted, of = set(marks), table([])
    return [row for row in rows if of.mark_of(row) in wanted]


def marked_rows(
    request: HttpRequest, rows: Sequence[Any] | QuerySet[Any], by: str, *, none: str = ""
) -> list[Any]:
    """The rows that a form marks, in their order; `by` is the attribute the boxes were named after.

    That one is no longer there is a message on the next page, and so is that there is none, as `none` says it.
    """
    marks = set(marks_in(request.POST))
    marked = [row for row in rows if str(getattr(row, by)) in marks]
    gone = len(marks) - len(marked)
    if not marks:
        messages.error(request, none or _("No row is marked. Mark rows in the list first."))
    elif gone:
        sentence = ngettext(
            "{count} marked row is no longer in the list; nothing was done with it.",
            "{count} marked rows are no longer in the list; nothing was done with them.",
            gone,
        ).format(count=gone)
        (messages.warning if marked else messages.error)(request, sentence)
    return marked


def ask_first(
    request: HttpRequest,
    context: Mapping[str, Any],
    marked: Iterable[str],
    *,
    show: Callable[..., HttpResponse] = render,
) -> HttpResponse | None:
    """The page that asks before something is done with the rows marked so; None once it was answered with yes.

    The context has a `question`, `names` of the rows, what `happens`, what the `button` says, and `back`, where nothing
    is changed; with `can_be_undone` the button is no warning. What else the form said is sent once more, and with
    `seen` the version of what the page shows.
    """
    if "sure" in request.POST:
        return None
    left_out = ("csrfmiddlewaretoken", "row", "rows", "seen")
    again = [(key, value) for key, value in request.POST.items() if key not in left_out]
    sent = [("rows", " ".join(marked)), ("seen", context.get("seen", "")), *again]
    return show(request, "confirmation.html", {**context, "again": sent})


def ask_and_do(
    request: HttpRequest,
    marked: Sequence[Any],
    by: str,
    do: Callable[[Actor, Sequence[Any]], Sized],
    done: Callable[[int], str],
    *,
    show: Callable[..., HttpResponse] = render,
    **context: Any,
) -> HttpResponse:
    """Ask as `ask_first` with that context; after a yes, `do` it with the rows marked and return to the list.

    `question`, and `done` for so many rows as `do` returned, may name their `{count}`.
    """
    context["question"] = context["question"].format(count=len(marked))
    marks = [str(getattr(row, by)) for row in marked]
    if question := ask_first(request, context, marks, show=show):
        return question
    try:
        count = len(do(Actor.of(request.user), marked))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done(count).format(count=count))
    return redirect(context["back"])


def back_to(request: HttpRequest, address: str) -> str:
    """The list at that address as it was narrowed and sorted when its form was sent."""
    path, _mark, query = request.POST.get("back", "").partition("?")
    return f"{address}?{query}" if path == address and query else address


def _is_key(mark: str) -> bool:
    return mark.isascii() and mark.isdecimal() and len(mark) < MOST_DIGITS
