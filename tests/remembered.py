"""Steps that hundreds of tests begin with: done once by the program, then what was written is written again.

A fixture marked `@remembered` is made by the real actions the first time a run of the tests asks for it. What it
sent to the database is noted, and the next test that comes to it by the same steps gets the same rows by the same
statements, and objects as they were. So a test cannot tell the difference, but for the time: the rows say when they
were written first.

It is made by the actions again wherever anything is not as it was: another row was written before, a fixture that
it asks for is not itself a remembered one of this test, a setting or the language is another one, the test does
not run in a transaction, or the database is not SQLite (whose keys begin anew with each test).
"""

import functools
import io
import pickle
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.db.models import Model
from django.utils.translation import get_language

from scoring.walls import here

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
PASSES = ("SELECT", "SAVEPOINT", "RELEASE", "PRAGMA")


@dataclass
class Written:
    """What a step sent to the database."""

    statements: list[tuple[str, Any, bool]] = field(default_factory=list)
    """As SQLite takes them: the statement, its values, and whether these are many."""
    is_whole: bool = True
    """Whether nothing was sent that cannot simply be sent again."""

    def note(self, execute: Any, sql: str, values: Any, many: bool, context: Any) -> Any:
        """Send a statement and remember it; Django calls this for each."""
        answer = execute(sql, values, many, context)
        word = sql.lstrip().split(None, 1)[0].upper()
        if word in WRITES:
            values = list(values or ())
            query = sql.replace("%s", "?").replace("%%", "%") if values else sql
            self.statements.append((query, [list(v) for v in values] if many else values, many))
        elif word not in PASSES:
            self.is_whole = False
        return answer

    def again(self, database: sqlite3.Connection) -> None:
        """Send all of it once more."""
        for query, values, many in self.statements:
            if many:
                database.executemany(query, values)
            else:
                database.execute(query, values).fetchall()


@dataclass(frozen=True)
class Step:
    """A step that was done: what it wrote, and what it returned and made of the objects before it, pickled."""

    written: Written
    objects: bytes


@dataclass
class Now:
    """How far the test that runs has come by remembered steps."""

    database: sqlite3.Connection | None = None
    changes: int = 0
    """How many rows the connection had changed after the last of these steps."""
    names: tuple[str, ...] = ()
    objects: dict[str, Any] = field(default_factory=dict)

    def is_as_left(self) -> bool:
        """Whether nothing was written since, in a transaction that is taken back after the test."""
        return (
            self.database is not None
            and connection.in_atomic_block
            and connection.connection is self.database
            and self.database.total_changes == self.changes
        )


_steps: dict[tuple[Any, ...], Step] = {}
_now = Now()


def begin() -> None:
    """Begin a test: nothing is written yet."""
    global _now
    database = connection.connection if connection.vendor == "sqlite" else None
    _now = Now(database, database.total_changes if database is not None else 0)


@contextmanager
def aside() -> Iterator[None]:
    """Write what no remembered step looks at, such as a session."""
    was_as_left = _now.is_as_left()
    yield
    if was_as_left:
        _now.changes = connection.connection.total_changes


def remembered(make: Callable[..., Any]) -> Callable[..., Any]:
    """Let a fixture be a remembered step."""
    name = f"{make.__module__}.{make.__qualname__}"

    @functools.wraps(make)
    def fixture(**given: Any) -> Any:
        if not _may_be_remembered(given.values()):
            return make(**given)
        key = (*_now.names, name, get_language())
        if (step := _steps.get(key)) is None:
            value = _done(key, make, given)
        else:
            step.written.again(_now.database)
            value = _loaded(step.objects)
        _now.changes = _now.database.total_changes
        _now.names = (*_now.names, name)
        _now.objects[name] = value
        return value

    return fixture


def _may_be_remembered(given: Any) -> bool:
    mine = {id(value) for value in _now.objects.values()}
    return (
        _now.is_as_left()
        and all(value is None or id(value) in mine for value in given)
        and not isinstance(settings._wrapped, UserSettingsHolder)
        and here() is None
    )


def _done(key: tuple[Any, ...], make: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Do a step for the first time, and remember it."""
    before = {name: _state(value) for name, value in _now.objects.items()}
    written = Written()
    with connection.execute_wrapper(written.note):
        value = make(**given)
    if written.is_whole:
        changed = {
            name: vars(other)
            for name, other in _now.objects.items()
            if before[name] != _state(other)
        }
        _steps[key] = Step(written, _dumped((value, changed)))
    return value


def _state(value: Any) -> bytes:
    return _dumped(vars(value)) if isinstance(value, Model) else b""


class _Writer(pickle.Pickler):
    """Objects that earlier steps returned are named, not copied."""

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
    """Return what a step returned, and let what was there before it be as it was after it."""
    value, changed = _Reader(io.BytesIO(objects)).load()
    for name, state in changed.items():
        vars(_now.objects[name]).clear()
        vars(_now.objects[name]).update(state)
    return value
