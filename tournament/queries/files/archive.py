"""The rows of an event's archive as plain values.

Rows refer to each other by their position in the archive, and to accounts by name. The
event's own chain of the activity log is included entry by entry, so that it can be verified
and continued where the archive is imported. Helpers, invitations, rating lists and undo
steps are left out.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Field, ForeignKey, Model, Q, QuerySet

from scoring.lexicon import lexicons
from scoring.models import (
    Activity,
    Edit,
    Game,
    GamePhoto,
    GamePlayer,
    PaperCopy,
    Ruling,
    SheetColumn,
    SheetRuling,
    TurnEntry,
)
from tournament import extension
from tournament.models import (
    Club,
    Division,
    Entry,
    Event,
    EventLogo,
    KeepApart,
    Pairing,
    Penalty,
    PlanLine,
    Player,
    PlayerReport,
    Prize,
    Rating,
    RatingChange,
    ResultEntry,
    Round,
)
from tournament.models.tables import archived_table_name

EVENT_LOOKUP = "pairing__round__division__event"
OwnedTable = tuple[type[Model], tuple[str, ...]]
"""A table of an archive, and the lookups that lead from its rows to the event."""
_CORE_TABLES: tuple[OwnedTable, ...] = (
    (Club, ("events",)),
    (Event, ("pk",)),
    (EventLogo, ("event",)),
    (Division, ("event",)),
    (Player, ("entries__division__event",)),
    (Entry, ("division__event",)),
    (KeepApart, ("event",)),
    (PlanLine, ("division__event",)),
    (Prize, ("event",)),
    (Penalty, ("entry__division__event",)),
    (Rating, ("division__event",)),
    (RatingChange, ("of__division__event",)),
    (Round, ("division__event",)),
    (Game, (EVENT_LOOKUP,)),
    (GamePlayer, (f"game__{EVENT_LOOKUP}",)),
    (GamePhoto, (f"game__{EVENT_LOOKUP}",)),
    (PaperCopy, (f"game__{EVENT_LOOKUP}",)),
    (TurnEntry, (f"game__{EVENT_LOOKUP}",)),
    (Ruling, (f"entry__game__{EVENT_LOOKUP}",)),
    (Edit, (f"game__{EVENT_LOOKUP}",)),
    (SheetColumn, (f"game__{EVENT_LOOKUP}",)),
    (SheetRuling, (f"game__{EVENT_LOOKUP}",)),
    (Pairing, ("round__division__event",)),
    (ResultEntry, (EVENT_LOOKUP,)),
    (PlayerReport, (EVENT_LOOKUP,)),
)
"""The archived tables of the core, each after the tables it refers to."""
INACTIVE_ROOMS_KEY = "rooms_off"
"""The key in an event's `extras` under which archived rows of rooms that are off here are stored."""


@cache
def archived_tables() -> tuple[OwnedTable, ...]:
    """Return every archived table, each after the tables it refers to; those of active rooms come last."""
    return (*_CORE_TABLES, *(table for module in extension.ARCHIVE for table in module.ARCHIVED))


def excluded_tables() -> frozenset[str]:
    """Return the names of the tables that belong to an installation and are never archived."""
    return _EXCLUDED_CORE_TABLES.union(*(module.LEFT_BEHIND for module in extension.ARCHIVE))


_EXCLUDED_CORE_TABLES = frozenset(
    {
        "scoring.Activity",
        "scoring.GameSummary",
        "scoring.LoggedCount",
        "scoring.Judgement",
        "scoring.Organisation",
        "scoring.PracticeGame",
        "scoring.Upload",
        "scoring.UploadedGame",
        "tournament.UndoStep",
        "tournament.IncomingFile",
        "tournament.Invitation",
        "tournament.ListedRating",
        "tournament.AccountLanguage",
        "tournament.Membership",
        "tournament.RatingList",
        "tournament.RatingRun",
        "tournament.RecoveryCode",
        "tournament.RemovedEvent",
        "tournament.SecondFactor",
    }
)
EXCLUDED_COLUMNS = frozenset(
    {
        ("scoring.Game", "organisation"),
        ("tournament.Club", "organisation"),
        ("tournament.Event", "organisation"),
        ("tournament.Player", "organisation"),
        ("tournament.Player", "merged_into"),
        ("tournament.Rating", "made"),
        ("tournament.Rating", "run"),
        ("tournament.Rating", "stood_on"),
    }
)
"""Columns that refer to rows outside the archive."""
ARCHIVE_KEYS = {
    ("scoring.Game", "pragmas"): "told",
    ("tournament.Event", "extras"): "kept",
    ("tournament.Division", "extras"): "kept",
    ("tournament.Entry", "extras"): "kept",
}
"""Archive names of columns that have been renamed since the first archive was written."""


