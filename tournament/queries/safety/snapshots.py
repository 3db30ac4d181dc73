"""Restorable copies of the database, and the changes a restore would make."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext_lazy as _lazy

from scoring.models import Activity
from tournament.models import Event
from tournament.queries.safety.activity import logged_sentence
from tournament.queries.safety.logged_rows import CROSS_EVENT_VERBS
from tournament.wording.log import LOG
from tournament.wording.safety import safety_sentence

SNAPSHOT_SUFFIX = ".sqlite3"
RUNNING_COPY = f"ninetimer-running-copy{SNAPSHOT_SUFFIX}"
"""The file name of the running copy."""
MAX_LISTED_ACTIONS = 30
"""Maximum number of listed actions that a restore would undo."""

COPIED_TABLES = "ninetimer_table"
"""The table in a snapshot of a PostgreSQL database that contains the other tables."""
COUNTED_FIGURES = (
    (_lazy("Events"), "SELECT COUNT(*) FROM tournament_event"),
    (_lazy("Players in divisions"), "SELECT COUNT(*) FROM tournament_entry"),
    (_lazy("Rounds published"), "SELECT COUNT(*) FROM tournament_round WHERE phase <> 'draft'"),
    (_lazy("Rounds closed"), "SELECT COUNT(*) FROM tournament_round WHERE phase = 'closed'"),
    (
        _lazy("Results that count"),
        "SELECT COUNT(*) FROM tournament_resultentry WHERE standing = 'counts'",
    ),
    (_lazy("Turns recorded"), "SELECT COUNT(*) FROM scoring_turnentry WHERE superseded_at IS NULL"),
)


class SnapshotMissing(LookupError):
    """No snapshot has this name; the message lists the existing ones."""


class InvalidSnapshot(ValueError):
    """The file cannot be restored; the message contains the reason."""


@dataclass(frozen=True)
class Snapshot:
    """A copy of the database as a plain file that any installation can open."""

    path: Path
    taken_at: datetime
    why: str
    taken_by: str
    size: int
    """Size in bytes."""
    by_hand: bool = True
    """Whether a user requested the snapshot; otherwise the program took it before a far-reaching action."""

    @property
    def name(self) -> str:
        """The file name without its extension, as passed to `manage.py restore`."""
        return self.path.stem


@dataclass(frozen=True)
class CopyState:
    """The state of the running copy in a second place."""

    place: Path
    made_at: datetime | None
    """When the database was last copied; None if it has not been copied since the program started."""
    problem: str
    """The reason why the database cannot be copied now, or an empty string."""


@dataclass(frozen=True)
class RestoredFigure:
    """A figure as it is now, and as it would be after a restore."""

    label: str
    now: int
    then: int

    @property
    def differs(self) -> bool:
        """Whether a restore would change the figure."""
        return self.now != self.then


@dataclass(frozen=True)
class LaterAction:
    """An action later than the snapshot."""

    at: datetime
    actor: str
    summary: str


@dataclass(frozen=True)
class RestoreConsequences:
    """The consequences of a restore; `is_other_database` tells whether the snapshot comes from another database."""

    figures: tuple[RestoredFigure, ...]
    undone: tuple[LaterAction, ...]
    """The actions that would be undone, latest first, at most `MAX_LISTED_ACTIONS`."""
    undone_count: int
    is_other_database: bool = False


def snapshot_folder() -> Path:
    """Return the folder of the snapshots, which need not exist."""
    return Path(settings.NINETIMER_DATA_DIR) / "snapshots"


def all_snapshots() -> list[Snapshot]:
    """Return every readable snapshot in the folder, newest first.

    They are ordered by the numbers in their names, whatever the clock said.
    """
    snapshots = []
    for path in sorted(snapshot_folder().glob(f"[0-9]*{SNAPSHOT_SUFFIX}"), reverse=True):
        try:
            snapshots.append(read_snapshot(path))
        except InvalidSnapshot:
            continue
    return snapshots


def find_snapshot(name: str) -> Snapshot:
    """Return the snapshot with this name in the folder, else the one at this path.

    May raise `SnapshotMissing` or `InvalidSnapshot`.
    """
    inside = snapshot_folder() / f"{Path(name).name.removesuffix(SNAPSHOT_SUFFIX)}{SNAPSHOT_SUFFIX}"
    if inside.is_file():
        return read_snapshot(inside)
    outside = Path(name).expanduser()
    if outside.is_file():
        return read_snapshot(outside)
    names = ", ".join(snapshot.name for snapshot in all_snapshots()[:5])
    there = (
        safety_sentence("newest_snapshots", names=names)
        if names
        else safety_sentence("no_snapshots")
    )
    raise SnapshotMissing(safety_sentence("no_such_snapshot", name=name, there=there))


def read_snapshot(path: Path) -> Snapshot:
    """Return the snapshot in a file, which may be any database of this program.

    Raise `InvalidSnapshot` if the file is no such database or cannot be read.
    """
    try:
        with open_read_only(path) as file:
            tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
            of_sqlite = {"scoring_activity", "tournament_event"} <= tables
            if not of_sqlite and COPIED_TABLES not in tables:
                raise InvalidSnapshot(safety_sentence("not_our_database", path=path.name))
            row: dict[str, Any] = {}
            if "ninetimer_snapshot" in tables:
                signed = file.execute("SELECT * FROM ninetimer_snapshot")
                names = [column[0] for column in signed.description]
                row = dict(zip(names, signed.fetchone(), strict=True))
        size, changed = path.stat().st_size, path.stat().st_mtime
    except (sqlite3.Error, OSError, TypeError) as problem:
        raise InvalidSnapshot(
            safety_sentence("unreadable_snapshot", path=path.name, problem=problem)
        ) from problem
    if not row:
        taken = datetime.fromtimestamp(changed).astimezone()
        return Snapshot(path, taken, safety_sentence("plain_database_file"), "", size)
    # Copies of earlier versions contain only the sentence; those taken by hand do not begin with
    # "before".
    by_hand = bool(row.get("by_hand", not row["why"].startswith("before ")))
    message = row.get("message")
    why = LOG.from_stored_or(json.loads(message), row["why"]) if message else row["why"]
    return Snapshot(
        path, datetime.fromisoformat(row["taken_at"]), why, row["taken_by"], size, by_hand
    )


def restore_obstacle(snapshot: Snapshot) -> str:
    """Return the reason why this version cannot restore a snapshot, or an empty string.

    The snapshot must be intact, come from the same kind of database, and contain no migrations unknown
    to this version.
    """
    try:
        with open_read_only(snapshot.path) as file:
            state = file.execute("PRAGMA quick_check(1)").fetchone()[0]
            applied = set(file.execute("SELECT app, name FROM django_migrations"))
            is_postgresql = _is_postgresql_copy(file)
            last = _last_entry(file)
    except sqlite3.Error as problem:
        state, applied, is_postgresql, last = str(problem), set(), False, None
    if state != "ok":
        return safety_sentence("damaged_snapshot", snapshot=snapshot.name, state=state)
    known = set(MigrationLoader(connection).disk_migrations)
    if any(step not in known and step[0] not in settings.ROOMS_OFF for step in applied):
        return safety_sentence("snapshot_of_newer", snapshot=snapshot.name)
    if is_postgresql != (connection.vendor == "postgresql"):
        return safety_sentence("snapshot_of_other_kind", snapshot=snapshot.name)
    return _postgresql_obstacle(snapshot, applied, last) if is_postgresql else ""


def _postgresql_obstacle(
    snapshot: Snapshot, applied: set[tuple[str, str]], last: tuple[int, str] | None
) -> str:
    """Return the reason why the copied tables do not fit this database, or an empty string.

    Their migrations must be the same, and they must come from this database unless it is new.
    """
    if applied != set(MigrationRecorder(connection).applied_migrations()):
        return safety_sentence("snapshot_of_earlier", snapshot=snapshot.name)
    if _is_from_other_database(last) and not is_new_installation():
        return safety_sentence("snapshot_of_other_database", snapshot=snapshot.name)
    return ""


def is_new_installation() -> bool:
    """Return whether this installation is new: its log records nothing but accounts created with a command."""
    return not Activity.objects.exclude(verb="hold_account").exists()


def _is_from_other_database(last: tuple[int, str] | None) -> bool:
    """Return whether the last log entry of a snapshot is missing from this database's log."""
    return last is not None and not Activity.objects.filter(pk=last[0], hash=last[1]).exists()


