"""Snapshots: complete, limited in number, restored with the log kept, opened on another laptop."""

import gzip
import json
import os
import resource
import shutil
import sqlite3
import stat
import threading
import time
from contextlib import closing
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.turns import record_turn, take_back_turn
from scoring.engine.game.turns import Turn, TurnKind
from scoring.lexicon import loaded_lists_folder
from scoring.models import Activity, TurnEntry
from scoring.queries.chain import check_log, miscounted_entries
from tests.database_tool import change_past_the_program
from tests.fixtures import database_in
from tests.tournament.test_earlier_data_folders import FOLDERS
from tournament.actions.act import Refused
from tournament.actions.disabled_rooms import disabled_tables
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.housekeeping import remove_event
from tournament.actions.people.entries import add_players
from tournament.actions.safety import restoring
from tournament.actions.safety.restoring import restore_snapshot
from tournament.actions.safety.roles import accept_invitation, create_invitation, end_membership
from tournament.actions.safety.second_factor import reset_second_factor
from tournament.actions.safety.snapshots import SnapshotFailed, take_snapshot, take_snapshot_before
from tournament.environment import ROOMS
from tournament.models import Entry, Event, Invitation, Membership, RecoveryCode, SecondFactor
from tournament.queries.safety.database import database_version
from tournament.queries.safety.recheck import recheck
from tournament.queries.safety.recheck_games import recheck_games_outside_events
from tournament.queries.safety.roles import members_of
from tournament.queries.safety.snapshots import (
    InvalidSnapshot,
    SnapshotMissing,
    all_snapshots,
    find_snapshot,
    restore_consequences,
    snapshot_folder,
)
from tournament.queries.safety.undo import last_steps
from tournament.wording.log import say

ANA = Actor("ana")


@pytest.fixture
def event(file_database):
    return create_event(ANA, name="Autumn Open", preset="club")


def names():
    return sorted(Event.objects.values_list("name", flat=True))


def test_incomplete_files_are_not_listed_as_snapshots(event):
    take_snapshot(ANA, "one")
    (snapshot_folder() / ".taking-1-00.sqlite3").write_bytes(b"half")
    (snapshot_folder() / "000009-torn.sqlite3").write_bytes(b"SQLite format 3\0 and nothing else")
    assert [snapshot.why for snapshot in all_snapshots()] == ["one"]


def publishing(number):
    return say("before_publishing", round=number, division="A")


def listed_snapshots():
    return [snapshot.why for snapshot in all_snapshots()]


def test_first_of_each_day_newest_and_manual_snapshots_and_new_copies_are_retained(event, settings):
    settings.NINETIMER_SNAPSHOTS = 2
    copies = {hours: snapshot_folder() / f".taking-{hours}.sqlite3" for hours in (0, 23, 25)}
    for number in range(1, 7):
        taken = take_snapshot_before(publishing(number), ANA)
        if number < 3:  # both were taken yesterday
            yesterday = (taken.taken_at - timedelta(days=1)).isoformat()
            with closing(sqlite3.connect(taken.path, isolation_level=None)) as file:
                file.execute("UPDATE ninetimer_snapshot SET taken_at = ?", [yesterday])
        if number in (2, 4):
            take_snapshot(ANA, f"by hand after {number}")
        for hours, path in copies.items():
            path.touch()
            os.utime(path, (time.time() - hours * 3600,) * 2)
    take_snapshot(ANA, "by hand")
    assert [why.removesuffix(" of division A")[-7:] for why in listed_snapshots()] == [
        "by hand", "round 6", "round 5", "after 4", "after 2", "round 1",
    ]  # fmt: skip
    assert [hours for hours, path in copies.items() if path.exists()] == [0, 23]


def test_snapshot_of_another_version_keeps_its_description(event):
    taken = take_snapshot_before(publishing(1), ANA)
    later = {"code": "of_a_later_version", "params": {}}
    with closing(sqlite3.connect(taken.path, isolation_level=None)) as file:
        file.execute("UPDATE ninetimer_snapshot SET message = ?", [json.dumps(later)])
        assert listed_snapshots() == ["before publishing round 1 of division A"]
        file.execute("DROP TABLE ninetimer_snapshot")
        file.execute("CREATE TABLE ninetimer_snapshot (taken_at TEXT, why TEXT, taken_by TEXT)")
        old = ("2026-10-03T10:00:00+00:00", "before lunch", "ana")
        file.execute("INSERT INTO ninetimer_snapshot VALUES (?, ?, ?)", old)
    (old,) = all_snapshots()
    assert (old.why, old.by_hand, old.taken_by) == ("before lunch", False, "ana")


