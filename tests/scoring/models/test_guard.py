"""The database refuses to change or delete log entries."""

import pytest
from django.db import DatabaseError, connection, transaction

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from scoring.models.guard import (
    ACTIVITY_MESSAGE,
    GUARDED_TABLES,
    create_guards,
    drop_guards,
    missing_guards,
)
from scoring.wording.chain import missing_guards_sentence
from scoring.wording.sentence import Sentence

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

ANYBODY = Actor("the program")


@pytest.fixture
def three_entries():
    with transaction.atomic():
        return [
            log(ANYBODY, "say", Sentence("say", {"number": number}, f"number {number}"))
            for number in (1, 2, 3)
        ]


def refused(statement, parameters=()):
    with (
        pytest.raises(DatabaseError) as refusal,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, parameters)
    return ACTIVITY_MESSAGE in str(refusal.value)


def test_orm_changes_and_deletions_are_refused(three_entries):
    first = three_entries[0]
    first.summary = "something else"
    for change in (first.delete, first.save, Activity.objects.all().delete):
        with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
            change()
    summaries = Activity.objects.order_by("id").values_list("summary", flat=True)
    assert list(summaries) == ["number 1", "number 2", "number 3"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a statement of SQLite's")
def test_insert_or_replace_is_refused(three_entries):
    assert refused(
        "INSERT OR REPLACE INTO scoring_activity "
        "(id, at, actor, verb, summary, scope, reason, previous_hash, hash) "
        "VALUES (%s, '2026-01-01', 'x', 'x', 'x', '', '', '', 'x')",
        [three_entries[0].pk],
    )


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a statement of PostgreSQL's")
def test_truncate_is_refused():
    assert refused("TRUNCATE scoring_activity CASCADE")


def test_dropped_guard_is_detected_and_restored():
    assert missing_guards(connection) == {}
    on = " ON scoring_activity" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER activity_is_not_changed{on}")
    assert missing_guards(connection) == {"scoring_activity": {"changed"}}
    create_guards(connection)
    assert missing_guards(connection) == {}


def test_unguarded_tables_are_named_in_a_sentence():
    for table in GUARDED_TABLES:
        assert missing_guards_sentence({table.table: {"changed"}}, "x"), (
            "a guarded table has a word"
        )
    with transaction.atomic():
        drop_guards(connection, *GUARDED_TABLES)
        everything = missing_guards_sentence(missing_guards(connection), "manage.py")
        transaction.set_rollback(True)
    assert everything == (
        "Database protection is off: entries of the activity log, copies of printed papers, "
        "turns of recorded games, players’ reports and results can be changed or removed by "
        "another program. Run `manage.py migrate` to restore the protection, then compare the "
        "results with the slips."
    )
    assert missing_guards_sentence(
        {"scoring_activity": {"removed"}, "tournament_resultentry": {"changed"}}, "x"
    ).startswith(
        "Database protection is off: entries of the activity log can be removed and results "
        "can be changed by"
    )
    assert missing_guards_sentence({}, "x") == ""


@pytest.mark.django_db(transaction=True)
def test_committing_test_may_write_to_the_log(three_entries):
    assert Activity.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_database_is_clean_and_guarded_after_a_committing_test():
    assert missing_guards(connection) == {}
    assert Activity.objects.count() == 0
