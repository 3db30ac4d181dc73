"""The list of the organisation's people with their ratings, and a person's rating history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.tables import DayColumn, FigureColumn, ListTable, TextColumn
from scoring.wording.phrases import comma_list, format_signed
from tournament.engine.ratings.performance import round_half_up
from tournament.federation.queries.members import Members, RatingLine, current_lists, member_history
from tournament.models import Player, RatingList
from tournament.reports.delivery import picture_fragment
from tournament.reports.pictures.lines import Series, line_picture
from tournament.web.access import Permission, requires
from tournament.web.page import page
from tournament.web.people.person import find_person
from tournament.web.tables import NameColumn, list_page
from tournament.wording.plugins import system_name


class RatingColumn(FigureColumn):
    """The ratings on one list. People who are not on it are last in either order."""

    def __init__(self, rating_list: RatingList) -> None:
        super().__init__(
            verbose_name=str(rating_list.club or rating_list.name),
            empty_values=(),
            accessor="ratings",
        )
        self.key = rating_list.pk

    def render(self, *, value: Any) -> str:
        """Return the rating, with decimals only if needed; empty for a person who is not on the list."""
        rating = value.get(self.key)
        return "" if rating is None else str(floatformat(rating, "-2"))

    def value(self, *, value: Any, **_row: Any) -> float | int | None:
        """Return the rating as a number for a file, or None for a person who is not on the list."""
        rating = value.get(self.key)
        return int(rating) if rating is not None and rating == int(rating) else rating


class MembersTable(ListTable):
    """All people of the organisation, with a column for each current list."""

    key = "members"
    searched = ("name", "sort_name", "members")
    always = ("name",)

    name = NameColumn(
        verbose_name=_lazy("Name"),
        listed="sort_name",
        linkify=lambda record: reverse("member", args=[record.pk]),
    )
    members = TextColumn(verbose_name=_lazy("Member"))
    games = FigureColumn(verbose_name=_lazy("Rated games"))
    events = FigureColumn(verbose_name=_lazy("Events"))
    latest = DayColumn(verbose_name=_lazy("Latest event"))


@requires(Permission.LOOK)
def members_page(request: HttpRequest) -> HttpResponse:
    """List all people of the organisation with the rating on each current list."""
    lists = current_lists()
    columns = {f"list_{row.pk}": RatingColumn(row) for row in lists}
    order = ("name", "members", *columns, "games", "events", "latest")
    meta = type("Meta", (), {"sequence": order})
    table = type("MembersWithRatings", (MembersTable,), {**columns, "Meta": meta})
    return list_page(
        request,
        "federation/standings/members.html",
        {"lists": lists},
        table,
        Members(lists),
        title=_("Members"),
    )


@requires(Permission.LOOK)
def member_page(request: HttpRequest, person: int) -> HttpResponse:
    """Show the ratings of a person over time as a chart and a table, and the changes by event."""
    player = find_person(person)
    history = member_history(player)
    return page(
        request,
        "federation/standings/member.html",
        {
            "person": player,
            "lines": [(line, system_name(line.system)) for line in history.lines],
            "picture": _ratings_chart(player, history.lines),
            "events": [
                (row, [_change_texts(change) for change in row.changes]) for row in history.events
            ],
        },
    )


def _ratings_chart(person: Player, lines: Sequence[RatingLine]) -> Any:
    """Return a line chart of the ratings on the lists of each club and body; None for fewer than two dates."""
    days = sorted({row.on_list.as_of for line in lines for row in line.rows})
    if len(days) < 2:
        return None
    series = []
    for line in lines:
        by_day = {row.on_list.as_of: round_half_up(row.rating) for row in line.rows}
        values, last = [], None
        for day in days:
            last = by_day.get(day, last)
            values.append(last)
        series.append(Series(line.name if len(lines) > 1 else "", tuple(values)))
    description = _("The rating of {name} from list to list: {figures}.").format(
        name=person.name,
        figures=comma_list(
            f"{line.name} {round_half_up(line.rows[0].rating)}–{round_half_up(line.latest.rating)}"
            for line in lines
        ),
    )
    labels = [day.isoformat() for day in days]
    return picture_fragment(line_picture(series, description, foot="", labels=labels))


def _change_texts(change: Any) -> tuple[str, str, str, str]:
    """Return the system, the ratings before and after, and their difference as strings; a dash if unknown.

    If there is no rating before, the difference reads “first rating”.
    """
    old, new = (
        None if value is None else round_half_up(value) for value in (change.old, change.new)
    )
    brought = format_signed(new - old) if old is not None and new is not None else _("first rating")
    return (
        system_name(change.of.system),
        "–" if old is None else str(old),
        "–" if new is None else str(new),
        brought if new is not None else "–",
    )
