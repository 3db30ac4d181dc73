"""Copies of the whole database, taken before risky actions and kept according to fixed rules.

A snapshot is written under a temporary name, checked and then renamed, so that every file
with a snapshot's name is complete.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.lexicon import loaded_list_files
from scoring.processes import limit_concurrency
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused
from tournament.actions.safety.copied_tables import copy_tables, write_tables
from tournament.queries.safety.snapshots import (
    SNAPSHOT_SUFFIX,
    Snapshot,
    all_snapshots,
    read_snapshot,
    snapshot_folder,
)
from tournament.wording.log import say

OWNER_ONLY = 0o600
STALE_AFTER_SECONDS = 24 * 3600
"""The number of seconds after which an unfinished copy is considered abandoned."""


class SnapshotFailed(Refused):
    """No copy could be made; the message contains the reason and a remedy."""


@dataclass(frozen=True)
class PendingCopy:
    """A complete copy made before an action; it becomes a snapshot once the action has been carried out."""

    temporary_path: Path
    slug: str

    def save_as_snapshot(self) -> Snapshot:
        """Give the copy its number and name, remove old snapshots, and return the new snapshot.

        May raise `SnapshotFailed`.
        """
        try:
            path = _assign_name(self.temporary_path, self.slug)
        except OSError as problem:
            self.discard()
            raise _copy_failure(problem) from problem
        remove_old_snapshots()
        return read_snapshot(path)

    def discard(self) -> None:
        """Delete the copy, which will not become a snapshot."""
        with suppress(OSError):
            self.temporary_path.unlink()


def prepare_copy_before(why: Sentence, actor: Actor) -> PendingCopy | None:
    """Return a copy, described by `why`, to be kept as a snapshot once a risky action has been carried out.

    Return None if `NINETIMER_SNAPSHOTS` is 0. Call this outside the action's transaction. Raise
    `SnapshotFailed` if no copy can be made.
    """
    if not settings.NINETIMER_SNAPSHOTS:
        return None
    return copy_database(actor, why, by_hand=False)


def take_snapshot_before(why: Sentence, actor: Actor) -> Snapshot | None:
    """Take a snapshot described by `why` before a risky action, and return it; None if `NINETIMER_SNAPSHOTS` is 0.

    Call this outside the action's transaction. May raise `SnapshotFailed`.
    """
    copy = prepare_copy_before(why, actor)
    return copy.save_as_snapshot() if copy else None


@contextmanager
def snapshot_before_action(
    why: Sentence, actor: Actor, warn: Callable[[str], object]
) -> Iterator[None]:
    """Take a snapshot described by `why` before the block, which runs one action.

    The snapshot is dropped if the block raises an exception. If none can be taken, `warn` is called
    with the reason and the block runs anyway. Nothing is taken if `NINETIMER_SNAPSHOTS` is 0.
    """
    copy = None
    try:
        copy = prepare_copy_before(why, actor)
    except SnapshotFailed as reason:
        warn(str(reason))
    try:
        yield
    except BaseException:
        if copy:
            copy.discard()
        raise
    if copy:
        try:
            copy.save_as_snapshot()
        except SnapshotFailed as reason:
            warn(str(reason))


def take_snapshot(actor: Actor, why: str) -> Snapshot:
    """Copy the database on request, and return the snapshot, which is never removed automatically.

    May raise `SnapshotFailed`.
    """
    return copy_database(actor, why, by_hand=True).save_as_snapshot()


def remove_snapshots(actor: Actor, snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """Delete the files of these snapshots, including those made by hand, and return those that existed.

    If some cannot be deleted, delete and log the rest, then raise `SnapshotFailed` with their names.
    """
    removed: list[Snapshot] = []
    failed: list[str] = []
    for snapshot in snapshots:
        try:
            snapshot.path.unlink()
        except FileNotFoundError:
            continue  # somebody else removed it
        except OSError as problem:
            sentence = _("{snapshot} cannot be removed ({problem}).")
            failed.append(sentence.format(snapshot=snapshot.name, problem=problem.strerror))
            continue
        removed.append(snapshot)
    if removed:
        names = [snapshot.name for snapshot in removed]
        with transaction.atomic():
            log(
                actor,
                "remove_snapshots",
                say("remove_snapshots", snapshots=len(removed), names=names),
            )
    if failed:
        raise SnapshotFailed(" ".join(failed))
    return removed


def copy_database(actor: Actor, why: Sentence | str, *, by_hand: bool) -> PendingCopy:
    """Return a checked copy of the database and of all loaded word lists.

    Raise `SnapshotFailed` if no copy can be made, and `RuntimeError` if called within a transaction.
    """
    if connection.in_atomic_block:
        raise RuntimeError("a snapshot is taken before the transaction it protects from")
    return _create_copy(
        _vacuum_into if connection.vendor == "sqlite" else copy_tables, actor, why, by_hand
    )


def copy_locked_tables(actor: Actor, why: Sentence) -> PendingCopy:
    """Return a copy on PostgreSQL, within a transaction that locks every table. May raise `SnapshotFailed`."""
    return _create_copy(write_tables, actor, why, by_hand=False)


def _vacuum_into(path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(path)])


def _create_copy(
    write: Callable[[Path], None], actor: Actor, why: Sentence | str, by_hand: bool
) -> PendingCopy:
    """Return a labelled and checked copy written by `write`. May raise `SnapshotFailed`."""
    temporary = temporary_copy_path("taking")
    try:
        os.close(os.open(temporary, os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        write(temporary)
        label_copy(temporary, why, actor, by_hand=by_hand)
    except (DatabaseError, sqlite3.Error, OSError) as problem:
        with suppress(OSError):
            temporary.unlink()
        raise _copy_failure(problem) from problem
    return PendingCopy(temporary, slugify(str(why))[:60].strip("-"))


def _copy_failure(problem: Exception) -> SnapshotFailed:
    return SnapshotFailed(
        _(
            "The snapshot could not be taken ({problem}). Check that the disk has space and "
            "that the folder {folder} is writable."
        ).format(problem=problem, folder=snapshot_folder())
    )


def temporary_copy_path(what: str) -> Path:
    """Return a path with a temporary name in the snapshot folder. May raise `SnapshotFailed`."""
    try:
        snapshot_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise SnapshotFailed(
            _("The folder {folder} for snapshots cannot be created ({strerror}).").format(
                folder=snapshot_folder(), strerror=problem.strerror
            )
        ) from problem
    return snapshot_folder() / f".{what}-{os.getpid()}-{secrets.token_hex(4)}{SNAPSHOT_SUFFIX}"


def label_copy(path: Path, why: Sentence | str, actor: Actor, *, by_hand: bool) -> None:
    """Add the time, the reason and all loaded word lists to the copy, and check that it is intact.

    Pictures are not added, since they are in the database; nor are the fonts of papers, since they come
    with the program. Raise `sqlite3.DatabaseError` if the copy is damaged.
    """
    message = json.dumps(why.as_json()) if isinstance(why, Sentence) else None
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("PRAGMA synchronous=FULL")
        file.execute(
            "CREATE TABLE ninetimer_snapshot "
            "(taken_at TEXT, why TEXT, taken_by TEXT, message TEXT, by_hand INTEGER)"
        )
        file.execute(
            "INSERT INTO ninetimer_snapshot VALUES (?, ?, ?, ?, ?)",
            [timezone.now().isoformat(), str(why), actor.name, message, by_hand],
        )
        file.execute("CREATE TABLE ninetimer_word_list (name TEXT PRIMARY KEY, content BLOB)")
        for name, part in loaded_list_files().items():
            content = zlib.compress(part.read_bytes(), 1)
            file.execute("INSERT INTO ninetimer_word_list VALUES (?, ?)", [name, content])
        state = file.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if state != "ok":
        raise sqlite3.DatabaseError(f"the copy is not whole: {state}")


def _assign_name(temporary: Path, slug: str) -> Path:
    """Give the copy its number and name. Numbers always increase, whatever the clock says."""
    with limit_concurrency("naming snapshots"):
        numbers = [
            int(path.name[:6])
            for path in snapshot_folder().glob(f"*{SNAPSHOT_SUFFIX}")
            if path.name[:6].isdecimal()
        ]
        number = max(numbers, default=0) + 1
        moment = timezone.localtime().strftime("%Y-%m-%d-%H%M")
        return temporary.rename(snapshot_folder() / f"{number:06}-{moment}-{slug}{SNAPSHOT_SUFFIX}")


def _changed_before(path: Path, moment: float) -> bool:
    """Return whether a file was last written before `moment`, a Unix timestamp in seconds.

    Return False if the file has just been renamed or removed.
    """
    try:
        return path.stat().st_mtime < moment
    except FileNotFoundError:
        return False


def remove_old_snapshots() -> None:
    """Remove abandoned copies, and old snapshots except those made by hand and the first of each day.

    Of the remaining snapshots, the newest `NINETIMER_SNAPSHOTS` stay, and always at least one. Unreadable
    files and temporary copies less than a day old are left alone.
    """
    newest = max(settings.NINETIMER_SNAPSHOTS, 1)
    days: set[date] = set()
    others = []
    for snapshot in reversed(all_snapshots()):
        day = timezone.localtime(snapshot.taken_at).date()
        is_first, days = day not in days, days | {day}
        if not (snapshot.by_hand or is_first):
            others.append(snapshot)
    stale = time.time() - STALE_AFTER_SECONDS
    left = [
        path
        for path in snapshot_folder().glob(f".*{SNAPSHOT_SUFFIX}")
        if _changed_before(path, stale)
    ]
    for path in [*(snapshot.path for snapshot in others[:-newest]), *left]:
        with suppress(OSError):
            path.unlink()