def test_database_and_snapshots_are_readable_by_their_owner_only(event, file_database):
    taken = take_snapshot(ANA, "one")
    assert stat.S_IMODE(taken.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(snapshot_folder().stat().st_mode) == 0o700
    file_database.chmod(0o644)
    connection.close()
    connection.ensure_connection()
    assert stat.S_IMODE(file_database.stat().st_mode) == 0o600


def test_automatic_snapshots_are_off_when_the_limit_is_zero(event, settings):
    settings.NINETIMER_SNAPSHOTS = 0
    assert take_snapshot_before(publishing(1), ANA) is None
    assert all_snapshots() == []


def test_snapshot_inside_a_transaction_raises_an_error(event):
    with transaction.atomic(), pytest.raises(RuntimeError, match="before the transaction"):
        take_snapshot(ANA, "too late")


def test_restoring_keeps_the_log_the_primary_keys_and_the_accounts(event):
    people = get_user_model().objects
    ben, gone = (people.create_user(name, password="old") for name in ("ben", "gone"))
    snapshot = take_snapshot(ANA, "one")
    later = create_event(ANA, name="Winter Open", preset="club").pk
    ben.set_password("new")
    ben.save()
    gone.delete()
    people.create_user("cara", password="x")
    create_division(ANA, event, name="A")
    restore_snapshot(Actor("ben"), snapshot)
    verbs = Activity.objects.order_by("id").values_list("actor", "verb")
    assert [verb for verb in verbs if verb[1] != "hold_account"] == [
        ("ana", "create_event"),
        ("ana", "create_event"),
        ("ana", "create_division"),
        ("ben", "restore_snapshot"),
        ("ben", "hold_what_is_there"),
        ("ben", "hold_shared"),
    ]
    chain = check_log()
    assert (chain.fault_message, chain.guard_message, chain.entries) == ("", "", 10)
    assert list(miscounted_entries()) == []
    assert list(recheck(event)) == []
    assert people.get(username="ben").check_password("new")
    assert people.get(username="cara").is_active
    assert not people.get(username="gone").is_active
    assert create_event(ANA, name="Spring Open", preset="club").pk > later


def test_restored_game_without_an_event_is_logged_in_full(event):
    game = open_game(["Ana", "Ben"], "naspa_nwl", ANA)
    frozen = Turn(TurnKind.PLAY, 0, coordinate="8H", tiles="FROZEN", announced=50)
    record_turn(game, frozen, ANA, confirmed=True)
    snapshot = take_snapshot(ANA, "one")
    take_back_turn(game, ANA)
    later = take_snapshot(ANA, "two")
    for chosen in (snapshot, later):
        restore_snapshot(ANA, chosen)
        assert list(recheck_games_outside_events()) == []
    assert Activity.objects.filter(verb="hold_game").count() == 2


def test_restoring_keeps_the_current_second_factors(event):
    user = get_user_model().objects.create_superuser("owner", password="nine-timer")
    factor_of(user, "then")
    snapshot = take_snapshot(ANA, "one")
    reset_second_factor(ANA, user)
    factor_of(user, "now")
    restore_snapshot(ANA, snapshot)
    assert factors() == [("owner", "now", ["a-now", "b-now"])]
    reset_second_factor(ANA, user)
    restore_snapshot(ANA, snapshot)
    assert factors() == []


def test_restoring_elsewhere_adds_second_factors_only_for_new_accounts(event):
    accounts = get_user_model().objects
    for name in ("owner", "helper"):
        factor_of(accounts.create_superuser(name, password="nine-timer"), "there")
    snapshot = take_snapshot(ANA, "one")
    change_past_the_program("DELETE FROM scoring_activity")
    create_event(ANA, name="Winter Open", preset="club")
    accounts.filter(username__in=["owner", "helper"]).delete()
    factor_of(accounts.create_superuser("ana", password="nine-timer"), "here")
    accounts.create_superuser("owner", password="nine-timer")
    assert restore_consequences(snapshot).is_other_database
    restore_snapshot(ANA, snapshot)
    assert factors() == [
        ("ana", "here", ["a-here", "b-here"]),
        ("helper", "there", ["a-there", "b-there"]),
    ]


def factor_of(user, secret):
    """Create an active second factor with two recovery codes."""
    factor = SecondFactor.objects.create(user=user, secret=secret, confirmed_at=timezone.now())
    for name in ("a", "b"):
        RecoveryCode.objects.create(factor=factor, digest=f"{name}-{secret}")


def factors():
    """Return the owners of all second factors, with their codes."""
    return [
        (row.user.username, row.secret, sorted(row.recovery_codes.values_list("digest", flat=True)))
        for row in SecondFactor.objects.order_by("user__username")
    ]


def test_restoring_leaves_unchanged_events_out_of_the_log(event):
    snapshot = take_snapshot(ANA, "one")
    create_division(ANA, create_event(ANA, name="Winter Open", preset="club"), name="A")
    later = take_snapshot(ANA, "two")
    restore_snapshot(ANA, snapshot)
    restore_snapshot(ANA, later)
    assert not Activity.objects.filter(verb="hold_what_is_there").exists()
    assert [list(recheck(event)) for event in Event.objects.all()] == [[], []]


def test_data_entered_during_a_restore_is_not_lost(event, file_database, monkeypatch):
    """An entry is written after the copy was made, so the copy is made again."""
    snapshot = take_snapshot(ANA, "one")
    usual, done = restoring._prepare_database_file, []

    def enter():
        with database_in(file_database):
            create_event(ANA, name="Entered meanwhile", preset="club")

    def meanwhile(*arguments):
        usual(*arguments)
        if not done:
            done.append(True)
            writer = threading.Thread(target=enter)
            writer.start()
            writer.join()

    monkeypatch.setattr(restoring, "_prepare_database_file", meanwhile)
    safety = restore_snapshot(ANA, snapshot)
    assert names() == ["Autumn Open"]
    with closing(sqlite3.connect(safety.path)) as file, file:
        events = file.execute("SELECT name FROM tournament_event ORDER BY id").fetchall()
    assert events == [("Autumn Open",), ("Entered meanwhile",)]
    assert list(snapshot_folder().glob(".*")) == []


def damage(path):
    content = bytearray(path.read_bytes())
    for page in range(30, 60):
        content[page * 4096 : page * 4096 + 64] = b"\x55" * 64
    path.write_bytes(content)


def make_newer(path):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournament', '0999_the_future', '2030-01-01')"
        )


