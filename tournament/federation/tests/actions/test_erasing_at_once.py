"""Erasing a person while others write: later entries of the log are covered too."""

import json
import threading
from functools import partial

import pytest
from django.db import transaction
from django.utils import timezone

from scoring.models import Activity
from scoring.queries.chain import check_log
from scoring.tenancy import FIRST_TENANT
from tests.at_once import at_once
from tests.tournament.actions.test_two_at_once import DESK, ON_POSTGRESQL, OTHER, a_board, refusals
from tournament.actions.results.penalties import give_penalty
from tournament.actions.results.results import enter_result
from tournament.federation.actions import erasure
from tournament.models import Entry

pytestmark = pytest.mark.postgres

ON_POSTGRESQL_ALONE = pytest.mark.skipif(not ON_POSTGRESQL, reason="the tests run on SQLite")


def erased_with_a_pause(person, pause):
    """Erase a person and call `pause` between searching the log and locking it."""
    search = erasure.search_log

    def search_and_pause(*of):
        searched = search(*of)
        pause()
        return searched

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(erasure, "search_log", search_and_pause)
        erasure.erase_person(DESK, person, typed=person.name, reason="asked")


def wait_for(moment):
    assert moment.wait(60), "the other one never came so far"


def is_erased(name):
    log = Activity.objects.values_list("summary", "reason", "message", "before", "after", "facts")
    assert name not in json.dumps([*log], ensure_ascii=False)
    assert check_log().is_intact


def erase_while_an_entry_is_written(connected):
    entry = Entry.objects.select_related("player", "division__event").get(
        pk=a_board("Open").first_id
    )
    name = entry.player.name
    searched, written = threading.Event(), threading.Event()

    def pause():
        searched.set()
        wait_for(written)

    def write():
        wait_for(searched)
        give_penalty(OTHER, entry, round_number=1, spread=-10, reason=f"{name} was late")
        written.set()

    answers = at_once(connected, partial(erased_with_a_pause, entry.player, pause), write)
    assert refusals(answers) == []
    assert Activity.objects.get(verb="give_penalty").redacted_at is not None
    is_erased(name)


def erase_while_an_archive_is_committed(connected):
    """Commit the entries of an archive after the search, with keys before the last entry that the search saw."""
    pairing = a_board("Open")
    name = pairing.first.player.name
    numbered, searched, there = threading.Event(), threading.Event(), threading.Event()

    def bring():
        with transaction.atomic():
            summary = f"{name} was late"
            row = Activity(
                at=timezone.now(), verb="give_penalty", summary=summary, scope="event:brought"
            )
            row.chain, row.previous_hash = f"organisation:{FIRST_TENANT}/house-1a2b", ""
            row.seal()
            Activity.objects.bulk_create([row])
            numbered.set()
            wait_for(searched)
        there.set()

    def pause():
        searched.set()
        wait_for(there)

    def erase():
        wait_for(numbered)
        enter_result(DESK, pairing, 400, 380)
        erased_with_a_pause(pairing.first.player, pause)

    assert refusals(at_once(connected, erase, bring)) == []
    assert Activity.objects.get(verb="give_penalty").redacted_at is not None
    is_erased(name)


@pytest.mark.full
def test_entries_written_during_the_search_are_erased(on_sqlite):
    erase_while_an_entry_is_written(on_sqlite)


@ON_POSTGRESQL_ALONE
def test_entries_written_during_the_search_are_erased_on_postgresql(on_postgresql):
    erase_while_an_entry_is_written(on_postgresql)


@ON_POSTGRESQL_ALONE
def test_entries_committed_after_the_search_are_erased(on_postgresql):
    """PostgreSQL only: SQLite has a single writer, so entries are committed in the order of their keys."""
    erase_while_an_archive_is_committed(on_postgresql)
