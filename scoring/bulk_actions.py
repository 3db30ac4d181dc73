"""Bulk actions on the selected rows of a list, including rows on other pages."""

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

MAX_SELECTED = 1000
"""Maximum number of rows selected by one button."""
MAX_KEY_DIGITS = 18
"""Maximum number of digits in a row mark that can be a primary key."""


def selected_checkbox_values(query: QueryDict) -> list[str]:
    """Return the submitted row marks (the values of checkboxes) without repeats.

    The values of the checkboxes named `row` come first, then those listed in `rows`, separated by spaces.
    """
    return list(dict.fromkeys([*query.getlist("row"), *query.get("rows", "").split()]))


def selected_keys(query: QueryDict) -> list[int]:
    """Return the submitted marks that can be primary keys."""
    return _keys(selected_checkbox_values(query))


def rows_with_checkbox_values(
    table: Any, rows: Sequence[Any] | QuerySet[Any], marks: Sequence[str]
) -> Any:
    """Return the rows of a `ListTable` whose checkboxes have these values, in order.

    If `rows` is a queryset and the values are primary keys, the result is a queryset too, otherwise a
    list.
    """
    if isinstance(rows, QuerySet) and table.marked_by == "pk":
        return rows.filter(pk__in=_keys(marks))
    wanted, of = set(marks), table([])
    return [row for row in rows if of.checkbox_value(row) in wanted]


def selected_rows(
    request: HttpRequest, rows: Sequence[Any] | QuerySet[Any], by: str, *, none: str = ""
) -> list[Any]:
    """Return the rows selected in a form, in order; `by` is the attribute that identifies them in the form.

    Add a message for the next page if some rows no longer exist, or the message `none` if no row is
    selected.
    """
    marks = set(selected_checkbox_values(request.POST))
    marked = [row for row in rows if str(getattr(row, by)) in marks]
    gone = len(marks) - len(marked)
    if not marks:
        messages.error(request, none or _("No row is selected. Select rows in the list first."))
    elif gone:
        sentence = ngettext(
            "{count} selected row is no longer in the list and was skipped.",
            "{count} selected rows are no longer in the list and were skipped.",
            gone,
        ).format(count=gone)
        (messages.warning if marked else messages.error)(request, sentence)
    return marked


def confirmation_page(
    request: HttpRequest,
    context: Mapping[str, Any],
    marked: Iterable[str],
    *,
    show: Callable[..., HttpResponse] = render,
) -> HttpResponse | None:
    """Return the confirmation page for an action on the selected rows, or None once it has been confirmed.

    The context has a `question`, the `names` of the rows, what `happens`, the label of the
    `button`, and the address `back`. With `can_be_undone` the button is not styled as a warning.
    The other fields of the form are sent again, with the version of the displayed data from the
    context as `seen`.
    """
    if "sure" in request.POST:
        return None
    left_out = ("csrfmiddlewaretoken", "row", "rows", "seen")
    again = [(key, value) for key, value in request.POST.items() if key not in left_out]
    sent = [("rows", " ".join(marked)), ("seen", context.get("seen", "")), *again]
    return show(request, "confirmation.html", {**context, "again": sent})


def confirm_and_run(
    request: HttpRequest,
    marked: Sequence[Any],
    by: str,
    do: Callable[[Actor, Sequence[Any]], Sized],
    done: Callable[[int], str],
    *,
    show: Callable[..., HttpResponse] = render,
    **context: Any,
) -> HttpResponse:
    """Ask for confirmation with `confirmation_page`, then call `do` with the selected rows and return to the list.

    `question` may contain `{count}`; `done` returns the message for the number of rows that `do`
    returned. A refusal by `do` is shown as a message.
    """
    context["question"] = context["question"].format(count=len(marked))
    marks = [str(getattr(row, by)) for row in marked]
    if question := confirmation_page(request, context, marks, show=show):
        return question
    try:
        count = len(do(Actor.for_user(request.user), marked))
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, done(count).format(count=count))
    return redirect(context["back"])


def list_address(request: HttpRequest, address: str) -> str:
    """Return the address of the list, with the filters and sorting in use when the form was submitted."""
    path, _mark, query = request.POST.get("back", "").partition("?")
    return f"{address}?{query}" if path == address and query else address


def parse_key(text: str) -> int | None:
    """Return the submitted primary key, or None if the text is not one or has too many digits."""
    is_key = text.isascii() and text.isdecimal() and len(text) <= MAX_KEY_DIGITS
    return int(text) if is_key else None


def _keys(marks: Iterable[str]) -> list[int]:
    return [key for mark in marks if (key := parse_key(mark)) is not None]
