"""The copies of the database that can be restored: which there are, and what restoring one would change."""

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
from tournament.queries.safety.logged_rows import ACROSS
from tournament.wording.log import LOG
from tournament.wording.safety import of_safety

ENDING = ".sqlite3"
RUNNING_COPY = f"ninetimer-running-copy{ENDING}"
"""The file of the running copy in its folder."""
SHOWN_ACTIONS = 30
"""How many of the actions that would be undone are told one by one."""

COPIED_TABLES = "ninetimer_table"
"""The table of a snapshot of a PostgreSQL database that holds the others."""
COUNTED = (
    (_lazy("Events"), "SELECT COUNT(*) FROM tournament_event"),
    (_lazy("Players in divisions"), "SELECT COUNT(*) FROM tournament_entry"),
    (_lazy("Rounds published"), "SELECT COUNT(*) FROM tournament_round WHERE phase <> 'draft'"),
    (_lazy("Rounds closed"), "SELECT COUNT(*) FROM tournament_round WHERE phase = 'closed'"),
    (
        _lazy("Results that count"),
        "SELECT COUNT(*) FROM tournament_resultentry WHERE standing = 'counts'",
    ),
    (
        _lazy("Turns recorded"),
        "SELECT COUNT(*) FROM scoring_turnentry WHERE superseded_at IS NULL",
    ),
)


class SnapshotMissing(LookupError):
    """There is no snapshot of that name; the message says which there are."""


class NotASnapshot(ValueError):
    """The file cannot be restored; the message says why."""


@dataclass(frozen=True)
class Snapshot:
    """One copy: a plain database file that opens on any laptop with this program."""

    path: Path
    taken_at: datetime
    why: str
    taken_by: str
    size: int
    """Bytes."""
    by_hand: bool = True
    """Whether somebody asked for it, and not an action that was about to change much."""

    @property
    def name(self) -> str:
        """The file's name without its ending; what `manage.py restore` is given."""
        return self.path.stem


@dataclass(frozen=True)
class CopyState:
    """How the running copy in a second place is doing."""

    place: Path
    made_at: datetime | None
    """When the database was last copied; None while it has not been since the program was started."""
    problem: str
    """Why it cannot be copied now; empty when it can."""


@dataclass(frozen=True)
class Figure:
    """A number that restoring would change back."""

    label: str
    now: int
    then: int

    @property
    def differs(self) -> bool:
        """Whether restoring changes it."""
        return self.now != self.then


@dataclass(frozen=True)
class Undone:
    """An action that came after the snapshot."""

    at: datetime
    actor: str
    summary: str


@dataclass(frozen=True)
class RestoreConsequences:
    """What restoring would do. `other` says that the snapshot does not come from this database."""

    figures: tuple[Figure, ...]
    undone: tuple[Undone, ...]
    """The actions since, the latest first, at most `SHOWN_ACTIONS`."""
    undone_count: int
    other: bool = False


def folder() -> Path:
    """Where snapshots are kept; it need not exist yet."""
    return Path(settings.NINETIMER_DATA_DIR) / "snapshots"


def all_snapshots() -> list[Snapshot]:
    """Every snapshot that can be read, the newest first. Their names count up, whatever the clock says."""
    snapshots = []
    for path in sorted(folder().glob(f"[0-9]*{ENDING}"), reverse=True):
        try:
            snapshots.append(read_snapshot(path))
        except NotASnapshot:
            continue
    return snapshots


def find_snapshot(name: str) -> Snapshot:
    """The snapshot of that name, or in the file of that path. Raises `SnapshotMissing`, `NotASnapshot`."""
    inside = folder() / f"{Path(name).name.removesuffix(ENDING)}{ENDING}"
    if inside.is_file():
        return read_snapshot(inside)
    outside = Path(name).expanduser()
    if outside.is_file():
        return read_snapshot(outside)
    names = ", ".join(snapshot.name for snapshot in all_snapshots()[:5])
    there = of_safety("newest_snapshots", names=names) if names else of_safety("no_snapshots")
    raise SnapshotMissing(of_safety("no_such_snapshot", name=name, there=there))


def read_snapshot(path: Path) -> Snapshot:
    """What a file says of itself. Raises `NotASnapshot` for a file that is no database of ours."""
    try:
        with open_read_only(path) as file:
            tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
            of_sqlite = {"scoring_activity", "tournament_event"} <= tables
            if not of_sqlite and COPIED_TABLES not in tables:
                raise NotASnapshot(of_safety("not_our_database", path=path.name))
            row: dict[str, Any] = {}
            if "ninetimer_snapshot" in tables:
                signed = file.execute("SELECT * FROM ninetimer_snapshot")
                names = [column[0] for column in signed.description]
                row = dict(zip(names, signed.fetchone(), strict=True))
        size, changed = path.stat().st_size, path.stat().st_mtime
    except (sqlite3.Error, OSError, TypeError) as problem:
        raise NotASnapshot(
            of_safety("unreadable_snapshot", path=path.name, problem=problem)
        ) from problem
    if not row:
        taken = datetime.fromtimestamp(changed).astimezone()
        return Snapshot(path, taken, of_safety("plain_database_file"), "", size)
    # Copies of earlier versions have nothing but the sentence; those taken by hand do not begin with "before".
    by_hand = bool(row.get("by_hand", not row["why"].startswith("before ")))
    message = row.get("message")
    why = str(LOG.again(json.loads(message))) if message else row["why"]
    return Snapshot(
        path, datetime.fromisoformat(row["taken_at"]), why, row["taken_by"], size, by_hand
    )


