"""Restore a snapshot: the database as it was, with the present log and accounts.

The restored state is written in one transaction, so others keep working, and a power cut leaves
either the previous state or the restored one.
"""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from django.core.management import call_command
from django.db import DataError, IntegrityError, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.lexicon import LIST_FILE, loaded_lists_folder
from scoring.models.activity import CONTENT_FIELDS
from scoring.models.guard import MAY_REDACT, MAY_REMOVE
from scoring.wording.phrases import comma_list
from tournament import extension
from tournament.actions.act import Refused
from tournament.actions.disabled_rooms import disabled_tables
from tournament.actions.safety import log_baseline
from tournament.actions.safety.copied_tables import lock_tables, restore_tables
from tournament.actions.safety.snapshots import (
    OWNER_ONLY,
    copy_database,
    copy_locked_tables,
    temporary_copy_path,
)
from tournament.models import Event
from tournament.queries.safety.snapshots import (
    Snapshot,
    chains_changed_since,
    open_read_only,
    restore_obstacle,
)
from tournament.wording.log import say

RESTORED_COPY_ALIAS = "restoring"
"""The alias of the connection to a copy in preparation."""
BUSY_TIMEOUT = 20  # seconds for another writer to finish
ATTEMPTS = 5
ACCOUNT_TABLES = ("auth_user", "auth_user_groups", "auth_user_user_permissions", "django_session")
"""Tables that keep their present state, so that a restore locks nobody out."""


class _ConcurrentWrite(Exception):
    """The database was written to after its protective copy was made."""


def restore_snapshot(actor: Actor, snapshot: Snapshot) -> Snapshot:
    """Restore a snapshot, and return the snapshot of the previous state that was taken first.

    The present log is kept, unless the snapshot is from another installation; the restore is logged. Accounts,
    second factors and rows that rooms preserve (`extension.OUTLIVES_SNAPSHOTS`) are kept. On SQLite, an older
    snapshot is migrated. Raise `SnapshotFailed` if no copy can be made, or `Refused` with the reason.
    """
    if reason := restore_obstacle(snapshot) or _lost_rows_warning(snapshot):
        raise Refused(reason)
    afterwards = [before() for before in extension.AROUND_RESTORING]
    on_sqlite = connection.vendor == "sqlite"
    safety = (_replace_database_file if on_sqlite else _replace_tables)(actor, snapshot)
    _restore_word_lists(snapshot)
    connection.close()
    with transaction.atomic():
        changed = chains_changed_since(snapshot)
        log(
            actor,
            "restore_snapshot",
            say("restore_snapshot", taken=_local_time(snapshot.taken_at), why=snapshot.why),
            before={"snapshot": safety.name},
            after={"snapshot": snapshot.name},
        )
        for keep in afterwards:
            keep(actor, changed is not None)
        for event in Event.objects.order_by("pk"):
            if changed is None or f"event:{event.slug}" in changed:
                log_baseline.write_log_baseline(actor, event)
        log_baseline.write_game_baselines(actor)
        log_baseline.write_shared_baseline(actor)
    return safety


def _lost_rows_warning(snapshot: Snapshot) -> str:
    """Return a warning if the restore would lose rows of disabled rooms, or an empty string."""
    if connection.vendor != "sqlite" or not disabled_tables():
        return ""
    with open_read_only(snapshot.path) as file, connection.cursor() as cursor:
        there = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        lacking = []
        for table in disabled_tables():
            count = f'SELECT count(*) FROM "{table}"'  # nosec B608 - a table of the database itself
            cursor.execute(count)
            stored = file.execute(count).fetchone()[0] if table in there else 0
            if cursor.fetchone()[0] > stored:
                lacking.append(table)
    if not lacking:
        return ""
    return _(
        "Going back would lose data stored after the snapshot by features that are switched off "
        "({tables}). Switch these features on (NINETIMER_ROOMS), then go back."
    ).format(tables=comma_list(lacking))


def _restore_word_lists(snapshot: Snapshot) -> None:
    """Restore the word lists of the snapshot that are missing from this installation, without replacing any."""
    with open_read_only(snapshot.path) as file:
        names = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        if "ninetimer_word_list" not in names:
            return  # a copy of an earlier version
        place = loaded_lists_folder()
        for name, content in file.execute("SELECT name, content FROM ninetimer_word_list"):
            if not LIST_FILE.fullmatch(name):
                continue
            target = place / name
            target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not target.exists():
                target.write_bytes(zlib.decompress(content))


