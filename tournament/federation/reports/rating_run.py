"""Reports of rating runs: the rating of each person before and after, and the changes by event."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.ratings.performance import round_half_up
from tournament.federation.queries.rating_runs import RunOutcome, RunPerson
from tournament.models import RatingList
from tournament.reports.report import (
    Cell,
    Column,
    Emphasis,
    Group,
    Kind,
    Report,
    Table,
    hide_columns_if_empty,
)

PERSON_COLUMNS = (
    Column("name", _lazy("Name")),
    Column("member", _lazy("Member")),
    Column("old", _lazy("Before"), Kind.INTEGER),
    Column("new", _lazy("After"), Kind.INTEGER),
    Column("change", _lazy("Change"), Kind.SPREAD),
    Column("games", _lazy("Games"), Kind.INTEGER),
    Column("events", _lazy("Events"), Kind.INTEGER),
)
CHANGE_COLUMNS = (
    Column("name", _lazy("Name")),
    Column("date", _lazy("Date"), Kind.DATE),
    Column("event", _lazy("Event")),
    Column("division", _lazy("Division")),
    Column("games", _lazy("Games"), Kind.INTEGER),
    Column("old", _lazy("Before"), Kind.INTEGER),
    Column("new", _lazy("After"), Kind.INTEGER),
    Column("change", _lazy("Change"), Kind.SPREAD),
)


MAX_ROWS_ON_PAGE = 200
"""The maximum number of people on a page. Files contain everybody."""


def rating_run_report(
    outcome: RunOutcome,
    printed_at: datetime,
    *,
    made: RatingList | None = None,
    most: int | None = None,
) -> Report:
    """Return the report of a run, or of a preview if there is no `made` list.

    If `most` limits the number of people, a note says so; None means all.
    """
    people = outcome.people[:most]
    sections = (_people_table(people), _changes_table(people))
    notes = [] if made else [_("This is a preview. Nothing has been saved.")]
    if len(people) < len(outcome.people):
        notes.append(
            _("The first {count} of {people} people; the files contain all of them.").format(
                count=len(people), people=len(outcome.people)
            )
        )
    return Report(
        "rating_run",
        _("Rating run"),
        str(made or outcome.base),
        "ratings",
        printed_at,
        subtitle=ngettext(
            "{events} event, {people} people, from the list {list}",
            "{events} events, {people} people, from the list {list}",
            len(outcome.events),
        ).format(events=len(outcome.events), people=len(outcome.people), list=outcome.base),
        sections=sections,
        notes=tuple(notes),
    )


def _people_table(people: tuple[RunPerson, ...]) -> Table:
    rows = tuple(
        (
            person.name,
            person.member,
            *_figures(person.old, person.new),
            person.games,
            len({share.division.event_id for share in person.changes}),
        )
        for person in people
    )
    table = Table(
        "people",
        PERSON_COLUMNS,
        (Group(rows),) if rows else (),
        title=_("Changes"),
        empty=_("No games have been played."),
    )
    return hide_columns_if_empty(table, "member")


def _changes_table(people: tuple[RunPerson, ...]) -> Table:
    rows = tuple(
        (
            person.name,
            share.division.event.date,
            share.division.event.name,
            share.division.name,
            share.games,
            *_figures(share.old, share.new),
        )
        for person in people
        for share in person.changes
        if share.games
    )
    return Table(
        "shares",
        CHANGE_COLUMNS,
        (Group(rows),) if rows else (),
        title=_("Effect of each event"),
        empty=_("No games have been played."),
    )


def _figures(old: float | None, new: float | None) -> tuple[int | None, Cell, int | None]:
    before, after = (None if value is None else round_half_up(value) for value in (old, new))
    change = None if before is None or after is None else after - before
    return before, Cell(after, Emphasis.STRONG), change
