"""The director's lists of people."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import django_tables2 as tables
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.tables import DayColumn, FigureColumn, ListFilter, ListTable, TextColumn
from tournament.engine.attendance import matches_search
from tournament.models import Division, Entry, RatingList
from tournament.web.access import Permission, has_page_permission
from tournament.web.tables import NameColumn

ATTENDANCE_CHOICES = (
    ("here", _lazy("here")),
    ("missing", _lazy("missing")),
    ("withdrawn", _lazy("withdrawn")),
)


def attendance_of(entry: Entry) -> str:
    """Return the attendance of the entry as a key of `ATTENDANCE_CHOICES`: withdrawn, missing or here."""
    if entry.withdrawn_after is not None:
        return "withdrawn"
    return "missing" if entry.is_missing else "here"


def _address_arguments(record: Entry) -> list[str | int]:
    return [record.division.event.slug, record.division.slug, record.number]


def _address(record: Entry) -> str:
    return reverse("entry", args=_address_arguments(record))


class AttendanceColumn(tables.Column):
    """A column of attendance, sorted in the order missing, here, withdrawn."""

    def __init__(self) -> None:
        cell = {"class": "words plain"}
        super().__init__(verbose_name=_lazy("Check-in"), empty_values=(), attrs={"td": cell})

    def order_key(self, row: Entry) -> int:
        """Return the sort key of a row."""
        return ("missing", "here", "withdrawn").index(attendance_of(row))


class PlayersTable(ListTable):
    """All players in an event."""

    key = "players"
    searched = ("player__name", "number", "member", "team", "rating_class")
    always = ("name",)
    at_first_hidden = ("member", "team", "owes", "fixed_board")

    division = TextColumn(verbose_name=_lazy("Division"), accessor="division__name")
    number = FigureColumn(verbose_name=_lazy("Number"))
    name = NameColumn(verbose_name=_lazy("Name"), listed="player__sort_name", linkify=_address)
    rating = FigureColumn(verbose_name=_lazy("Rating"))
    rating_class = TextColumn(verbose_name=_lazy("Class"))
    team = TextColumn(verbose_name=_lazy("Team"))
    member = TextColumn(verbose_name=_lazy("Member"))
    fixed_board = FigureColumn(verbose_name=_lazy("Fixed board"))
    owes = TextColumn(verbose_name=_lazy("Owes"))
    attendance = AttendanceColumn()

    def render_attendance(self, record: Entry) -> str:
        """Return the attendance in a word."""
        return str(dict(ATTENDANCE_CHOICES)[attendance_of(record)])

    def render_owes(self, record: Entry) -> str:
        """Return the amount due, and a note if it has been paid."""
        return _("{amount}, paid").format(amount=record.owes) if record.paid_at else record.owes


class CheckInTable(ListTable):
    """The check-in list, in which a tap on a row checks in its player."""

    key = "check-in"
    searched = ("player__name", "number")
    has_search_line = True
    always = ("name",)
    at_first_hidden = ("rating", "rating_class", "team", "member")
    left_out_when_empty = ("owes",)

    name = NameColumn(verbose_name=_lazy("Name"), listed="player__sort_name")
    division = TextColumn(verbose_name=_lazy("Division"), accessor="division__name")
    number = FigureColumn(verbose_name=_lazy("Number"))
    rating = FigureColumn(verbose_name=_lazy("Rating"))
    rating_class = TextColumn(verbose_name=_lazy("Class"))
    team = TextColumn(verbose_name=_lazy("Team"))
    member = TextColumn(verbose_name=_lazy("Member"))
    owes = TextColumn(verbose_name=_lazy("Owes"))
    attendance = AttendanceColumn()
    more = tables.Column(
        verbose_name=_lazy("More"),
        empty_values=(),
        orderable=False,
        exclude_from_export=True,
        attrs={"th": {"class": "screen-only"}, "td": {"class": "words plain screen-only"}},
    )

    @cached_property
    def right_division(self) -> int | None:
        """The key of the second division if there are exactly two, else None. A wide window shows it on the right."""
        divisions = sorted({(row.division.position, row.division_id) for row in self.data})
        return divisions[1][1] if len(divisions) == 2 else None

    @classmethod
    def search_rows(cls, rows: Sequence[Entry], search: str) -> Sequence[Entry]:
        """Return the entries with a name part that begins with the search, or with a number equal to it."""
        return [row for row in rows if matches_search(search, row.player.name, row.number)]

    def checkbox_value(self, record: Entry) -> str:
        """Return the value of the entry's checkbox, or an empty string if the entry is withdrawn."""
        return "" if record.withdrawn_after is not None else str(record.pk)

    def render_name(self, record: Entry) -> str:
        """Return the name, as a button if a tap on the row checks the player in."""
        name = record.player.sort_name
        is_here = attendance_of(record) == "here" and record.arrived_at
        if is_here or record.withdrawn_after is not None:
            return name
        return format_html(
            '<button type="submit" form="tap" id="row-{}" class="check-in-row" name="entry" value="{}"{}>{}</button>',
            record.pk,
            record.pk,
            " disabled" if record.division.event.closed_at else "",
            name,
        )

    def value_name(self, record: Entry) -> str:
        """Return the sort name, for exported files."""
        return record.player.sort_name

    def render_owes(self, record: Entry) -> str:
        """Return the unpaid amount, or an empty string if it is paid."""
        return "" if record.paid_at else record.owes

    def render_attendance(self, record: Entry) -> str:
        """Return the attendance in words.

        For a withdrawn entry of an open event, it includes a button to bring the player back or, for
        readers who may not direct, the advice to ask the director.
        """
        if record.withdrawn_after is not None:
            words = _("withdrawn") if record.arrived_at else _("left out")
            if record.division.event.closed_at:
                return format_html('<span class="soft">{}</span>', words)
            if not self.directs:
                offer = format_html('<span class="mark-open">{}</span>', _("ask the director"))
            else:
                offer = format_html(
                    '<button type="submit" form="tap" class="outline" name="from" value="check_in"'
                    ' formaction="{}" aria-label="{}">{}</button>',
                    reverse("return_entry", args=_address_arguments(record)),
                    _("{player} plays again").format(player=record.name),
                    _("Play again") if record.arrived_at else _("Bring back"),
                )
            return format_html('<span class="soft">{}</span> {}', words, offer)
        if record.is_missing:
            return format_html('<span class="mark-open">{}</span>', _("missing"))
        words = _("here") if record.arrived_at else _("playing")
        return format_html('<span class="mark-ok">{}</span>', words)

    def value_attendance(self, record: Entry) -> str:
        """Return the attendance in a word, for a file."""
        return str(dict(ATTENDANCE_CHOICES)[attendance_of(record)])

    def render_more(self, record: Entry) -> str:
        """Return the link to the entry's page, after the button that reverses a check-in if that is possible."""
        more = format_html(
            '<a href="{}"{} aria-label="{}">{}</a>',
            _address(record),
            format_html(' class="{}"', "right")
            if record.division_id == self.right_division
            else "",
            _("More about {player}").format(player=record.name),
            _("More"),
        )
        if not self._is_reversible(record):
            return more
        return format_html(
            '<button type="submit" form="tap" name="out" value="{}" class="quiet" aria-label="{}">{}</button> {}',
            record.pk,
            _("{player} is not here after all").format(player=record.name),
            _("Not here"),
            more,
        )

    def _is_reversible(self, record: Entry) -> bool:
        playing = record.withdrawn_after is None and record.division.event.closed_at is None
        return bool(playing and record.arrived_at)

    @cached_property
    def directs(self) -> bool:
        """Whether the reader may let a withdrawn player play again."""
        return has_page_permission(self.request, Permission.DIRECT)


