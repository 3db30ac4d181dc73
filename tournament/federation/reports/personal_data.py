"""The data stored about a person as one file: a page, PDF, JSON, photographs and printed papers."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament import extension
from tournament.federation.queries.personal_data import PersonalData
from tournament.reports.delivery import RenderedFile, render_report
from tournament.reports.figures import safe_file_name
from tournament.reports.personal_tables import AT, DIVISION, EVENT, ROUND
from tournament.reports.report import (
    Column,
    Group,
    Kind,
    Report,
    Table,
    Text,
    Value,
    hide_columns_if_empty,
)

FORMATS = ("html", "pdf", "json")
REASON = Column("reason", _lazy("Reason"))
NAME = Column("name", _lazy("Name"))
RATING = Column("rating", _lazy("Rating"), Kind.INTEGER)
MEMBER = Column("member", _lazy("Member number"))

TABLES: dict[str, tuple[Promise, tuple[Column, ...]]] = {
    "names": (
        _lazy("Names"),
        (
            NAME,
            Column("sort_name", _lazy("Sort name")),
            Column("minor", _lazy("Minor")),
            Column("since", _lazy("Since"), Kind.MOMENT),
        ),
    ),
    "contacts": (
        _lazy("Contact details"),
        (
            Column("email", _lazy("E-mail")),
            Column("telephone", _lazy("Telephone")),
            Column("call_whom", _lazy("Emergency contact")),
            AT,
        ),
    ),
    "entries": (
        _lazy("Entries"),
        (
            EVENT,
            Column("date", _lazy("Date"), Kind.DATE),
            DIVISION,
            Column("number", _lazy("Number"), Kind.INTEGER),
            RATING,
            MEMBER,
            Column("career_games", _lazy("Rated games"), Kind.INTEGER),
            Column("rating_class", _lazy("Class")),
            Column("team", _lazy("Team")),
            Column("fixed_board", _lazy("Board"), Kind.INTEGER),
            Column("owes", _lazy("Owes")),
            Column("paid_at", _lazy("Date paid"), Kind.MOMENT),
            Column("by_initials", _lazy("Initials only")),
            Column("added_at", _lazy("Entered"), Kind.MOMENT),
            Column("arrived_at", _lazy("Checked in"), Kind.MOMENT),
            Column("withdrawn_after", _lazy("Left after round"), Kind.INTEGER),
            Column("extras", _lazy("From an imported file")),
        ),
    ),
    "results": (
        _lazy("Results"),
        (
            EVENT,
            DIVISION,
            ROUND,
            Column("board", _lazy("Board"), Kind.INTEGER),
            Column("opponent", _lazy("Opponent")),
            Column("score", _lazy("Score"), Kind.SCORE),
            Column("opponent_score", _lazy("Opponent's score"), Kind.SCORE),
            Column("spread", _lazy("Spread"), Kind.SPREAD),
            Column("outcome", _lazy("Result")),
            Column("standing", _lazy("State")),
            REASON,
            AT,
        ),
    ),
    "reports": (
        _lazy("Results reported by phone"),
        (EVENT, DIVISION, ROUND, Column("scores", _lazy("Scores")), AT),
    ),
    "penalties": (
        _lazy("Penalties"),
        (
            EVENT,
            DIVISION,
            ROUND,
            Column("spread", _lazy("Spread"), Kind.SPREAD),
            REASON,
            AT,
            Column("revoked_at", _lazy("Revoked"), Kind.MOMENT),
        ),
    ),
    "prizes": (
        _lazy("Prizes given by hand"),
        (EVENT, Column("title", _lazy("Title")), Column("value", _lazy("Value")), REASON),
    ),
    "ratings": (
        _lazy("Ratings"),
        (
            EVENT,
            DIVISION,
            Column("old", _lazy("Old"), Kind.INTEGER),
            Column("new", _lazy("New"), Kind.INTEGER),
        ),
    ),
    "registrations": (
        _lazy("Registrations"),
        (
            EVENT,
            NAME,
            MEMBER,
            Column("notes", _lazy("Note")),
            Column("by_initials", _lazy("Initials only")),
            Column("state", _lazy("State")),
            REASON,
            AT,
            Column("club", _lazy("Club")),
            Column("minor", _lazy("Minor")),
            Column("email", _lazy("E-mail")),
            Column("telephone", _lazy("Telephone")),
            Column("guardian", _lazy("Parent or guardian")),
            Column("answers", _lazy("Answers")),
            Column("agreed_at", _lazy("Agreed"), Kind.MOMENT),
        ),
    ),
    "payments": (
        _lazy("Payments"),
        (
            EVENT,
            Column("amount", _lazy("Amount"), Kind.MONEY),
            Column("how", _lazy("Method")),
            AT,
            Column("revoked_at", _lazy("Revoked"), Kind.MOMENT),
        ),
    ),
    "listed": (
        _lazy("Rating lists"),
        (
            Column("list", _lazy("List")),
            NAME,
            MEMBER,
            RATING,
            Column("rated_games", _lazy("Rated games"), Kind.INTEGER),
            Column("last_played", _lazy("Last played"), Kind.DATE),
        ),
    ),
    "apart": (
        _lazy("Kept apart from other players"),
        (EVENT, AT, Column("ended_at", _lazy("Ended"), Kind.MOMENT)),
    ),
    "shared": (
        _lazy("Shared with or by another organisation"),
        (
            Column("organisation", _lazy("Organisation")),
            Column("consent", _lazy("Consent")),
            AT,
            Column("accepted_at", _lazy("Accepted"), Kind.MOMENT),
            Column("ended_at", _lazy("Ended"), Kind.MOMENT),
        ),
    ),
    "games": (
        _lazy("Recorded games"),
        (Column("game", _lazy("Game"), Kind.INTEGER), Column("players", _lazy("Players"))),
    ),
    "activity": (
        _lazy("Activity"),
        (
            AT,
            Column("verb", _lazy("Kind of action"), data_only=True),
            Column("summary", _lazy("Action")),
            REASON,
        ),
    ),
}


def personal_report(data: PersonalData, printed_at: datetime) -> Report:
    """Return the data stored about a person, with a table for each kind of record."""
    notes = (
        _(
            "Not included: the codes of the player's page, and the names and reasons of people "
            "who asked not to meet the player."
        ),
        _(
            "Snapshots, undo steps and uploaded files that have not been imported yet may contain "
            "copies of this data."
        ),
    )
    return Report(
        key="personal_data",
        title=_("Data stored about {person}").format(person=data.person.name),
        event="",
        event_slug=safe_file_name(data.person.name),
        printed_at=printed_at,
        landscape=True,
        sections=(
            Text(notes, marked=True),
            *(_table(key, rows) for key, rows in data.records.items() if rows),
        ),
    )


def personal_archive(data: PersonalData, printed_at: datetime) -> RenderedFile:
    """Return the zip file for the person: the report as a page, PDF and JSON, the photographs and printed papers."""
    report = personal_report(data, printed_at)
    content, warnings = io.BytesIO(), dict[str, None]()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as bundle:
        for file_format in FORMATS:
            rendered = render_report(report, file_format)
            bundle.writestr(rendered.file_name, rendered.content)
            warnings |= dict.fromkeys(rendered.warnings)
        for number, picture in enumerate(data.photographs, start=1):
            bundle.writestr(f"photographs/{number}.jpg", picture)
        for number, paper in enumerate(data.papers, start=1):
            bundle.writestr(f"papers/{number}.pdf", paper)
    name = f"{safe_file_name(data.person.name, 'personal_data')}.zip"
    return RenderedFile(content.getvalue(), "application/zip", name, tuple(warnings))


def _table(key: str, rows: list[dict[str, Any]]) -> Table:
    title, columns = (TABLES | _room_tables())[key]
    values = tuple(tuple(_value(row[column.key]) for column in columns) for row in rows)
    table = Table(key, columns, (Group(values),), title=str(title))
    return hide_columns_if_empty(table, *(column.key for column in columns[1:]))


def _room_tables() -> dict[str, tuple[Promise, tuple[Column, ...]]]:
    return {table.key: (table.title, table.columns) for table in extension.PERSONAL_TABLES}


def _value(stored: Any) -> Value:
    """Return a value for a table; True is “yes” and False is an empty string."""
    if isinstance(stored, bool):
        return _("yes") if stored else ""
    value: Value = stored
    return value