@pytest.mark.parametrize(
    ("spoil", "sentence"), [(damage, "damaged"), (make_newer, "newer version")]
)
def test_damaged_or_newer_snapshot_is_refused_and_changes_nothing(event, spoil, sentence):
    snapshot = take_snapshot(ANA, "one")
    create_event(ANA, name="Winter Open", preset="club")
    spoil(snapshot.path)
    with pytest.raises(Refused, match=sentence):
        restore_snapshot(ANA, snapshot)
    assert names() == ["Autumn Open", "Winter Open"]


@pytest.mark.full
def test_snapshot_of_an_older_version_is_migrated(event, tmp_path):
    older = tmp_path / "last-week.sqlite3"
    older.write_bytes(gzip.decompress((FOLDERS / "2026-11-22.sqlite3.gz").read_bytes()))
    restore_snapshot(ANA, find_snapshot(str(older)))
    assert names() == ["Autumn Open", "Practice: 6 players, 3 rounds"]
    assert Entry.objects.count() == 10
    assert TurnEntry.objects.count() > 100
    assert list(miscounted_entries()) == []
    assert database_version().mismatch_reason == ""


def test_snapshot_opens_on_another_laptop(event, tmp_path_factory):
    add_players(ANA, create_division(ANA, event, name="A"), "Ana Lopez\nBen Okafor")
    snapshot = take_snapshot(ANA, "one")
    laptop = tmp_path_factory.mktemp("laptop")
    stick = shutil.copy(snapshot.path, laptop / "from-the-stick.sqlite3")

    # Opened directly, with the file as the database. Restoring it there is another test.
    with database_in(shutil.copy(stick, laptop / "ninetimer.sqlite3")):
        assert names() == ["Autumn Open"]
        assert Entry.objects.count() == 2
        assert create_event(ANA, name="Next week", preset="club").slug == "next-week"


