"""Snapshots of a PostgreSQL database: every table of the program in COPY format, in one file.

The file is signed and named like a copy of a SQLite database, so that it is listed and kept under
the same rules. No client programs are needed, and the server may be on another computer.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from scoring.models import Activity, LoggedCount, Organisation
from scoring.models.guard import ACTIVITY, create_guards, drop_guards
from tournament import extension
from tournament.actions.disabled_rooms import disabled_tables
from tournament.models import Event, Invitation, Membership, RecoveryCode, SecondFactor
from tournament.models.tables import program_models
from tournament.queries.safety.snapshots import COUNTED_FIGURES, is_new_installation, open_read_only

COMPRESSION = 1
ROLES: tuple[type[Model], ...] = (Membership, Invitation)
SCOPE_MODELS: tuple[tuple[str, type[Model]], ...] = (
    ("event", Event),
    ("organisation", Organisation),
)
"""The fields of a role that refer to an event or an organisation, each with the model it refers to."""


def copied_models() -> list[type[Model]]:
    """Return the models of the program's tables and of the accounts, with the log last.

    Log counts are left out, because they are rebuilt while loading.
    """
    return [
        User,
        *(
            model
            for model in program_models(with_links=True)
            if model not in (Activity, LoggedCount)
        ),
        Activity,
    ]


def copy_tables(path: Path) -> None:
    """Write every table into the file in one new transaction, so that all tables show the same moment."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        write_tables(path)


def write_tables(path: Path) -> None:
    """Write every table into the file, within a transaction with a consistent view.

    Before a migration, tables and columns missing from the database are left out.
    """
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as file,
        connection.cursor() as cursor,
    ):
        file.execute("PRAGMA synchronous=OFF")
        file.execute("BEGIN")
        file.execute(
            "CREATE TABLE ninetimer_table (name TEXT PRIMARY KEY, columns TEXT, content BLOB)"
        )
        there = _existing_columns(cursor)
        copied = {
            _table_name(model): [str(field.column) for field in model._meta.concrete_fields]  # noqa: SLF001
            for model in copied_models()
        }
        for name, known in (
            copied | {name: sorted(there[name]) for name in disabled_tables()}
        ).items():
            if name not in there:
                continue
            columns = _quoted_list(column for column in known if column in there[name])
            packed = zlib.compressobj(COMPRESSION)
            content = bytearray()
            with cursor.cursor.copy(f"COPY {name} ({columns}) TO STDOUT") as rows:
                for row in rows:
                    content += packed.compress(bytes(row))
            content += packed.flush()
            file.execute("INSERT INTO ninetimer_table VALUES (?, ?, ?)", [name, columns, content])
        file.execute("CREATE TABLE ninetimer_figure (place INTEGER, number INTEGER)")
        for place, (_label, ask) in enumerate(COUNTED_FIGURES):
            cursor.execute(ask)
            file.execute("INSERT INTO ninetimer_figure VALUES (?, ?)", [place, *cursor.fetchone()])
        # As in a copy of a SQLite database: the end of the log, and the migrations.
        file.execute("CREATE TABLE scoring_activity (id INTEGER, hash TEXT)")
        last = Activity.objects.order_by("-pk").values_list("pk", "hash").first()
        if last:
            file.execute("INSERT INTO scoring_activity VALUES (?, ?)", last)
        file.execute("CREATE TABLE django_migrations (app TEXT, name TEXT)")
        file.executemany(
            "INSERT INTO django_migrations VALUES (?, ?)",
            list(MigrationRecorder(connection).applied_migrations()),
        )
        file.execute("COMMIT")


def _existing_columns(cursor: Any) -> dict[str, set[str]]:
    """Return the existing columns by table. This takes one query."""
    cursor.execute(
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
    )
    there: dict[str, set[str]] = {}
    for table, column in cursor.fetchall():
        there.setdefault(table, set()).add(column)
    return there


def lock_tables() -> None:
    """Block all writes until the transaction ends; reads continue."""
    names = ", ".join([*map(_table_name, copied_models()), *disabled_tables()])
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")