def _replace_tables(actor: Actor, snapshot: Snapshot) -> Snapshot:
    """Restore on PostgreSQL in one transaction that locks out other writers; return the safety snapshot."""
    why = say("before_restoring", taken=_local_time(snapshot.taken_at), why=snapshot.why[:200])
    try:
        with transaction.atomic():
            lock_tables()
            safety = copy_locked_tables(actor, why).save_as_snapshot()
            restore_tables(snapshot.path)
    except (DataError, IntegrityError, sqlite3.Error, zlib.error) as problem:
        raise _restore_refusal(snapshot, problem) from problem
    return safety


def _restore_refusal(snapshot: Snapshot, problem: Exception) -> Refused:
    return Refused(
        _("{snapshot} could not be restored ({problem}). Nothing was changed.").format(
            snapshot=snapshot.name, problem=problem
        )
    )


def _replace_database_file(actor: Actor, snapshot: Snapshot) -> Snapshot:
    """On SQLite, replace the present state with the snapshot; return the safety snapshot. May raise `Refused`."""
    live = str(connection.settings_dict["NAME"])
    why = say("before_restoring", taken=_local_time(snapshot.taken_at), why=snapshot.why[:200])
    for _attempt in range(ATTEMPTS):
        with closing(sqlite3.connect(live, timeout=BUSY_TIMEOUT, isolation_level=None)) as watch:
            seen = _data_version(watch)
            safety = copy_database(actor, why, by_hand=False).save_as_snapshot()
            prepared = temporary_copy_path("restoring")
            try:
                _prepare_database_file(prepared, snapshot, safety)
                _overwrite_live(prepared, live, watch, seen)
            except _ConcurrentWrite:
                continue
            except (sqlite3.Error, OSError) as problem:
                raise _restore_refusal(snapshot, problem) from problem
            finally:
                with suppress(OSError):
                    prepared.unlink()
        return safety
    raise Refused(
        _(
            "Others are entering data at the moment. Nothing was changed. Ask them to pause, "
            "then restore again."
        )
    )


def _prepare_database_file(prepared: Path, snapshot: Snapshot, safety: Snapshot) -> None:
    """Prepare a database file with the data of the snapshot and the present data that a restore keeps."""
    shutil.copyfile(snapshot.path, prepared)
    prepared.chmod(OWNER_ONLY)
    _migrate_copy(prepared)
    with closing(sqlite3.connect(prepared, isolation_level=None)) as file:
        for name in (MAY_REDACT, MAY_REMOVE):
            file.create_function(name, 0, lambda: 1)
        file.execute("ATTACH ? AS present", [str(safety.path)])
        file.execute("BEGIN")
        file.execute("DROP TABLE IF EXISTS main.ninetimer_snapshot")
        file.execute("DROP TABLE IF EXISTS main.ninetimer_word_list")
        if _is_from_this_database(file):
            _preserve_accounts(file)
            _append_later_log(file)
            _apply_later_redactions(file)
            _preserve_roles(file)
            _preserve_room_tables(file)
        else:
            _match_accounts(file)
            _preserve_room_tables(file, same_database=False)
        _preserve_second_factors(file)
        # Keys are never reused, because the log identifies games by them.
        file.execute(
            "UPDATE main.sqlite_sequence SET seq = MAX(seq, COALESCE((SELECT p.seq FROM "
            "present.sqlite_sequence AS p WHERE p.name = sqlite_sequence.name), 0))"
        )
        file.execute("COMMIT")
        if strays := file.execute("PRAGMA main.foreign_key_check").fetchall():
            raise sqlite3.IntegrityError(f"rows of {strays[0][0]} would belong to nobody")