def test_unknown_snapshot_and_foreign_file_are_refused(event, tmp_path):
    take_snapshot(ANA, "one")
    with pytest.raises(
        SnapshotMissing, match=r"no snapshot “nothing”\. The newest snapshots: 000001-"
    ):
        find_snapshot("nothing")
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as file, file:
        file.execute("CREATE TABLE cats (name TEXT)")
    with pytest.raises(InvalidSnapshot, match="not a Ninetimer database"):
        find_snapshot(str(other))


def test_full_disk_leaves_no_partial_snapshot(event):
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, usual[1]))  # limits the size of every file
    try:
        with pytest.raises(SnapshotFailed, match="Check that the disk has space"):
            take_snapshot(ANA, "one")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert list(snapshot_folder().iterdir()) == []
    assert names() == ["Autumn Open"]


def test_accounts_are_matched_by_name_on_another_laptop(
    event, empty_database, tmp_path_factory, settings
):
    people = get_user_model().objects
    for name in ("director", "ben"):
        people.create_user(name, password="first")
    snapshot = take_snapshot(ANA, "one")
    laptop = tmp_path_factory.mktemp("laptop")
    settings.NINETIMER_DATA_DIR = laptop
    with database_in(shutil.copy(empty_database, laptop / "ninetimer.sqlite3")):
        create_event(ANA, name="Something else", preset="club")
        for name in ("cara", "director"):  # with other keys than in the snapshot
            people.create_user(name, password="second")
        assert restore_consequences(snapshot).is_other_database
        restore_snapshot(ANA, snapshot)
        assert names() == ["Autumn Open"]
        of_the_second = {row.username: row.check_password("second") for row in people.all()}
        assert of_the_second == {"director": True, "ben": False, "cara": True}
        assert people.get(username="ben").check_password("first")
        assert check_log().is_intact


def test_restoring_keeps_current_roles_and_removes_later_undo_steps(event):
    owner = get_user_model().objects.create_superuser("director")
    ann, ben = (get_user_model().objects.create_user(name) for name in ("Ann", "Ben"))
    desk = Actor.for_user(owner)
    mistake = create_event(desk, name="Mistake", preset="club")
    division = create_division(desk, event, name="A")
    accept_invitation(ann, create_invitation(desk, event, "director")[0])
    snapshot = take_snapshot(desk, "before the players")
    end_membership(desk, Membership.objects.get(user=ann))
    accept_invitation(ben, create_invitation(desk, event, "scorekeeper")[0])
    remove_event(desk, mistake)
    add_players(desk, division, "Eve Stone\nFay Ito")
    assert [offer.step.kind for offer in last_steps(division)] == ["add_players"]
    restore_snapshot(desk, snapshot)
    assert [row.user.username for row in members_of(event)] == ["Ben"]
    assert [row.user.username for row in members_of(mistake)] == ["director"]
    assert last_steps(division) == []
    with pytest.raises(Refused, match="This invitation has already been used"):
        accept_invitation(owner, Invitation.objects.get(used_by=ben))


def test_own_word_lists_are_restored_with_the_snapshot(event):
    place = loaded_lists_folder()
    place.mkdir()
    (place / "own.toml").write_text("name = 'Own words'")
    (place / "own.txt").write_bytes(b"AA\nAB\n")
    of_one = place / "organisation-7"
    of_one.mkdir()
    (of_one / "theirs.toml").write_text("name = 'Their words'")
    snapshot = take_snapshot(ANA, "one")
    (place / "own.txt").unlink()
    shutil.rmtree(of_one)
    (place / "own.toml").write_text("name = 'Newer words'")
    restore_snapshot(ANA, snapshot)
    assert (place / "own.txt").read_bytes() == b"AA\nAB\n"
    assert (place / "own.toml").read_text() == "name = 'Newer words'"
    assert (of_one / "theirs.toml").read_text() == "name = 'Their words'"


def test_restoring_is_refused_if_a_disabled_room_has_newer_rows(event, settings):
    taken = take_snapshot(ANA, "one")
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE off_erasure (id integer PRIMARY KEY)")
        cursor.execute("INSERT INTO off_erasure VALUES (1)")
    settings.ROOMS_OFF = [*ROOMS]
    disabled_tables.cache_clear()
    try:
        with pytest.raises(Refused, match="switched off"):
            restore_snapshot(ANA, taken)
    finally:
        disabled_tables.cache_clear()
    assert all_snapshots() == [taken]
