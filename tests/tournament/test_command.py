"""The command line `ninetimer`: subcommands and data folders."""

import os
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.installation import SOURCE, running
from tournament.languages import language_of_terminal
from tournament.queries.safety.database import database_version

NEWER = ("tournament", "9001_of_next_year")


def typed(*arguments, home, **variables):
    """Run the entry point; return its status and output."""
    done = subprocess.run(
        [sys.executable, "-c", "from tournament.command import main; main()", *arguments],
        cwd=SOURCE,
        env={"PATH": os.environ["PATH"], "HOME": str(home), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_short_name_is_the_command_and_data_chooses_the_folder(tmp_path):
    status, printed = typed("--data", str(tmp_path / "mine"), "verify", "--help", home=tmp_path)
    assert status == 0
    assert "ninetimer verify_games" in printed
    assert (tmp_path / "mine" / "secret_key").exists()
    assert not (tmp_path / ".local").exists()


def test_data_without_a_folder_is_refused(tmp_path):
    refusal = "--data needs the folder of the data: ninetimer --data FOLDER serve\n"
    assert typed("--data", home=tmp_path) == (1, refusal)


@pytest.mark.full
def test_help_shows_only_what_operators_may_type(tmp_path):
    assert "usage: ninetimer start" in typed("--no-browser", "--port", "none", home=tmp_path)[1]
    status, printed = typed("help", home=tmp_path, COLUMNS="200")
    assert status == 0
    assert "ninetimer --data FOLDER COMMAND works on the data in that folder." in printed
    assert "createsuperuser         Create an account that can do everything" in printed
    assert "verify_games (verify)   Reads recorded games" in printed
    assert "makemessages" not in printed
    status, narrow = typed("help", home=tmp_path, COLUMNS="80", LANG="de_AT.UTF-8")
    assert max(map(len, narrow.splitlines())) <= 80
    assert "ninetimer COMMAND --help sagt mehr" in narrow
    assert "Starts Ninetimer" not in narrow
    status, printed = typed("report", "--help", home=tmp_path, COLUMNS="200")
    assert "--pythonpath" not in printed
    assert printed.count("The division. Default: all divisions.") == 1
    assert "  wall_chart             Every result of every player, round by round" in printed
    assert typed("report", "--traceback", "no-such", "roster", home=tmp_path)[0] == 1


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "es_MX", "LC_TIME": "de_DE"}, "es"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, ""),
        ({"LANG": "de_DE@euro", "LANGUAGE": "tlh:es:de"}, "es"),
        ({"LANG": "C", "LANGUAGE": "de"}, ""),
        ({"LANG": "en_US.UTF-8"}, "en-gb"),
        ({"LANG": "tlh"}, ""),
    ],
)
def test_terminal_language_follows_gettext_variables(variables, language):
    assert language_of_terminal(variables, ["en-gb", "de", "fr", "es"]) == language


PAGES_AFTER_A_COMMAND = """
import sys
from tournament.command import run_command
run_command(["ninetimer", "verify_audit"])
print([name for name in sys.modules if name.endswith(".urls") and "django" not in name])
"""


def test_command_starts_without_importing_every_page(installation):
    """The import would take more than half the time of a short command."""
    ask = [sys.executable, "-c", PAGES_AFTER_A_COMMAND]
    environment = installation.environment()
    done = subprocess.run(
        ask, cwd=SOURCE, env=environment, capture_output=True, text=True, check=True
    )
    assert "The activity log is intact" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.full
@pytest.mark.django_db
def test_database_of_a_newer_version_is_refused_and_left_unchanged():
    MigrationRecorder(connection).record_applied(*NEWER)
    assert database_version().unknown_migrations == (".".join(NEWER),)
    with pytest.raises(CommandError, match="last used by a newer version of Ninetimer"):
        call_command("migrate", verbosity=0)
    for command in ("serve", "start"):
        with pytest.raises(CommandError, match="Start that version"):
            call_command(command)
    assert database_version().unknown_migrations == (".".join(NEWER),)


def test_older_data_folder_is_opened_after_a_copy(installation):
    """A newer table is missing: `start` takes a copy of the data and migrates."""
    installation.manage("migrate", "sessions", "zero", "--verbosity", "0")
    before = set((installation.folder / "snapshots").glob("*.sqlite3"))
    with running(installation, command="start"):
        printed = (installation.folder / "printed.txt").read_text(encoding="utf-8")
    assert "The data is from an older version and is being upgraded." in printed
    (copy,) = set((installation.folder / "snapshots").glob("*.sqlite3")) - before
    assert f"A copy of the old data: {copy}" in printed
    assert "[X] 0001_initial" in installation.manage("showmigrations", "sessions")