def _migrate_copy(prepared: Path) -> None:
    """Migrate the copy of an earlier version's snapshot, so that the present log fits into it."""
    with open_read_only(prepared) as file:
        then = set(file.execute("SELECT app, name FROM django_migrations"))
    if then == set(MigrationRecorder(connection).applied_migrations()):
        return
    connections.databases[RESTORED_COPY_ALIAS] = {**connection.settings_dict, "NAME": str(prepared)}
    try:
        executor = MigrationExecutor(connections[RESTORED_COPY_ALIAS])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            call_command("migrate", database=RESTORED_COPY_ALIAS, interactive=False, verbosity=0)
        connections[RESTORED_COPY_ALIAS].close()
        with closing(sqlite3.connect(prepared)) as file:
            file.execute("PRAGMA journal_mode=DELETE")
    finally:
        del connections[RESTORED_COPY_ALIAS]
        del connections.databases[RESTORED_COPY_ALIAS]


def _is_from_this_database(file: sqlite3.Connection) -> bool:
    """Return whether the snapshot's last log entry is in the present log, or its log is empty."""
    last = file.execute(
        "SELECT id, hash FROM main.scoring_activity ORDER BY id DESC LIMIT 1"
    ).fetchone()
    ask = "SELECT 1 FROM present.scoring_activity WHERE id = ? AND hash = ?"
    return last is None or file.execute(ask, last).fetchone() is not None


def _preserve_accounts(file: sqlite3.Connection) -> None:
    """Keep the present accounts and sessions; disable accounts removed since the snapshot."""
    file.execute(
        "UPDATE main.auth_user SET is_active = 0 WHERE id NOT IN (SELECT id FROM present.auth_user)"
    )
    file.execute("DELETE FROM main.django_session")
    for table in ACCOUNT_TABLES:
        columns = _sql_list(_columns(file, table))
        there = f"SELECT {columns} FROM present.{table}"  # nosec B608
        file.execute(f"INSERT OR REPLACE INTO main.{table} ({columns}) {there}")


def _preserve_second_factors(file: sqlite3.Connection) -> None:
    """Keep the present second factors, so that the snapshot brings back none that was removed or renewed since."""
    factors, codes = "tournament_secondfactor", "tournament_recoverycode"
    then = "SELECT f.id FROM main.tournament_secondfactor AS f JOIN main.auth_user AS m ON m.id = f.user_id"
    here = f"{then} WHERE m.username IN (SELECT username FROM present.auth_user)"  # nosec B608
    file.execute(f"DELETE FROM main.{codes} WHERE factor_id IN ({here})")  # nosec B608
    file.execute(f"DELETE FROM main.{factors} WHERE id IN ({here})")  # nosec B608
    account = (
        "(SELECT m.id FROM main.auth_user AS m JOIN present.auth_user AS p USING (username) "
        "WHERE p.id = f.user_id)"
    )
    columns = _sql_list(name for name in _columns(file, factors) if name not in ("id", "user_id"))
    file.execute(
        f"INSERT INTO main.{factors} (user_id, {columns}) "  # nosec B608
        f"SELECT {account}, {columns} FROM present.{factors} AS f"
    )
    columns = _sql_list(name for name in _columns(file, codes) if name not in ("id", "factor_id"))
    file.execute(
        f"INSERT INTO main.{codes} (factor_id, {columns}) "  # nosec B608
        f"SELECT (SELECT n.id FROM main.{factors} AS n WHERE n.user_id = {account}), {columns} "
        f"FROM present.{codes} AS c JOIN present.{factors} AS f ON f.id = c.factor_id"
    )


def _match_accounts(file: sqlite3.Connection) -> None:
    """Match the accounts of another installation's snapshot by name, since their keys differ.

    Accounts only in the present database are added; those in both keep their present data. All sessions end.
    """
    columns = _sql_list(
        name for name in _columns(file, "auth_user") if name not in ("id", "username")
    )
    file.execute("DELETE FROM main.django_session")
    here = f"SELECT {columns} FROM present.auth_user AS p WHERE p.username = auth_user.username"  # nosec B608
    file.execute(
        f"UPDATE main.auth_user SET ({columns}) = ({here}) "  # nosec B608
        "WHERE username IN (SELECT username FROM present.auth_user)"
    )
    missing = (
        f"SELECT username, {columns} FROM present.auth_user "  # nosec B608
        "WHERE username NOT IN (SELECT username FROM main.auth_user)"
    )
    file.execute(f"INSERT INTO main.auth_user (username, {columns}) {missing}")