def restore_tables(path: Path) -> None:
    """Replace the contents of every table with those in the file, in the caller's transaction.

    As on SQLite, the log stays; accounts, second factors and rows that outlive snapshots keep
    their current state, as do the helpers of existing events and organisations. Accounts that exist
    only in the file are created, but cannot log in. In a new installation, everything is taken from
    the file, including the log and the accounts.
    """
    fresh = is_new_installation()
    here = list(User.objects.values_list("pk", flat=True))
    with open_read_only(path) as file, connection.cursor() as cursor:
        _save_roles(cursor)
        stays: tuple[type[Model], ...] = (User, Activity)
        if not fresh:
            of_rooms = (model for model, _numbers in extension.OUTLIVES_SNAPSHOTS)
            stays = (*stays, SecondFactor, RecoveryCode, *of_rooms)
        elif Activity.objects.exists():  # only of accounts: the file has its own log
            drop_guards(connection, ACTIVITY)
            cursor.execute(f"DELETE FROM {_table_name(Activity)}")  # nosec B608
            create_guards(connection, ACTIVITY)
        replaced = [model for model in copied_models() if model not in stays]
        cursor.execute(f"TRUNCATE {', '.join([*map(_table_name, replaced), *disabled_tables()])}")
        _create_missing_accounts(cursor, file, active=fresh)
        for model in copied_models() if fresh else replaced:
            if model is not User:
                _load_table(cursor, file, _table_name(model), _table_name(model))
        for name in _table_names(file) & set(disabled_tables()):
            _load_table(cursor, file, name, name)
        _restore_roles(cursor)
        if fresh:
            SecondFactor.objects.filter(user__in=here).delete()
            for statement in connection.ops.sequence_reset_sql(no_style(), copied_models()):
                cursor.execute(statement)


def _create_missing_accounts(cursor: Any, file: sqlite3.Connection, *, active: bool) -> None:
    """Create the accounts of the file whose keys do not exist here; they can log in only if `active`.

    A name that is taken here gets the key as a suffix.
    """
    table = _table_name(User)
    cursor.execute(f"CREATE TEMP TABLE then_account (LIKE {table}) ON COMMIT DROP")
    columns = _load_table(cursor, file, table, "then_account")
    if not active:
        cursor.execute("UPDATE then_account SET is_active = false")
    cursor.execute(
        "UPDATE then_account SET username = left(username, 130) || '-' || id "  # nosec B608
        f"WHERE username IN (SELECT username FROM {table})"
    )
    cursor.execute(
        f"INSERT INTO {table} ({columns}) SELECT {columns} FROM then_account "  # nosec B608
        f"WHERE id NOT IN (SELECT id FROM {table})"
    )


def _table_names(file: sqlite3.Connection) -> set[str]:
    """Return the names of the tables in the file."""
    return {name for (name,) in file.execute("SELECT name FROM ninetimer_table")}


def _load_table(cursor: Any, file: sqlite3.Connection, name: str, into: str) -> str:
    """Load the table `name` from the file into the table `into`, and return its column list for SQL."""
    columns, content = file.execute(
        "SELECT columns, content FROM ninetimer_table WHERE name = ?", [name]
    ).fetchone()
    with cursor.cursor.copy(f"COPY {into} ({columns}) FROM STDIN") as rows:
        rows.write(zlib.decompress(content))
    return str(columns)


def _save_roles(cursor: Any) -> None:
    for place, model in SCOPE_MODELS:
        cursor.execute(
            f"CREATE TEMP TABLE present_{place} ON COMMIT DROP AS SELECT id FROM {_table_name(model)}"  # nosec B608
        )
    for model in ROLES:
        name = _table_name(model)
        cursor.execute(f"CREATE TEMP TABLE present_{name} ON COMMIT DROP AS SELECT * FROM {name}")  # nosec B608


def _restore_roles(cursor: Any) -> None:
    for model in ROLES:
        name, columns = _table_name(model), _column_list(model)
        for place, of in SCOPE_MODELS:
            cursor.execute(
                f"DELETE FROM {name} WHERE {place}_id IN (SELECT id FROM present_{place})"  # nosec B608
            )
            cursor.execute(
                f"INSERT INTO {name} ({columns}) SELECT {columns} FROM present_{name} "  # nosec B608
                f"WHERE {place}_id IN (SELECT id FROM {_table_name(of)})"
            )


def _table_name(model: type[Model]) -> str:
    return model._meta.db_table  # noqa: SLF001 - Django's documented description of a model


def _column_list(model: type[Model]) -> str:
    return _quoted_list(str(field.column) for field in model._meta.concrete_fields)  # noqa: SLF001


def _quoted_list(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
