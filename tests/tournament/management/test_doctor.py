"""`doctor` names each kind of fault with a remedy, ends with status 1, and changes nothing."""

import hashlib
import shutil
import socket
import sqlite3
import subprocess
from contextlib import closing, contextmanager

import pytest

from scoring.lexicon import SHIPPED_LISTS_FOLDER as WORD_LISTS
from tests.installation import Installation
from tests.tournament.web.test_error_pages import small_disk
from tournament.management.commands import doctor

AT_PORT = """
import os, sys
import django
from tournament import command
os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
django.setup()
from tournament.management.commands import doctor
doctor.FIRST_PORT = int(sys.argv[1])
command.run_command(["manage.py", "doctor"])
"""
"""The command with another starting port."""


def free_port():
    """Return a free port, so that other tests on port 8000 do not interfere."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def asked_of(installation, status, **variables):
    """Run `doctor` on an installation and return its output."""
    done = installation.ended("-c", AT_PORT, str(free_port()), **variables)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout


def wrong(printed):
    """Return the lines that report a fault."""
    return [line for line in printed.splitlines() if line.startswith("!")]


@pytest.fixture
def port_is_free(monkeypatch):
    monkeypatch.setattr(doctor, "FIRST_PORT", free_port())


def test_healthy_installation_is_reported_healthy_and_left_unchanged(installation):
    before = hashlib.sha256(installation.database.read_bytes()).digest()
    printed = asked_of(installation, 0, NINETIMER_COPY_TO=str(installation.folder))
    assert wrong(printed) == []
    assert "activity log: all entries are intact" in printed
    assert "word lists: Open English (unofficial)." in printed
    assert hashlib.sha256(installation.database.read_bytes()).digest() == before


@pytest.mark.full
def test_new_data_folder_is_no_fault(installation):
    installation.database.unlink()
    assert "database: there is none yet" in asked_of(installation, 0)


def test_file_that_is_no_database_is_named_with_the_way_back(installation):
    installation.manage_in_turn(["snapshot", "--why", "dawn"], ["snapshot", "--why", "noon"])
    copy = max((installation.folder / "snapshots").glob("*.sqlite3"))
    installation.database.write_bytes(b"not a database" * 1000)
    (line,) = wrong(asked_of(installation, 1))
    assert line.startswith("! database:")
    assert f"manage.py restore {copy.stem}" in line
    assert "file is not a database. Stop Ninetimer" in line


def test_databases_of_older_and_newer_versions_are_named(installation):
    for statement, sentence in (
        ("DELETE FROM django_migrations WHERE app = 'sessions'", "it is from an older version"),
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '9001_x', '2031-01-01')",
            "newer version of Ninetimer",
        ),
    ):
        with closing(sqlite3.connect(installation.database)) as database, database:
            database.execute(statement)
        (line,) = wrong(asked_of(installation, 1))
        assert sentence in line


@pytest.mark.full
def test_damaged_database_without_a_snapshot_has_no_way_back(installation):
    installation.database.write_bytes(b"not a database" * 1000)
    (line,) = wrong(asked_of(installation, 1))
    assert "There is no snapshot to go back to. Keep the data folder as it is" in line


@contextmanager
def with_a_database_tool(installation, *, restored=True):
    """Yield a connection to the database without the triggers, which are restored afterwards."""
    with closing(sqlite3.connect(installation.database)) as database, database:
        triggers = database.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall()
        for name, _sql in triggers:
            database.execute(f'DROP TRIGGER "{name}"')
        yield database
        for _name, sql in triggers if restored else ():
            database.execute(sql)


def test_log_without_its_triggers_is_named(installation):
    with with_a_database_tool(installation, restored=False):
        pass
    (line,) = wrong(asked_of(installation, 1))
    assert line.startswith(
        "! activity log: Database protection is off: entries of the activity log"
    )
    assert "verify_audit" in line


CHANGED = "has been changed: its content does not match its hash."


@pytest.mark.parametrize(
    ("statement", "matches"),
    [
        ("DELETE FROM scoring_activity", "removed"),
        *(
            pytest.param(f"UPDATE scoring_activity SET {change}", CHANGED, marks=pytest.mark.full)
            for change in (
                "facts = NULL",
                "summary = 'Nothing was done.'",
                "reason = 'The director asked for it.'",
                "actor = 'Somebody else'",
                '"after" = \'{"name": "Another Open"}\'',
                "at = '2020-01-01 10:00:00'",
            )
        ),
    ],
)
def test_altered_or_removed_log_entry_is_named(with_an_event, tmp_path, statement, matches):
    """The text of an entry was changed, and the hash was not, with the triggers restored afterwards."""
    installation = with_an_event.copied(tmp_path / "data")
    with with_a_database_tool(installation) as database:
        (entry,) = database.execute(
            "SELECT min(id) FROM scoring_activity WHERE facts IS NOT NULL AND chain LIKE 'event:%'"
        ).fetchone()
        database.execute(f"{statement} WHERE id = ?", (entry,))
    (line,) = wrong(asked_of(installation, 1))
    assert line.startswith("! activity log: ")
    assert matches in line
    if matches == CHANGED:
        assert line.startswith(f"! activity log: Entry {entry}")
        assert "The database was changed with another program" in line


@pytest.mark.parametrize(
    ("mounted", "start", "end"),
    [
        (
            "rw",
            "disk: only 0.1 GB is free on the disk with the data",
            "empty the bin, or move pictures and videos elsewhere.",
        ),
        ("ro", "disk: the folder {data} may be read but not written.", ""),
    ],
)
def test_nearly_full_or_read_only_disk_is_named(fresh_installation, tmp_path, mounted, start, end):
    with small_disk(tmp_path / "disk", "100m") as disk:
        shutil.copytree(fresh_installation.folder, disk / "data")
        small = Installation(disk / "data")
        if mounted == "ro":
            asked_of(small, 1)  # creates the secret key, which every start needs
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        (line,) = wrong(asked_of(small, 1))
    assert line.startswith(f"! {start.format(data=small.folder)}")
    assert line.endswith(end)


@pytest.fixture
def look(port_is_free, transactional_db):
    """Return a function that collects the findings by subject."""
    return lambda: {finding.subject: finding for finding in doctor.findings()}


@pytest.fixture(scope="module")
def with_an_event(fresh_installation, tmp_path_factory):
    """Return an installation with an event of four players, and the contents of its log."""
    installation = fresh_installation.copied(tmp_path_factory.mktemp("event") / "data")
    installation.manage("simulate_event", "--players=4", "--rounds=1", "--stage=setup")
    return installation


@pytest.mark.full
def test_running_copy_to_a_missing_folder_is_named(installation, tmp_path):
    (line,) = wrong(asked_of(installation, 1, NINETIMER_COPY_TO=str(tmp_path / "no-stick")))
    assert line.startswith(f"! disk: the running copy cannot be written to {tmp_path}/no-stick.")
    assert "Plug in the USB stick" in line


def test_missing_or_truncated_typeface_is_named(look, monkeypatch, tmp_path):
    fonts = tmp_path / "fonts"
    shutil.copytree(doctor.FONTS, fonts)
    monkeypatch.setattr(doctor, "FONTS", fonts)
    assert not look()["typefaces"].is_wrong
    typeface = fonts / doctor.TYPEFACES[-1]
    typeface.write_bytes(typeface.read_bytes()[:100])
    cut_short = look()["typefaces"]
    typeface.unlink()
    for finding in (cut_short, look()["typefaces"]):
        assert finding.is_wrong
        assert finding.text.startswith(f"{typeface} cannot be read (")
        assert "Install Ninetimer again" in finding.text


def test_altered_word_list_is_named(look, settings, tmp_path):
    settings.NINETIMER_DATA_DIR = tmp_path
    folder = tmp_path / "lexicons"
    folder.mkdir()
    description = (WORD_LISTS / "open_english.toml").read_text(encoding="utf-8")
    (folder / "mine.toml").write_text(description.replace("Open", "My"), encoding="utf-8")
    words = (WORD_LISTS / "open_english.txt").read_bytes()
    (folder / "mine.txt").write_bytes(words.replace(b"\nQI\n", b"\nQZ\n"))
    (folder / "half.toml").write_text("name = ", encoding="utf-8")
    texts = [line.text for line in doctor.findings() if line.subject == "word lists"]
    assert len(texts) == 2
    assert "half.toml is not valid TOML" in texts[0]
    assert "My English" in texts[1]
    assert all("import_lexicon" in text for text in texts)


def test_port_used_by_another_program_is_named(look, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(doctor, "FIRST_PORT", taken.getsockname()[1])
        finding = look()["port"]
    assert finding.is_wrong
    assert "used by another program" in finding.text