def _append_later_log(file: sqlite3.Connection) -> None:
    """Append the log entries written since the snapshot."""
    columns = _sql_list(_columns(file, "scoring_activity"))
    since = (
        f"SELECT {columns} FROM present.scoring_activity "  # nosec B608
        "WHERE id > (SELECT COALESCE(MAX(id), 0) FROM main.scoring_activity) ORDER BY id"
    )
    file.execute(f"INSERT INTO main.scoring_activity ({columns}) {since}")


def _apply_later_redactions(file: sqlite3.Connection) -> None:
    """Apply the redactions made since the snapshot, such as those made when a person was erased."""
    columns = _sql_list((*CONTENT_FIELDS, "salt", "redacted_at"))
    file.execute(
        f"UPDATE main.scoring_activity SET ({columns}) = "  # nosec B608
        f"(SELECT {columns} FROM present.scoring_activity AS p WHERE p.id = scoring_activity.id) "
        "WHERE id IN (SELECT id FROM present.scoring_activity WHERE redacted_at IS NOT NULL)"
    )


def _preserve_room_tables(file: sqlite3.Connection, *, same_database: bool = True) -> None:
    """Keep the present rows of the models in `OUTLIVES_SNAPSHOTS`; a foreign snapshot keeps its own rows as well."""
    for model, numbers in extension.OUTLIVES_SNAPSHOTS:
        table = model._meta.db_table  # noqa: SLF001 - Django's documented description of a model
        if same_database:
            file.execute(f"DELETE FROM main.{table}")  # nosec B608
        columns = [name for name in _columns(file, table) if name not in ("id", *numbers)]
        into = _sql_list((*columns, *numbers))
        values = _sql_list((*columns, *numbers) if same_database else columns)
        values += "" if same_database else ", NULL" * len(numbers)
        file.execute(
            f"INSERT INTO main.{table} ({into}) SELECT {values} FROM present.{table}"  # nosec B608
        )


def _preserve_roles(file: sqlite3.Connection) -> None:
    """Keep the present roles, so that no ended role comes back, except in an event removed since the snapshot."""
    for table in ("tournament_membership", "tournament_invitation"):
        if not (names := _columns(file, table)):
            continue  # the snapshot is older than roles
        columns = _sql_list(names)
        for place in ("tournament_event", "scoring_organisation"):
            column = f"{place.partition('_')[2]}_id"
            file.execute(
                f"DELETE FROM main.{table} WHERE {column} IN (SELECT id FROM present.{place})"  # nosec B608
            )
            now = (
                f"SELECT {columns} FROM present.{table} "  # nosec B608
                f"WHERE {column} IN (SELECT id FROM main.{place})"
            )
            file.execute(f"INSERT INTO main.{table} ({columns}) {now}")


def _columns(file: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns that a table has both in the snapshot and in the present database."""
    then, now = (
        [row[1] for row in file.execute(f"PRAGMA {schema}.table_info({table})")]
        for schema in ("main", "present")
    )
    return [name for name in then if name in now]


def _sql_list(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _overwrite_live(prepared: Path, live: str, watch: sqlite3.Connection, seen: int) -> None:
    """Write the prepared file over the live database; raise `_ConcurrentWrite` if somebody else has written.

    `seen` is the earlier value of the counter (`_data_version`). Writing the first page takes the write
    lock without a commit; only then is the counter read again.
    """
    looked = False

    def look(status: int, remaining: int, total: int) -> None:
        nonlocal looked
        del remaining, total
        if not looked and status in (sqlite3.SQLITE_OK, sqlite3.SQLITE_DONE):
            looked = True
            if _data_version(watch) != seen:
                raise _ConcurrentWrite

    with (
        closing(sqlite3.connect(prepared)) as source,
        closing(sqlite3.connect(live, timeout=BUSY_TIMEOUT)) as target,
    ):
        target.execute("PRAGMA synchronous=FULL")
        source.backup(target, pages=1, progress=look)


def _data_version(watch: sqlite3.Connection) -> int:
    """Return a counter that changes when another connection has written."""
    return int(watch.execute("PRAGMA data_version").fetchone()[0])


def _local_time(moment: datetime) -> str:
    when = timezone.localtime(moment)
    return f"{when.day} {when:%B %Y, %H:%M}"
