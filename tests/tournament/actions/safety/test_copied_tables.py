"""The statements that copy and load tables on PostgreSQL, sent to a database that only notes them."""

import re
import sqlite3
import zlib
from contextlib import closing, contextmanager
from functools import partial
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from scoring.actions.activity import Actor, log
from scoring.models import Activity, LoggedCount
from scoring.models.guard import ACTIVITY
from tests.approved import check_approved
from tournament.actions.safety import copied_tables
from tournament.models import Event, Invitation, Membership, RecoveryCode, SecondFactor
from tournament.models.tables import program_models
from tournament.queries.safety import snapshots
from tournament.queries.safety.snapshots import (
    COUNTED_FIGURES,
    is_new_installation,
    read_snapshot,
    restore_consequences,
    restore_obstacle,
)
from tournament.wording.log import say
from tournament.wording.safety import safety_sentence

pytestmark = pytest.mark.django_db
SOME = [User, Event, Membership, Invitation, SecondFactor, RecoveryCode, Activity]
LISTS = re.compile(r'(?<=\()"[^()]*"(?=\))|(?<=SELECT )"[^()]*"(?= FROM)')
NAMES = (
    "auth_user, tournament_event, tournament_membership, tournament_invitation, "
    "tournament_secondfactor, tournament_recoverycode, scoring_activity, disabled_table"
)


class Database:
    """A connection and a cursor that note every statement; rows copied out are those given."""

    def __init__(self, columns=()):
        self.cursor = self
        self.ops = SimpleNamespace(sequence_reset_sql=lambda _, models: [f"RESET {len(models)}"])
        self.sent, self.columns, self.figures = [], columns, iter(range(11, 99))

    def __call__(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_raised):
        pass

    def execute(self, statement, *_values):
        self.sent.append(LISTS.sub("…", statement))

    def fetchall(self):
        return self.columns

    def fetchone(self):
        return [next(self.figures)]

    @contextmanager
    def copy(self, statement):
        self.sent.append(LISTS.sub("…", statement))
        yield Rows(statement, self.sent)


class Rows:
    """The rows of a table that are copied out or in."""

    def __init__(self, statement, sent):
        self.words, self.sent = statement.split()[1], sent

    def __iter__(self):
        yield memoryview(f"1 {self.words}\n".encode())
        yield memoryview(b"2\n")

    def write(self, content):
        self.sent.append(content.decode())


def note_guards(database, name, _connection, tables):
    database.sent.append(f"{name} {'of the log' if tables is ACTIVITY else tables}")


@pytest.fixture
def database(monkeypatch):
    """Let the program talk to the noting database, with a few tables and one of a disabled room."""
    made = Database(
        [
            (model._meta.db_table, field.column)
            for model in SOME
            for field in model._meta.concrete_fields
            if field.column != "is_practice"
        ]
        + [("disabled_table", "note"), ("disabled_table", "id")]
    )
    monkeypatch.setattr(copied_tables, "connection", made)
    monkeypatch.setattr(copied_tables, "copied_models", lambda: SOME)
    monkeypatch.setattr(copied_tables, "disabled_tables", lambda: ["disabled_table"])
    for name in ("drop_guards", "create_guards"):
        monkeypatch.setattr(copied_tables, name, partial(note_guards, made, name))
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _self: {("app", "0007"): 1})
    return made


@pytest.fixture
def written(database, tmp_path, event):
    """Return the file with the copied tables."""
    path = tmp_path / "copy.sqlite3"
    copied_tables.write_tables(path)
    return path


def test_every_table_of_the_program_is_copied_with_accounts_first_and_the_log_last():
    models = copied_tables.copied_models()
    assert (models[0], models[-1]) == (User, Activity)
    assert len(models) == len(set(models))
    assert set(program_models(with_links=True)) - set(models) == {LoggedCount}


