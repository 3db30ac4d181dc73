"""Replay the database writes of fixtures that hundreds of tests share.

A fixture marked `@remembered` runs its real actions the first time. Its SQL statements are
recorded, and the next test with the same preceding steps replays them and gets equal objects.
A test cannot tell the difference, except that timestamps are those of the first run.

The actions run again whenever the situation differs: another row was written before, a
fixture it depends on is not a remembered one of this test, a setting (except the data folder)
or the language differs, or the test does not run in a transaction. On SQLite, primary keys
start again in each test; on PostgreSQL the sequences are reset.
"""

import functools
import io
import pickle
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.conf import UserSettingsHolder, settings
from django.core.management.color import no_style
from django.db import connection
from django.db.models import Model
from django.utils.translation import get_language

from scoring.models.facts import noted_rows
from scoring.tenancy import current_tenant

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
PASSES = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA")
HARMLESS = {"NINETIMER_DATA_DIR"}
"""Settings that do not affect what a step writes to the database."""
KEYS = "SELECT sequencename, coalesce(last_value, start_value), last_value IS NOT NULL FROM pg_sequences"


@dataclass
class Written:
    """The SQL statements of a step."""

    statements: list[tuple[str, Any, bool]] = field(default_factory=list)
    """Each statement with its values and whether it is an `executemany`."""
    at_once: str = ""
    """All statements as one text, for PostgreSQL."""
    is_whole: bool = True
    """Whether all statements can be replayed."""

    def note(self, execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        """Execute a statement and record it, as a Django execute wrapper."""
        answer = execute(sql, values, many, context)
        word = sql.lstrip().split(None, 1)[0].upper()
        if word in WRITES:
            values = list(values or ())
            query = sql
            if values and connection.vendor == "sqlite":
                query = sql.replace("%s", "?").replace("%%", "%")
            self.statements.append((query, [list(v) for v in values] if many else values, many))
        elif word not in PASSES:
            self.is_whole = False
        return answer

    def seal(self, database: Any) -> None:
        """Build the text for PostgreSQL now, because a test may change the values later."""
        if not isinstance(database, sqlite3.Connection):
            with database.cursor() as cursor:
                self.at_once = ";".join(
                    cursor.mogrify(query, row)
                    for query, values, many in self.statements
                    for row in (values if many else [values])
                )

    def again(self, database: Any) -> None:
        """Replay the statements."""
        if not isinstance(database, sqlite3.Connection):
            _write_to_postgresql(database, self)
            return
        for query, values, many in self.statements:
            if many:
                database.executemany(query, values)
            else:
                database.execute(query, values).fetchall()


@dataclass(frozen=True)
class Step:
    """A completed step: its statements, and its result and the preceding objects, pickled."""

    written: Written
    objects: bytes
    noted: dict[str, set[int]]
    """The noted rows for the next log entry after the step."""


@dataclass
class Now:
    """The progress of the current test through remembered steps."""

    database: Any = None
    """The connection to SQLite or PostgreSQL."""
    changes: int = 0
    """The change counter after the last of these steps."""
    names: tuple[str, ...] = ()
    objects: dict[str, Any] = field(default_factory=dict)

    def is_as_left(self) -> bool:
        """Return whether nothing was written since, within a transaction that will be rolled back."""
        return (
            self.database is not None
            and connection.in_atomic_block
            and connection.connection is self.database
            and _changes() == self.changes
        )


_steps: dict[tuple[Any, ...], Step] = {}
_asides: dict[str, tuple[Written, Any]] = {}
_now = Now()
_sent = 0
"""Number of write statements sent to PostgreSQL, which does not count changes itself."""
_first_keys: list[tuple[str, int, bool]] = []


def begin() -> None:
    """Reset the progress for a new test."""
    global _now
    if connection.vendor == "postgresql" and _count not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, _count)
    _now = Now(connection.connection)
    _now.changes = _changes()
    _forget_answers()


def _forget_answers() -> None:
    """Clear the caches that depend on the length of the log: two tests may have equal logs."""
    if pages := sys.modules.get("tournament.web.page_cache"):
        pages.page_cache.forget()
    if turns := sys.modules.get("tournament.queries.standings.turn_figures"):
        turns._cached_turns.clear()


def _changes() -> int:
    """Return the current change counter."""
    database = connection.connection
    return database.total_changes if isinstance(database, sqlite3.Connection) else _sent


def _count(execute: Any, sql: Any, values: Any, many: bool, context: Any) -> Any:
    global _sent
    if not str(sql).lstrip()[:9].upper().startswith(PASSES):
        _sent += 1
    return execute(sql, values, many, context)


