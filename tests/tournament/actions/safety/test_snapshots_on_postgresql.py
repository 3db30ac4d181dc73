"""Snapshots of PostgreSQL: listed, kept and restored like those of SQLite."""

import sqlite3
from contextlib import closing

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection

from scoring.actions.activity import Actor
from scoring.models import Activity
from scoring.queries.chain import check_log
from tests.tournament.actions.safety.test_running_copy import lose_the_stick, wait_for_events
from tests.tournament.actions.safety.test_snapshots import factor_of, factors
from tests.tournament.fixtures import FOUR
from tournament.actions.act import Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.actions.safety.running_copy import (
    INTERVAL_SECONDS,
    PostgresqlDatabase,
    RunningCopy,
    copy_if_changed,
    running_copy_state,
    start_copying,
    stop_copying,
)
from tournament.actions.safety.snapshots import take_snapshot, take_snapshot_before
from tournament.models import Event, Membership, Pairing, ResultEntry
from tournament.models.membership import Role
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.snapshots import (
    RUNNING_COPY,
    find_snapshot,
    restore_consequences,
    restore_obstacle,
)
from tournament.server.background import repeat_in_thread
from tournament.wording.log import say

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="copies tables of PostgreSQL"),
    pytest.mark.postgres,
]


FIGURE = "SELECT number FROM ninetimer_figure WHERE place = 0"
"""The number of events in a snapshot."""


