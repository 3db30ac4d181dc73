"""Snapshots of all rows, to compare the database before an action and after its undo."""

from django.apps import apps
from django.db import connection

TELLS_OF_IT = {"scoring_activity", "scoring_loggedcount", "tournament_undostep", "django_session"}
"""Tables that an undo adds to: the log, its entry count, and the undo steps."""
STAYS = {
    "tournament_resultentry": lambda row: (
        row["source"] != "awarded" and row["standing"] == "superseded"
    ),
    "tournament_playerreport": lambda row: row["replaced_at"] is not None,
    "tournament_penalty": lambda row: row["revoked_at"] is not None,
}
"""Typed data stays, marked as not counting: nothing typed is ever lost."""


def tables():
    return {model._meta.db_table for model in apps.get_models(include_auto_created=True)}


def everything(*, without=frozenset()):
    """Return every row of the database by table and key."""
    rows = {}
    with connection.cursor() as cursor:
        for table in sorted(tables() - TELLS_OF_IT - without):
            cursor.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in cursor.description]
            for values in cursor.fetchall():
                row = dict(zip(names, values, strict=True))
                rows[table, values[0]] = row
    return rows


def differences(before, after):
    """Return the rows that have changed, and new rows that are in force."""
    changed = {
        name: {
            column: (value, after.get(name, {}).get(column, "gone"))
            for column, value in row.items()
            if after.get(name, {}).get(column, "gone") != value
        }
        for name, row in before.items()
        if after.get(name) != row
    }
    new = {
        name: row
        for name, row in after.items()
        if name not in before and not STAYS.get(name[0], lambda _: False)(row)
    }
    return changed | new