def test_copy_has_the_rows_the_figures_the_end_of_the_log_and_the_migrations(written, database):
    last = Activity.objects.latest("pk")
    with closing(sqlite3.connect(written)) as file:
        tables = file.execute("SELECT * FROM ninetimer_table").fetchall()
        assert ", ".join(name for name, _, _ in tables) == NAMES
        assert {zlib.decompress(content).decode() for _, _, content in tables} == {
            f"1 {name}\n2\n" for name, _, _ in tables
        }
        columns = {name: known for name, known, _ in tables}
        assert columns["disabled_table"] == '"id", "note"'
        assert columns["auth_user"].startswith('"id", "password", ')
        assert "is_practice" not in columns["tournament_event"]
        figures = file.execute("SELECT * FROM ninetimer_figure").fetchall()
        assert figures == [(place, 11 + place) for place in range(len(COUNTED_FIGURES))]
        assert file.execute("SELECT * FROM scoring_activity").fetchall() == [(last.pk, last.hash)]
        assert file.execute("SELECT * FROM django_migrations").fetchall() == [("app", "0007")]
    assert database.sent[1] == "COPY auth_user (…) TO STDOUT"


def test_tables_missing_from_the_database_are_left_out_of_a_copy(database, tmp_path):
    database.columns = [("auth_user", "id"), ("disabled_table", "id"), ("auth_user", "username")]
    copied_tables.write_tables(tmp_path / "copy.sqlite3")
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as file:
        rows = file.execute("SELECT name, columns FROM ninetimer_table").fetchall()
        assert rows == [("auth_user", '"id", "username"'), ("disabled_table", '"id"')]
        assert file.execute("SELECT * FROM scoring_activity").fetchall() == []


def test_every_table_is_locked(database):
    copied_tables.lock_tables()
    assert database.sent == [f"LOCK TABLE {NAMES} IN EXCLUSIVE MODE"]


@pytest.mark.parametrize("fresh", [False, True])
def test_statements_of_a_restore_are_those_approved(request, written, database, monkeypatch, fresh):
    monkeypatch.setattr(copied_tables, "is_new_installation", lambda: fresh)
    user = User.objects.create_user("here")
    SecondFactor.objects.create(user=user, secret="x")
    database.sent.clear()
    copied_tables.restore_tables(written)
    name = "new installation" if fresh else "earlier state"
    check_approved(request, {name: " | ".join(database.sent)})
    assert SecondFactor.objects.count() == (0 if fresh else 1)


def test_consequences_of_loading_copied_tables_are_those_stored_with_them(written):
    counted = restore_consequences(read_snapshot(written))
    assert [figure.then for figure in counted.figures] == [11, 12, 13, 14, 15, 16]
    assert [figure.now for figure in counted.figures] == [1, 0, 0, 0, 0, 0]
    assert (counted.undone, counted.undone_count, counted.is_other_database) == ((), 0, False)


@pytest.mark.parametrize(
    ("vendor", "applied", "last", "fresh", "code"),
    [
        ("postgresql", "all", "same", False, ""),
        ("sqlite", "all", "same", False, "snapshot_of_other_kind"),
        ("postgresql", "fewer", "same", False, "snapshot_of_earlier"),
        ("postgresql", "more", "same", False, "snapshot_of_newer"),
        ("postgresql", "all", "other", False, "snapshot_of_other_database"),
        ("postgresql", "all", "other", True, ""),
        ("postgresql", "all", "none", False, ""),
    ],
)
def test_copied_tables_that_do_not_fit_are_refused(
    written, monkeypatch, vendor, applied, last, fresh, code
):
    there = sorted(MigrationLoader(connection).disk_migrations)
    steps = {"all": there, "fewer": there[1:], "more": [*there, ("app", "0099")]}[applied]
    with closing(sqlite3.connect(written)) as file, file:
        file.execute("DELETE FROM django_migrations")
        file.executemany("INSERT INTO django_migrations VALUES (?, ?)", steps)
        if last == "other":
            file.execute("UPDATE scoring_activity SET hash = 'other'")
        elif last == "none":
            file.execute("DELETE FROM scoring_activity")
    monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _self: dict.fromkeys(there))
    monkeypatch.setattr(snapshots, "is_new_installation", lambda: fresh)
    monkeypatch.setattr(connection, "vendor", vendor)
    wanted = safety_sentence(code, snapshot="copy") if code else ""
    assert restore_obstacle(read_snapshot(written)) == wanted


def test_installation_is_new_until_something_but_an_account_is_logged(db):
    assert is_new_installation()
    log(Actor("ana"), "hold_account", say("hold_account", name="ana"))
    assert is_new_installation()
    log(Actor("ana"), "create_club", say("create_club", club="Thursdays"))
    assert not is_new_installation()