@pytest.fixture
def ana(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path
    settings.NINETIMER_SNAPSHOTS = 2
    return Actor.for_user(User.objects.create_superuser("ana"))


@pytest.fixture
def playing(ana):
    """Return a division with a published first round, and its first board."""
    division = create_division(ana, create_event(ana, name="Zoë’s Open", preset="club"), name="A")
    add_players(ana, division, FOUR)
    round_one = publish_round(ana, pair_by_hand(ana, division, [(1, 2), (3, 4)]))
    return division, Pairing.objects.get(round=round_one, board=1)


def test_restoring_brings_back_the_data_and_continues_the_log(ana, playing):
    division, board = playing
    enter_result(ana, board, 400, 380)
    taken = take_snapshot(ana, "by hand")
    enter_result(ana, board, 410, 380, accepted=True)
    create_event(ana, name="Winter Open", preset="club")
    changes = restore_consequences(taken)
    assert [(row.label, row.now, row.then) for row in changes.figures if row.differs] == [
        ("Events", 2, 1)
    ]
    assert [row.actor for row in changes.undone] == ["ana", "ana"]
    entries = Activity.objects.count()
    safety = restore_snapshot(ana, taken)
    assert Event.objects.get().name == "Zoë’s Open"
    assert [str(row) for row in ResultEntry.objects.all()] == ["400-380"]
    assert Activity.objects.count() == entries + 3  # the restore, the event, and the shared data
    assert check_log().is_intact
    assert list(recheck(division.event)) == []
    # Restoring the safety copy brings everything back.
    restore_snapshot(ana, safety)
    assert sorted(Event.objects.values_list("name", flat=True)) == ["Winter Open", "Zoë’s Open"]
    assert ResultEntry.objects.filter(standing="counts").get().first_score == 410
    enter_result(ana, Pairing.objects.get(pk=board.pk), 411, 380, accepted=True)


def test_restoring_into_an_empty_database_adds_second_factors_of_new_accounts(ana, playing):
    owner = User.objects.get(username="ana")
    factor_of(owner, "then")
    factor_of(User.objects.create_user("helper"), "then")
    taken = take_snapshot(ana, "by hand")
    call_command("flush", interactive=False, verbosity=0)
    User.objects.create_superuser("ana", pk=owner.pk)
    restore_snapshot(ana, taken)
    assert factors() == [("helper", "then", ["a-then", "b-then"])]


def test_restoring_keeps_current_accounts_and_roles(ana, playing):
    division, _board = playing
    helper = User.objects.create_user("helper")
    User.objects.create_user("gone")
    accept_invitation(helper, create_invitation(ana, division.event, Role.SCOREKEEPER)[0])
    taken = take_snapshot(ana, "by hand")
    User.objects.get(username="gone").delete()
    helper.set_password("nine-timer")
    helper.save()
    Membership.objects.filter(user=helper).update(role=Role.DIRECTOR)
    restore_snapshot(ana, taken)
    assert User.objects.get(username="helper").check_password("nine-timer")
    assert Membership.objects.get(user=helper).role == Role.DIRECTOR
    assert not User.objects.get(username="gone").is_active


def test_inconsistent_copy_is_refused_and_changes_nothing(ana, playing):
    taken = take_snapshot(ana, "by hand")
    create_event(ana, name="Winter Open", preset="club")
    with closing(sqlite3.connect(taken.path)) as file, file:
        file.execute("UPDATE ninetimer_table SET content = x'00' WHERE name = 'tournament_entry'")
    with pytest.raises(Refused, match="Nothing was changed"):
        restore_snapshot(ana, taken)
    assert Event.objects.count() == 2


def test_copy_of_another_database_opens_only_in_an_empty_database(ana, playing):
    taken = take_snapshot(ana, "by hand")
    number = playing[0].entries.order_by("-pk").first().pk
    call_command("flush", interactive=False, verbosity=0)
    create_event(Actor("ben"), name="Of this laptop", preset="club")
    assert "comes from another database" in restore_obstacle(taken)
    with pytest.raises(Refused, match="Restore it into a new"):
        restore_snapshot(Actor("ben"), taken)
    call_command("flush", interactive=False, verbosity=0)
    restore_snapshot(Actor("ben"), taken)
    assert Event.objects.get().name == "Zoë’s Open"
    assert User.objects.get().username == "ana"
    assert check_log().is_intact
    division = Event.objects.get().divisions.get()
    assert list(recheck(division.event)) == []
    added = add_players(Actor.for_user(User.objects.get()), division, "Eve Stone")
    assert added.entries[0].pk > number


def test_running_copy_is_updated_within_ten_seconds_and_opens_elsewhere(
    ana, playing, tmp_path, settings
):
    stick = tmp_path / "stick"
    stick.mkdir()
    settings.NINETIMER_COPY_TO = str(stick)
    assert start_copying()
    stop = repeat_in_thread(copy_if_changed, INTERVAL_SECONDS)
    try:
        wait_for_events(stick, 1, FIGURE)
        create_event(ana, name="Winter Open", preset="club")
        wait_for_events(stick, 2, FIGURE)
        assert running_copy_state().problem == ""
    finally:
        stop()
        stop_copying()
    call_command("flush", interactive=False, verbosity=0)
    restore_snapshot(Actor("ben"), find_snapshot(str(stick / RUNNING_COPY)))
    assert sorted(Event.objects.values_list("name", flat=True)) == ["Winter Open", "Zoë’s Open"]
    assert check_log().is_intact


def test_unchanged_database_is_not_copied_and_a_missing_stick_is_reported(ana, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = RunningCopy(stick, PostgresqlDatabase())
    assert copy.copy_if_changed()
    assert list(Event.objects.all()) == []
    assert not copy.copy_if_changed()
    lose_the_stick(copy)


def test_database_is_copied_before_it_is_migrated(ana, playing):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournament_removedevent RENAME TO not_there_yet")
        cursor.execute("ALTER TABLE tournament_event RENAME COLUMN place TO not_there_yet")
    try:
        taken = take_snapshot_before(say("before_migrating"), ana)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE not_there_yet RENAME TO tournament_removedevent")
            cursor.execute("ALTER TABLE tournament_event RENAME COLUMN not_there_yet TO place")
    with closing(sqlite3.connect(taken.path)) as file:
        tables = dict(file.execute("SELECT name, columns FROM ninetimer_table"))
    assert "tournament_removedevent" not in tables
    assert '"place"' not in tables["tournament_event"]
    assert '"name"' in tables["tournament_event"]