@dataclass(frozen=True)
class ArchivedRows:
    """The archived rows of an event by table name."""

    rows: dict[str, list[dict[str, Any]]]
    """The rows, in an order that does not depend on the installation."""
    keys: dict[str, list[int]]
    """The primary keys of the rows in this database, in the same order."""


def archived_rows_of(event: Event) -> ArchivedRows:
    """Return every row of the event, and the archived rows of rooms that are off. At most two queries per table."""
    names = dict(User.objects.values_list("pk", "username"))
    places: dict[type[Model], dict[int, int]] = {}
    written: dict[str, list[dict[str, Any]]] = {}
    for model, ways in archived_tables():
        rows = list(_owned_rows(model, ways, event))
        places[model] = {row.pk: place for place, row in enumerate(rows, 1)}
        written[archived_table_name(model)] = [
            {
                archive_key(field): _plain_value(field, row, places, names)
                for field in archived_fields(model)
            }
            for row in rows
        ]
    carried = written[archived_table_name(Event)][0][
        ARCHIVE_KEYS[archived_table_name(Event), "extras"]
    ].pop(INACTIVE_ROOMS_KEY, {})
    rows_by_table = {
        **carried,
        **{name: rows for name, rows in written.items() if rows or name not in carried},
    }
    keys = {archived_table_name(model): list(numbered) for model, numbered in places.items()}
    return ArchivedRows(rows_by_table, keys)


LOG_COLUMNS = (
    "at", "actor", "verb", "summary", "message", "scope", "reason", "before", "after", "facts",
    "redacts", "redacted_at", "salt", "content_hash", "previous_hash", "hash",
)  # fmt: skip
"""The columns of a log entry that its hash covers, and the hash."""


def archived_log_of(event: Event) -> list[dict[str, Any]]:
    """Return the event's chain of the activity log, oldest entry first. One query."""
    rows = Activity.objects.filter(chain=f"event:{event.slug}").order_by("pk")
    return [
        {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in row.items()
        }
        for row in rows.values(*LOG_COLUMNS)
    ]


def word_lists_of(event: Event) -> dict[str, dict[str, str]]:
    """Return the organisation's own word lists that the event and its games use. One query."""
    games = Game.objects.filter(**{EVENT_LOOKUP: event.pk}).values_list("lexicon", flat=True)
    return own_word_lists(event.organisation_id, {event.lexicon, *games})


def own_word_lists(organisation: int | None, keys: set[str]) -> dict[str, dict[str, str]]:
    """Return those of the word lists that belong to the organisation, by key.

    The words are included if they may be copied. Word lists that come with the program are on
    every installation.
    """
    here = lexicons(organisation)
    return {
        key: {
            "name": here[key].name,
            "tileset": here[key].tileset,
            "sha256": here[key].sha256,
            **({"words": here[key].text} if here[key].may_be_copied else {}),
        }
        for key in sorted(keys & set(here))
        if not here[key].shipped
    }


def archived_fields(model: type[Model]) -> Iterator[Field[Any, Any]]:
    """Yield the archived columns of a table, without the primary key."""
    for field in model._meta.concrete_fields:  # noqa: SLF001
        if (
            not field.primary_key
            and (archived_table_name(model), field.name) not in EXCLUDED_COLUMNS
        ):
            yield field


def archive_key(field: Field[Any, Any]) -> str:
    """Return the name of a column in archives: the original name if the column has been renamed."""
    return ARCHIVE_KEYS.get((archived_table_name(field.model), field.name), field.name)


def is_account_reference(field: Field[Any, Any]) -> bool:
    """Return whether the column refers to an account."""
    return isinstance(field, ForeignKey) and field.related_model is User


def _owned_rows(model: type[Model], ways: tuple[str, ...], event: Event) -> QuerySet[Any]:
    chosen = Q()
    for way in ways:
        chosen |= Q(**{way: event.pk})
    order = ("name_key", "pk") if model is Player else ("pk",)
    rows = model._default_manager.filter(chosen)  # noqa: SLF001
    if model is Player:
        apart = KeepApart.objects.filter(event=event)
        kept_apart = Q(pk__in=apart.values("one")) | Q(pk__in=apart.values("other"))
        rows = Player.objects.filter(Q(pk__in=rows.values("pk")) | kept_apart)
    return rows.order_by(*order)


def _plain_value(
    field: Field[Any, Any],
    row: Model,
    places: dict[type[Model], dict[int, int]],
    names: dict[int, str],
) -> Any:
    value = getattr(row, field.attname)
    if value is None:
        return None
    if is_account_reference(field):
        return names.get(value)
    if isinstance(field, ForeignKey):
        return places[field.related_model].get(value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(bytes(value)).decode()
    return value
