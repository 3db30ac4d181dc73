"""Tables with the data that rooms store about a person, for the file given to that person."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Entry
from tournament.reports.report import Column, Kind

EVENT = Column("event", _lazy("Event"))
DIVISION = Column("division", _lazy("Division"), width=8)
ROUND = Column("round", _lazy("Round"), Kind.INTEGER)
AT = Column("at", _lazy("When"), Kind.MOMENT)


@dataclass(frozen=True)
class PersonalTable:
    """A table of stored personal data, placed after the table with the key `after`.

    `rows` returns dictionaries keyed by column, for all entries of the person.
    """

    key: str
    title: Promise
    columns: tuple[Column, ...]
    rows: Callable[[QuerySet[Entry]], list[dict[str, Any]]]
    after: str


def event_and_division(entry: Entry) -> dict[str, Any]:
    """Return the event and division of an entry, for the columns `EVENT` and `DIVISION`."""
    return {"event": entry.division.event.name, "division": entry.division.name}