def chains_changed_since(snapshot: Snapshot) -> set[str] | None:
    """Return the log chains written since the snapshot; the events of all other chains are unchanged.

    Return None if the snapshot comes from another database. After an action across events, the
    chains of all events are returned.
    """
    with open_read_only(snapshot.path) as file:
        last = _last_entry(file)
    if _is_from_other_database(last):
        return None
    since = Activity.objects.filter(pk__gt=last[0] if last else 0)
    if since.filter(verb__in=CROSS_EVENT_VERBS).exists():
        return {f"event:{slug}" for slug in Event.everywhere.values_list("slug", flat=True)}
    return {chain for chain in since.order_by().values_list("chain", flat=True) if chain}


def _is_postgresql_copy(file: sqlite3.Connection) -> bool:
    ask = "SELECT 1 FROM sqlite_master WHERE name = ?"
    return file.execute(ask, [COPIED_TABLES]).fetchone() is not None


def _last_entry(file: sqlite3.Connection) -> tuple[int, str] | None:
    """Return the key and hash of the last log entry in a snapshot, or None if its log is empty."""
    row: tuple[int, str] | None = file.execute(
        "SELECT id, hash FROM scoring_activity ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return row


def restore_consequences(snapshot: Snapshot) -> RestoreConsequences:
    """Return what restoring the snapshot would change in the current database."""
    with open_read_only(snapshot.path) as file:
        if _is_postgresql_copy(file):
            rows = file.execute("SELECT number FROM ninetimer_figure ORDER BY place")
            then = [number for (number,) in rows]
        else:
            then = [_query_number(file, ask) for _, ask in COUNTED_FIGURES]
        last = _last_entry(file)
    with connection.cursor() as cursor:
        now = []
        for _, ask in COUNTED_FIGURES:
            cursor.execute(ask)
            now.append(cursor.fetchone()[0])
    figures = tuple(
        RestoredFigure(str(label), present, past)
        for (label, _), present, past in zip(COUNTED_FIGURES, now, then, strict=True)
    )
    if _is_from_other_database(last):
        return RestoreConsequences(figures, (), 0, is_other_database=True)
    since = Activity.objects.filter(pk__gt=last[0] if last else 0)
    undone = tuple(
        LaterAction(entry.at, entry.actor, logged_sentence(entry))
        for entry in since.only("at", "actor", "summary", "message")[:MAX_LISTED_ACTIONS]
    )
    return RestoreConsequences(figures, undone, since.count())


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database file read-only, without creating files beside it."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    file = sqlite3.connect(address, uri=True)
    try:
        yield file
    finally:
        file.close()


def _query_number(file: sqlite3.Connection, ask: str) -> int:
    return int(file.execute(ask).fetchone()[0])
