"""The ratings of a club's players from session to session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.wording.phrases import format_date
from tournament.engine.ratings.performance import round_half_up
from tournament.models import Event
from tournament.queries.people.rating_lists import (
    ClubRatingHistory,
    event_system,
    rating_history_of,
)
from tournament.reports.definition import Definition
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.report import (
    Cell,
    Chart,
    Column,
    Emphasis,
    Group,
    Kind,
    Picture,
    Report,
    Table,
)
from tournament.reports.report_options import CannotReport, report_option
from tournament.wording.plugins import name_of, system_name

MAX_PLAYERS = 40
MAX_LISTS = 20


class RatingHistory(Definition):
    """The ratings of the club's players on each list, with a chart.

    The chart shows the top players of the latest list; the table shows all players on the latest lists.
    """

    title = "Ratings by session"
    group = "At the end"
    private = True

    @dataclass(frozen=True, slots=True)
    class Options:
        """The rating system, and the number of players in the chart."""

        system: str = report_option(
            "The rating system. Default: the event's or the club's system.", ""
        )
        top: int = report_option("The number of players in the chart.", 12)

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """Return the chart and the table.

        Raise `CannotReport` if the event has no club, if no system is given and none follows from the event or
        the club, if the club has no list in that system, or if the number of players is out of range.
        """
        if event.club is None:
            raise CannotReport(
                _(
                    "{event} is not a session of any club. Add it to a club on that club’s page."
                ).format(event=event.name)
            )
        if not 1 <= options.top <= MAX_PLAYERS:
            raise CannotReport(
                _("The chart can show 1 to {most} players, not {top}.").format(
                    most=MAX_PLAYERS, top=options.top
                )
            )
        system = options.system or event_system(event)
        if not system:
            raise CannotReport(
                _(
                    "{club} has no rating list of its own, or has lists in several systems. "
                    "Choose the system."
                ).format(club=event.club)
            )
        history = rating_history_of(event.club, system, MAX_LISTS)
        if not history.lists:
            raise CannotReport(
                _("{club} has no rating list yet. One is created when a session is rated.").format(
                    club=event.club
                )
            )
        return Report(
            "rating_history",
            name_of(self),
            event.club.name,
            event.slug,
            printed_at,
            subtitle=system_name(history.system),
            sections=(_picture(history, options.top), _table(history)),
            landscape=True,
        )


def _picture(history: ClubRatingHistory, top: int) -> Picture:
    lines = [
        Series(line.name, tuple(None if r is None else round_half_up(r) for r in line.ratings))
        for line in history.lines[:top]
    ]
    ratings = "; ".join(
        f"{series.name}: {', '.join(str(value) for value in series.values if value is not None)}"
        for series in lines
    )
    drawing = line_picture(
        lines,
        _("Ratings by list. {ratings}.").format(ratings=ratings),
        foot="",
        labels=_date_labels(history),
        nought=False,
    )
    lists = tuple(f"list_{number}" for number in range(1, len(history.lists) + 1))
    chart = Chart("name", lists, of_rows=len(lines), from_nought=False)
    return Picture(drawing, title=_("Ratings by list"), chart=chart)


def _table(history: ClubRatingHistory) -> Table:
    days = _date_labels(history)
    alike = len(set(days)) < len(days)  # then the number distinguishes lists of the same day
    columns = (
        Column("rank", _("Rank"), Kind.INTEGER),
        Column("name", _("Name"), width=18),
        *(
            Column(
                f"list_{number}",
                day,
                Kind.INTEGER,
                name=_("List {number}, {day}").format(number=number, day=day) if alike else "",
            )
            for number, day in enumerate(days, 1)
        ),
        Column("games", _("Games"), Kind.INTEGER),
    )
    rows = tuple(
        (
            place,
            line.name,
            *(
                Cell(
                    None if rating is None else round_half_up(rating),
                    Emphasis.STRONG if last else None,
                )
                for last, rating in _mark_last_rating(line.ratings)
            ),
            line.games,
        )
        for place, line in zip(_ranks(history), history.lines, strict=True)
    )
    return Table("history", columns, (Group(rows),), title=_("Everybody"))


def _date_labels(history: ClubRatingHistory) -> list[str]:
    """Return the date of each list in short form, such as `3 Oct`, with the year if the lists span several years."""
    days = [rating_list.as_of for rating_list in history.lists]
    years = len({day.year for day in days}) > 1
    return [format_date(day, "j M Y" if years else "j M") for day in days]


def _ranks(history: ClubRatingHistory) -> list[int | None]:
    """Return ranks by rating on the latest list, None for players not on it. Equal rounded ratings share a rank."""
    shown = [
        None if line.ratings[-1] is None else round_half_up(line.ratings[-1])
        for line in history.lines
    ]
    return [None if rating is None else shown.index(rating) + 1 for rating in shown]


def _mark_last_rating(ratings: tuple[float | None, ...]) -> list[tuple[bool, float | None]]:
    return [(place == len(ratings), rating) for place, rating in enumerate(ratings, 1)]