class ClubsTable(ListTable):
    """All clubs."""

    key = "clubs"
    searched = ("name",)
    always = ("name",)

    name = TextColumn(verbose_name=_lazy("Club"), linkify=True)
    session_count = FigureColumn(verbose_name=_lazy("Sessions"))
    last = DayColumn(verbose_name=_lazy("Last session"))


class PersonsTable(ListTable):
    """All people ever entered."""

    key = "people"
    searched = ("name", "sort_name")
    searched_in_database = True
    always = ("sort_name",)

    sort_name = NameColumn(
        verbose_name=_lazy("Listed as"),
        listed="sort_name",
        linkify=lambda record: reverse("person", args=[record.pk]),
    )
    name = NameColumn(verbose_name=_lazy("Name"), listed="name")
    entry_count = FigureColumn(verbose_name=_lazy("Entries"))
    latest = DayColumn(verbose_name=_lazy("Latest event"))


class RatingListsTable(ListTable):
    """All rating lists, those in use first."""

    key = "rating-lists"
    searched = ("name", "system_label", "club__name")
    always = ("name",)
    at_first_hidden = ("source", "added_by")

    name = TextColumn(
        verbose_name=_lazy("List"), linkify=lambda record: reverse("rating_list", args=[record.pk])
    )
    system_label = TextColumn(verbose_name=_lazy("Rating system"), order_by="system_label")
    as_of = DayColumn(verbose_name=_lazy("As of"))
    people = FigureColumn(verbose_name=_lazy("People"))
    club = TextColumn(verbose_name=_lazy("Club"), accessor="club__name")
    source = TextColumn(verbose_name=_lazy("Source"))
    added_by = TextColumn(verbose_name=_lazy("Added by"), accessor="added_by__username")
    state = TextColumn(verbose_name=_lazy("State"), empty_values=(), order_by="withdrawn_at")

    def render_system_label(self, value: str) -> str:
        """Return the translated name of the system."""
        return _(value)

    def render_state(self, record: RatingList) -> str:
        """Return a note if the list is withdrawn."""
        return _("no longer used") if record.withdrawn_at else ""


