"""Expired data is deleted and logged by a background thread of the running program."""

import sqlite3
import time
from contextlib import closing

import pytest

from tests.installation import running

PATIENCE = 60


def rows_of(installation, statement, *values):
    """Return the rows of a statement, which may also write."""
    with closing(sqlite3.connect(installation.database, timeout=PATIENCE)) as database, database:
        return database.execute(statement, values).fetchall()


@pytest.mark.full
def test_expired_contacts_are_deleted_soon_after_the_start(installation):
    installation.manage("simulate_event", "--players", "4", "--rounds", "1")
    rows_of(installation, "UPDATE tournament_event SET date = '2020-05-01'")
    people = [
        key for (key,) in rows_of(installation, "SELECT id FROM tournament_player ORDER BY id")
    ]
    contact = (
        "INSERT INTO tournament_contact (player_id, email, telephone, call_whom, changed_at) "
        "VALUES (?, 'a@secret.example', '', '', '2020-05-01')"
    )
    rows_of(installation, contact, people[0])
    rows_of(
        installation,
        "INSERT INTO tournament_player (name, sort_name, name_key, created_at, is_minor, organisation_id) "
        "VALUES ('Nora New', 'New, Nora', 'nora new', '2026-01-01', 0, 1)",
    )
    ((newcomer,),) = rows_of(installation, "SELECT max(id) FROM tournament_player")
    rows_of(installation, contact.replace("'2020-05-01')", "datetime('now'))"), newcomer)
    with running(installation):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            left = rows_of(installation, "SELECT player_id FROM tournament_contact")
            if left == [(newcomer,)]:
                break
            time.sleep(0.05)
    assert left == [(newcomer,)]
    entries = "SELECT actor, summary FROM scoring_activity WHERE verb = 'forget_contacts'"
    assert rows_of(installation, entries) == [
        ("Ninetimer", "Contact details of 1 person removed, 365 days after the last event.")
    ]
    installation.manage("verify_audit")  # fails if a chain is broken
