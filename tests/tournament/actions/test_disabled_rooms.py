"""Removing an event also deletes rows in the tables of disabled rooms."""

import pytest
from django.db import connection
from django.db.models.signals import pre_delete

from tournament.actions.disabled_rooms import (
    connect_deletion_receivers,
    disabled_tables,
    foreign_keys_by_table,
)
from tournament.actions.event.housekeeping import remove_event
from tournament.models import Entry, Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

TABLES = """
CREATE TABLE off_rules (id integer PRIMARY KEY, event_id bigint NOT NULL
  REFERENCES tournament_event (id) DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE off_place (id integer PRIMARY KEY,
  rules_id integer NOT NULL REFERENCES off_rules (id) DEFERRABLE INITIALLY DEFERRED,
  entry_id bigint REFERENCES tournament_entry (id) DEFERRABLE INITIALLY DEFERRED)
"""


def rows(table):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id")
        return cursor.fetchall()


@pytest.fixture
def disabled_room(event, four, settings):
    """Create tables of a disabled room: rules of the event, with a place of entry 1."""
    settings.ROOMS_OFF = ["hall"]
    disabled_tables.cache_clear()
    foreign_keys_by_table.cache_clear()
    entry = Entry.objects.get(number=1)
    with connection.cursor() as cursor:
        for statement in TABLES.split(";"):
            cursor.execute(statement)
        cursor.execute("INSERT INTO off_rules VALUES (1, %s)", [event.pk])
        cursor.execute("INSERT INTO off_place VALUES (2, 1, %s)", [entry.pk])
    yield entry
    disabled_tables.cache_clear()
    foreign_keys_by_table.cache_clear()


def test_removing_an_event_deletes_its_rows_in_disabled_rooms(desk, event, disabled_room):
    remove_event(desk, event)
    connection.check_constraints()
    assert (rows("off_rules"), rows("off_place")) == ([], [])
    assert not Event.objects.exists()


def test_optional_reference_to_a_deleted_row_is_cleared(event, disabled_room):
    listeners = pre_delete.receivers[:]
    connect_deletion_receivers()
    try:
        disabled_room.delete()
    finally:
        pre_delete.receivers[:] = listeners
        pre_delete.sender_receivers_cache.clear()
    connection.check_constraints()
    assert rows("off_place") == [(2, 1, None)]
    assert rows("off_rules") == [(1, event.pk)]
