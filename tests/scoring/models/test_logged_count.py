"""The database counts the log entries on each insert, and the counts agree with the log."""

import pytest
from django.db import connection, transaction

from scoring.actions.activity import Actor, LogEntry, log, log_all
from scoring.models import Activity, LoggedCount
from scoring.models.logged_count import create_count_trigger, drop_count_trigger
from scoring.queries.chain import MiscountedEntries, miscounted_entries
from scoring.wording.sentence import Sentence

pytestmark = pytest.mark.django_db

WORDS = Sentence("say", {}, "something")


def write(actor, *verbs):
    with transaction.atomic():
        for verb in verbs:
            log(Actor(actor), verb, WORDS)


def numbers():
    rows = LoggedCount.objects.order_by("actor", "verb")
    return list(rows.values_list("chain", "actor", "verb", "entries"))


def test_committed_entries_are_counted_by_actor_and_verb():
    write("Ana", "pair", "pair", "publish")
    write("Ben", "pair")
    with transaction.atomic():
        log(Actor("Ana"), "pair", WORDS)
        transaction.set_rollback(True)
    assert numbers() == [("", "Ana", "pair", 2), ("", "Ana", "publish", 1), ("", "Ben", "pair", 1)]


def test_entries_written_together_are_counted_per_chain():
    with transaction.atomic():
        scopes = ("event:spring", "event:spring/division:a", "event:autumn")
        log_all(Actor("Ana"), [LogEntry("pair", WORDS, scope) for scope in scopes])
    assert sorted(numbers()) == [
        ("event:autumn", "Ana", "pair", 1),
        ("event:spring", "Ana", "pair", 2),
    ]


def test_entries_written_by_another_program_are_counted():
    write("Ana", "pair")
    row = Activity.objects.get()
    row.pk, row.hash = None, "0" * 64
    Activity.objects.bulk_create([row])
    assert numbers() == [("", "Ana", "pair", 2)]


def test_entries_written_without_counting_are_counted_on_restart():
    write("Ana", "pair")
    drop_count_trigger(connection)
    write("Ben", "pair")
    assert numbers() == [("", "Ana", "pair", 1)]
    assert list(miscounted_entries()) == [MiscountedEntries("", "Ben", "pair", 1, 0)]
    create_count_trigger(connection)
    create_count_trigger(connection)
    assert numbers() == [("", "Ana", "pair", 1), ("", "Ben", "pair", 1)]
    assert list(miscounted_entries()) == []
    write("Ben", "pair")
    assert list(miscounted_entries()) == []
    LoggedCount.objects.create(chain="", actor="Cy", verb="pair", entries=3)
    assert list(miscounted_entries()) == [MiscountedEntries("", "Cy", "pair", 0, 3)]