def why_not_restorable(snapshot: Snapshot) -> str:
    """The sentence why a snapshot cannot be restored by this version; empty when it can."""
    try:
        with open_read_only(snapshot.path) as file:
            state = file.execute("PRAGMA quick_check(1)").fetchone()[0]
            applied = set(file.execute("SELECT app, name FROM django_migrations"))
            is_postgresql = _is_of_postgresql(file)
            last = _last_entry(file)
    except sqlite3.Error as problem:
        state, applied, is_postgresql, last = str(problem), set(), False, None
    if state != "ok":
        return of_safety("damaged_snapshot", snapshot=snapshot.name, state=state)
    known = set(MigrationLoader(connection).disk_migrations)
    if any(step not in known and step[0] not in settings.ROOMS_OFF for step in applied):
        return of_safety("snapshot_of_newer", snapshot=snapshot.name)
    if is_postgresql != (connection.vendor == "postgresql"):
        return of_safety("snapshot_of_other_kind", snapshot=snapshot.name)
    return _why_not_on_postgresql(snapshot, applied, last) if is_postgresql else ""


def _why_not_on_postgresql(
    snapshot: Snapshot, applied: set[tuple[str, str]], last: tuple[int, str] | None
) -> str:
    """The sentence why copied tables do not fit into this database; empty where they do."""
    if applied != set(MigrationRecorder(connection).applied_migrations()):
        return of_safety("snapshot_of_earlier", snapshot=snapshot.name)
    if _is_other(last) and not nothing_was_entered():
        return of_safety("snapshot_of_other_database", snapshot=snapshot.name)
    return ""


def nothing_was_entered() -> bool:
    """Return whether this installation is new: its log has at most the accounts that a command made."""
    return not Activity.objects.exclude(verb="hold_account").exists()


def _is_other(last: tuple[int, str] | None) -> bool:
    """Whether the last entry of a snapshot's log is not in the log of this database."""
    return last is not None and not Activity.objects.filter(pk=last[0], hash=last[1]).exists()


def chains_since(snapshot: Snapshot) -> set[str] | None:
    """The events, as their part of the log is named, in which anything was done since; None where all may differ.

    Those that are not named are now as they were then.
    """
    with open_read_only(snapshot.path) as file:
        last = _last_entry(file)
    if _is_other(last):
        return None
    since = Activity.objects.filter(pk__gt=last[0] if last else 0)
    if since.filter(verb__in=ACROSS).exists():
        return {f"event:{slug}" for slug in Event.everywhere.values_list("slug", flat=True)}
    return {chain for chain in since.order_by().values_list("chain", flat=True) if chain}


def _is_of_postgresql(file: sqlite3.Connection) -> bool:
    ask = "SELECT 1 FROM sqlite_master WHERE name = ?"
    return file.execute(ask, [COPIED_TABLES]).fetchone() is not None


def _last_entry(file: sqlite3.Connection) -> tuple[int, str] | None:
    """Number and hash of the last entry of the log in a snapshot."""
    row: tuple[int, str] | None = file.execute(
        "SELECT id, hash FROM scoring_activity ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return row


def consequences(snapshot: Snapshot) -> RestoreConsequences:
    """What restoring the snapshot would change in the present database."""
    with open_read_only(snapshot.path) as file:
        if _is_of_postgresql(file):
            rows = file.execute("SELECT number FROM ninetimer_figure ORDER BY place")
            then = [number for (number,) in rows]
        else:
            then = [_number(file, ask) for _, ask in COUNTED]
        last = _last_entry(file)
    with connection.cursor() as cursor:
        now = []
        for _, ask in COUNTED:
            cursor.execute(ask)
            now.append(cursor.fetchone()[0])
    figures = tuple(
        Figure(str(label), present, past)
        for (label, _), present, past in zip(COUNTED, now, then, strict=True)
    )
    if _is_other(last):
        return RestoreConsequences(figures, (), 0, other=True)
    since = Activity.objects.filter(pk__gt=last[0] if last else 0)
    undone = tuple(
        Undone(entry.at, entry.actor, logged_sentence(entry))
        for entry in since.only("at", "actor", "summary", "message")[:SHOWN_ACTIONS]
    )
    return RestoreConsequences(figures, undone, since.count())


@contextmanager
def open_read_only(path: Path) -> Iterator[sqlite3.Connection]:
    """The file as a database, for reading only; nothing is left beside it."""
    address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    file = sqlite3.connect(address, uri=True)
    try:
        yield file
    finally:
        file.close()


def _number(file: sqlite3.Connection, ask: str) -> int:
    return int(file.execute(ask).fetchone()[0])
