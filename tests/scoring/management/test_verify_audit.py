"""`verify_audit` checks the log and reports the first invalid entry and the reason."""

from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.models import Activity
from scoring.models.guard import ACTIVITY_TABLE
from scoring.wording.sentence import Sentence

pytestmark = pytest.mark.django_db


def say(*summaries):
    with transaction.atomic():
        more = {"before": {"b": [1, None]}, "after": {"a": "é", "1": 2}}
        return [
            log(Actor("Ana"), "say", Sentence("say", {}, summary), **more) for summary in summaries
        ]


@pytest.fixture
def tamper():
    """Return a function that writes past the guard, like a person with access to the database file."""

    def write(statement, *parameters):
        on = f" ON {ACTIVITY_TABLE}" if connection.vendor == "postgresql" else ""
        with connection.cursor() as cursor:
            for name in ("activity_is_not_changed", "activity_is_not_removed"):
                cursor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")
            cursor.execute(statement, parameters)

    return write


def verify():
    """Return the exit status and the printed lines."""
    out = StringIO()
    try:
        call_command("verify_audit", stdout=out)
    except SystemExit as ended:
        return ended.code, out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_unmodified_log_is_intact_and_its_last_hash_is_reported():
    assert verify() == (0, ["The activity log is intact: 0 entries."])
    *_, last = say("one", "two", "three")
    hash_line = f"The last intact entry has the hash {last.hash}."
    assert verify() == (0, ["The activity log is intact: 3 entries.", hash_line])


def test_changed_entry_is_named(tamper):
    one, two, _ = say("one", "two", "three")
    tamper(f"UPDATE {ACTIVITY_TABLE} SET summary = 'something else' WHERE id = %s", two.pk)
    status, lines = verify()
    assert status == 1
    assert lines[0].startswith(f"Entry {two.pk} (")
    assert lines[0].endswith("Ana, say) has been changed: its content does not match its hash.")
    assert lines[1].startswith("Database protection is off: entries of the activity log can be ")
    assert lines[2:] == [
        "1 earlier entry is intact.",
        f"The last intact entry has the hash {one.hash}.",
    ]


def test_removed_entry_is_reported_as_a_gap(tamper):
    one, two, three = say("one", "two", "three")
    tamper(f"DELETE FROM {ACTIVITY_TABLE} WHERE id = %s", two.pk)
    status, lines = verify()
    assert status == 1
    assert lines[0].startswith(f"Entry {three.pk} (")
    assert f"does not follow entry {one.pk}: an entry between them was removed" in lines[0]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts with gaps")
def test_entries_removed_at_the_end_are_detected(tamper):
    _, two, three = say("one", "two", "three")
    tamper(f"DELETE FROM {ACTIVITY_TABLE} WHERE id = %s", three.pk)
    assert verify()[1][0] == (
        f"The log ends with entry {two.pk}, but {three.pk} entries were written: the newest ones are missing."
    )


def test_clock_set_back_does_not_disorder_the_log(monkeypatch):
    now = datetime(2026, 11, 20, 20, tzinfo=UTC)
    for hours in (0, -5, -48, 1):
        monkeypatch.setattr(timezone, "now", lambda hours=hours: now + timedelta(hours=hours))
        say(f"{hours:+d} hours")
    text_shown = [entry.summary.partition(" ")[0] for entry in Activity.objects.all()]
    assert text_shown == ["+1", "-48", "-5", "+0"]
    assert verify()[0] == 0