def _write_to_postgresql(database: Any, written: Written) -> None:
    global _sent
    with database.cursor() as cursor:
        if written.at_once:
            cursor.execute(written.at_once)
    _sent += 1


def _begin_keys_anew() -> None:
    """Reset the sequences of primary keys, which PostgreSQL does not roll back."""
    with connection.cursor() as cursor:
        if not _first_keys:  # whatever earlier tests drew from them
            for sql in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
                cursor.execute(sql)
            cursor.execute(KEYS)
            _first_keys.extend(cursor.fetchall())
        rows = ",".join(f"('{name}', {last}, {used})" for name, last, used in _first_keys)
        cursor.execute(
            f"SELECT setval(name::regclass, last, used) FROM (VALUES {rows}) AS keys (name, last, used)"
        )


@contextmanager
def aside() -> Iterator[None]:
    """Write rows that do not affect remembered steps, such as sessions."""
    was_as_left = _now.is_as_left()
    yield
    if was_as_left:
        _now.changes = _changes()


def once_aside(make: Callable[[], Any], *given: Any) -> Any:
    """Return the result of the first call of `make` and replay what it wrote.

    If an argument in `given` is not a remembered value of this test, `make` is called normally.
    """
    name = f"{make.__module__}.{make.__qualname__}"
    with aside():
        if not _may_be_remembered(given):
            return make()
        if (step := _asides.get(name)) is None:
            written = Written()
            with connection.execute_wrapper(written.note):
                value = make()
            if written.is_whole:
                written.seal(_now.database)
                _asides[name] = written, value
            return value
        step[0].again(_now.database)
        return step[1]


def remembered(make: Callable[..., Any]) -> Callable[..., Any]:
    """Turn a fixture into a remembered step."""
    name = f"{make.__module__}.{make.__qualname__}"

    @functools.wraps(make)
    def fixture(**given: Any) -> Any:
        if not _may_be_remembered(given.values()):
            return make(**given)
        if not _now.names and connection.vendor == "postgresql":
            _begin_keys_anew()
        key = (*_now.names, name, get_language())
        if (step := _steps.get(key)) is None:
            value = _done(key, make, given)
        else:
            step.written.again(_now.database)
            value = _loaded(step.objects)
            noted_rows().clear()
            noted_rows().update({kind: set(keys) for kind, keys in step.noted.items()})
        _now.changes = _changes()
        _now.names = (*_now.names, name)
        _now.objects[name] = value
        return value

    return fixture


def _may_be_remembered(given: Any) -> bool:
    mine = {id(value) for value in _now.objects.values()}
    return (
        _now.is_as_left()
        and all(value is None or id(value) in mine for value in given)
        and _changed_settings() <= HARMLESS
        and current_tenant() is None
    )


def _changed_settings() -> set[str]:
    """Return the names of the settings that this test has changed."""
    names: set[str] = set()
    holder = settings._wrapped
    while isinstance(holder, UserSettingsHolder):
        names |= set(vars(holder))
        holder = holder.default_settings
    return names - {"default_settings", "_deleted"}


def _done(key: tuple[Any, ...], make: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Run a step for the first time and remember it."""
    before = {name: _state(value) for name, value in _now.objects.items()}
    written = Written()
    with connection.execute_wrapper(written.note):
        value = make(**given)
    if written.is_whole:
        written.seal(_now.database)
        changed = {
            name: vars(other)
            for name, other in _now.objects.items()
            if before[name] != _state(other)
        }
        rows = {kind: set(keys) for kind, keys in noted_rows().items()}
        _steps[key] = Step(written, _dumped((value, changed)), rows)
    return value


def _state(value: Any) -> bytes:
    return _dumped(vars(value)) if isinstance(value, Model) else b""


class _Writer(pickle.Pickler):
    """Pickler that stores references to the objects of earlier steps instead of copies."""

    def persistent_id(self, obj: Any) -> str | None:
        if obj is None:
            return None
        return next((name for name, value in _now.objects.items() if value is obj), None)


class _Reader(pickle.Unpickler):
    def persistent_load(self, name: str) -> Any:
        return _now.objects[name]


def _dumped(value: Any) -> bytes:
    target = io.BytesIO()
    _Writer(target).dump(value)
    return target.getvalue()


def _loaded(objects: bytes) -> Any:
    """Return the result of a step and restore the preceding objects to their state after it."""
    value, changed = _Reader(io.BytesIO(objects)).load()
    for name, state in changed.items():
        vars(_now.objects[name]).clear()
        vars(_now.objects[name]).update(state)
    return value
