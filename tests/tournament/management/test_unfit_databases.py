"""Every command reports an outdated, damaged or empty database with a remedy, without a traceback."""

import os
import re
import sqlite3
from contextlib import closing

import pytest
from django.conf import settings
from django.core.management import BaseCommand, get_commands

from tests.rooms import commands_off
from tournament import command

TYPED = {
    "build_word_list": ["--check"],
    "check_event": ["autumn-open"],
    "doctor": [],
    "erase_person": ["Ana Lopez", "--reason", "asked", "--yes"],
    "export_event": ["autumn-open", "--format", "tou", "--to", "."],
    "export_organisation": ["--to", "."],
    "export_person": ["Ana Lopez", "--to", "."],
    "export_report": ["autumn-open", "standings", "--to", "."],
    "forget_contacts": [],
    "import_event": ["roster.csv", "--name", "Autumn"],
    "import_lexicon": ["TINY", "words.txt"],
    "import_organisation": ["backup.ninetimer"],
    "load_demo": [],
    "pair": ["autumn-open", "--division", "A", "--round", "1", "--method", "swiss"],
    "publish": ["autumn-open", "--to", "site"],
    "rate": ["autumn-open", "--division", "A", "--system", "naspa"],
    "rating_run": ["--list", "1"],
    "rebuild": ["autumn-open", "--to", "new"],
    "recheck": ["--all"],
    "reset_second_factor": ["director"],
    "restore": ["no-such"],
    "serve": ["--port", "0"],
    "simulate_event": ["--players", "4", "--rounds", "2"],
    "simulate_games": ["1", "--to", "games"],
    "snapshot": ["--list"],
    "verify_audit": [],
    "verify_games": ["game.gcg"],
}
TYPED = {name: typed for name, typed in TYPED.items() if name not in commands_off()}
NEVER_ENDS = {
    "demo": "makes a database of its own and starts the server",
    "start": "brings the database up to date itself, in tests of its own",
    "work": "is started by the server alone",
    "migrate": "is what brings a database up to date",
    "makemessages": "works on the source",
}
"""Excluded commands, with reasons."""

NEEDS_NONE = {"build_word_list", "doctor", "restore", "simulate_games", "snapshot", "verify_games"}
"""Commands that need no database, or report the fault themselves."""
ENDS_BEFORE = {
    "erase_person", "export_person", "forget_contacts", "import_event", "import_organisation", "rating_run",
    "reset_second_factor",
}  # fmt: skip
"""Commands that miss their named object before they reach a table that an older database lacks."""
OLDER = """
    DROP TRIGGER activity_is_counted;
    DROP TRIGGER activity_is_not_changed;
    DROP TABLE scoring_loggedcount;
    DROP TABLE tournament_removedevent;
    ALTER TABLE tournament_event DROP COLUMN in_calendar;
    ALTER TABLE scoring_activity DROP COLUMN redacts;
    DELETE FROM django_migrations WHERE app = 'tournament' AND name > '006' OR app = 'scoring' AND name > '0020'
        OR app IN ('hall', 'broadcast', 'federation');
"""


def older(path):
    with closing(sqlite3.connect(path)) as database:
        database.executescript(OLDER)


def cut_short(path):
    os.truncate(path, path.stat().st_size // 2)


def overwritten(path):
    path.write_bytes(b"not a database" * 1000)


def emptied(path):
    path.write_bytes(b"")


EXPECTED = {
    older: ("The database is older than this version. Run `{command} migrate` once",),
    cut_short: ("The database is damaged (", "There is no snapshot to go back to."),
    overwritten: ("The database is damaged (file is not a database).",),
    emptied: (
        "There is no database in",
        "Run `{command} migrate` once, or `{command} start`, which creates it",
    ),
}


@pytest.fixture
def run_command(tmp_path, file_database, monkeypatch, capsys):
    """Return a function that runs a command in a folder with the given files and returns its status and output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text("Ana Lopez\nBen Okafor\n")
    (tmp_path / "words.txt").write_text("AA\nAB\n")
    (tmp_path / "game.gcg").write_text("#player1 A Ana\n#player2 B Ben\n>A: ZA 8H ZA +22 22\n")
    monkeypatch.setattr(BaseCommand, "requires_system_checks", BaseCommand.requires_system_checks)
    monkeypatch.setattr(BaseCommand, "suppressed_base_arguments", set())
    monkeypatch.setenv("DJANGO_COLORS", "nocolor")

    def type_(name, *arguments):
        status = 0
        try:
            command.run_command(["manage.py", name, *arguments])
        except SystemExit as end:
            status = end.code
        printed = capsys.readouterr()
        text = printed.out + printed.err + (status if isinstance(status, str) else "")
        return (1 if isinstance(status, str) else status), text

    return type_


@pytest.mark.parametrize("name", TYPED)
@pytest.mark.parametrize(
    "spoil",
    [
        spoil if spoil is older else pytest.param(spoil, marks=pytest.mark.full)
        for spoil in EXPECTED
    ],
)
def test_unfit_database_is_described_with_a_remedy(run_command, file_database, name, spoil):
    spoil(file_database)
    status, printed = run_command(name, *TYPED[name])
    assert "Traceback" not in printed
    if name not in NEEDS_NONE and not (spoil is older and name in ENDS_BEFORE):
        assert status == 1, printed
        assert [
            text for text in EXPECTED[spoil] if text.format(command=settings.COMMAND) not in printed
        ] == [], printed


@pytest.mark.parametrize("name", ["migrate", "start"])
def test_failing_migration_is_not_advised_again(run_command, file_database, name):
    older(file_database)  # its tables do not match its migrations
    status, printed = run_command(name, *{"start": ["--no-browser", "--port", "0"]}.get(name, []))
    assert status == 1
    assert re.search(r'The database is damaged \(table "\w+" already exists\)\.', printed), printed
    assert "older than this version" not in printed


def test_every_command_is_tried_or_exempted_with_a_reason():
    ours = {
        name
        for name, app in get_commands().items()
        if app.partition(".")[0] in ("scoring", "tournament")
    }
    assert {*TYPED, *NEVER_ENDS} == ours