class ListedPeopleTable(ListTable):
    """The people of a rating list, highest rating first."""

    key = "rating-list"
    searched = ("name", "member")
    always = ("name",)

    name = TextColumn(verbose_name=_lazy("Name"))
    rating = FigureColumn(verbose_name=_lazy("Rating"))
    games = FigureColumn(verbose_name=_lazy("Games"))
    deviation = FigureColumn(verbose_name=_lazy("Deviation"))
    member = TextColumn(verbose_name=_lazy("Member"))
    last_played = DayColumn(verbose_name=_lazy("Last played"))

    def render_rating(self, value: float) -> str:
        """Return the rating with two decimals, or with none if they would be zero."""
        return floatformat(value, "-2")

    def render_deviation(self, value: float) -> str:
        """Return the deviation with two decimals, or with none if they would be zero."""
        return floatformat(value, "-2")

    def value_rating(self, value: float) -> float:
        """Return the rating for a file, as an integer if it is whole."""
        return int(value) if value.is_integer() else value

    def value_deviation(self, value: float) -> float:
        """Return the deviation for a file, as an integer if it is whole."""
        return int(value) if value.is_integer() else value


def player_filters(divisions: list[Division], entries: list[Entry]) -> list[ListFilter]:
    """Return the filters by check-in, by division if there are several, and by class and team if any are set."""
    filters = check_in_filters(divisions)
    for key, label in (("rating_class", _("Class")), ("team", _("Team"))):
        values = sorted({value for row in entries if (value := getattr(row, key))})
        if values:
            filters.append(ListFilter(key, label, [(v, v) for v in values], _equals_test(key)))
    return filters


def check_in_filters(divisions: list[Division]) -> list[ListFilter]:
    """Return the filters by check-in and, with several divisions, by division."""
    filters = [
        ListFilter(
            "here", _("Check-in"), ATTENDANCE_CHOICES, lambda row, key: attendance_of(row) == key
        )
    ]
    if len(divisions) > 1:
        choices = [(row.slug, row.name) for row in divisions]
        filters.insert(
            0,
            ListFilter(
                "division", _("Division"), choices, lambda row, key: row.division.slug == key
            ),
        )
    return filters


def _equals_test(key: str) -> Any:
    return lambda row, value: getattr(row, key) == value
