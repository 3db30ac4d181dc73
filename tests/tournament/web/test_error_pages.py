"""A full disk and read-only data: an error page with a remedy, and nothing lost."""

import errno
import os
import resource
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.test import Client

from scoring.actions.activity import Actor
from scoring.queries.chain import check_log
from tests.fixtures import database_in
from tests.helping import Browser
from tests.installation import running
from tests.shown import carried
from tests.tournament.fixtures import FOUR
from tournament.actions.event.events import create_division, create_event
from tournament.actions.people.entries import add_players
from tournament.actions.rounds.drafts import pair_by_hand
from tournament.actions.rounds.rounds import publish_round
from tournament.models import ResultEntry
from tournament.web.error_pages import (
    BUSY,
    DISK_FULL,
    NO_ANSWER,
    READ_ONLY,
    handle_server_error,
    storage_failure_of,
)

RESULT = {"outcome": "played", "first_score": 400, "second_score": 380, "reason": ""}
BOARD_ONE = "/events/autumn-open/a/rounds/1/boards/1/"


@pytest.fixture
def published(file_database):
    ana = Actor("ana")
    division = create_division(ana, create_event(ana, name="Autumn Open", preset="club"), name="A")
    add_players(ana, division, FOUR)
    publish_round(ana, pair_by_hand(ana, division, [(1, 2), (3, 4)]))
    client = Client(raise_request_exception=False)
    client.force_login(get_user_model().objects.create_superuser("director", password="x"))
    return client


def test_read_only_data_remain_readable_and_the_page_gives_a_remedy(published, file_database):
    with database_in(f"file:{file_database}?mode=ro"):
        assert published.get(BOARD_ONE).status_code == 200
        answer = published.post(f"{BOARD_ONE}result/", RESULT)
    assert answer.status_code == 503
    page = answer.text
    assert "<h1>The data cannot be changed</h1>" in page
    assert "Your entry was not saved." in page
    assert ResultEntry.objects.count() == 0
    assert published.post(f"{BOARD_ONE}result/", RESULT).status_code == 302
    assert check_log().is_intact


def enter_until_refused(server, browser, board, division):
    """Correct a board until the server refuses; return the acknowledged entries and the refusal."""
    acknowledged = []
    for score in range(200, 2000):
        address = f"{server.address}{division}rounds/1/boards/{board}/"
        _, shown = browser.get(address)
        typed = {**RESULT, "first_score": score, "accepted": f"played/{score}/380"}
        status, page = browser.post(f"{address}result/", carried(shown) | typed)
        if status != 302:
            return acknowledged, status, page
        acknowledged.append(score)
    raise AssertionError("the disk never became full")


def counting(installation):
    with closing(sqlite3.connect(installation.database)) as file, file:
        return file.execute(
            "SELECT first_score FROM tournament_resultentry WHERE standing = 'counts'"
        ).fetchall()


@pytest.fixture(scope="module")
def practice(fresh_installation, tmp_path_factory):
    """Return an installation with a practice event whose first round is published, and the event's slug."""
    installation = fresh_installation.copied(tmp_path_factory.mktemp("practice") / "data")
    slug = installation.manage(
        "simulate_event", "--players", "4", "--rounds", "3", "--stage", "paired"
    ).split()[-1]
    return installation, slug


@pytest.fixture
def playing(practice, tmp_path):
    """Return a copy of the practice installation."""
    installation, slug = practice
    return installation.copied(tmp_path / "data"), slug


@pytest.mark.full
def test_full_disk_loses_no_acknowledged_result(playing):
    installation, slug = playing
    browser = Browser()

    def bounded():
        resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, 700_000))

    with running(installation, preexec_fn=bounded) as server:
        browser.log_in(server.address)
        acknowledged, status, page = enter_until_refused(server, browser, 1, f"/events/{slug}/a/")
        read, _ = browser.get(f"{server.address}/events/{slug}/a/")
    assert len(acknowledged) > 5
    assert "Your entry was not saved." in page
    assert "Everything saved before is safe." in page
    assert read == 200  # reading still works
    assert counting(installation) == [(acknowledged[-1],)]
    assert status == 503
    assert "<h1>The database is not responding</h1>" in page
    assert "has space" in page
    with running(installation) as server:
        typed = {**RESULT, "accepted": "played/400/380"}
        status, _ = browser.post(
            f"{server.address}/events/{slug}/a/rounds/1/boards/2/result/", typed
        )
    assert status == 302
    assert "No differences" in installation.manage("recheck", slug)


@contextmanager
def small_disk(folder, size):
    folder.mkdir()
    mounted = os.geteuid() == 0 and shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=False,
        capture_output=True,
    ).returncode == 0  # fmt: skip
    if not mounted:
        pytest.skip("only an administrator may make a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def from_sqlite(name):
    cause = sqlite3.OperationalError("whatever the words are")
    cause.sqlite_errorname = name
    problem = OperationalError("whatever the words are")
    problem.__cause__ = cause
    return problem


@pytest.mark.parametrize(
    ("problem", "failure"),
    [
        (from_sqlite("SQLITE_FULL"), DISK_FULL),
        (from_sqlite("SQLITE_READONLY_DBMOVED"), READ_ONLY),
        (from_sqlite("SQLITE_BUSY"), BUSY),
        (from_sqlite("SQLITE_IOERR_WRITE"), NO_ANSWER),
        (from_sqlite("SQLITE_CORRUPT"), None),
        (OSError(errno.ENOSPC, "No space left on device"), DISK_FULL),
        (OSError(errno.ENOENT, "No such file"), None),
        (OperationalError("connection to server failed"), NO_ANSWER),
        (ZeroDivisionError(), None),
        (None, None),
    ],
)
def test_storage_failure_is_distinguished_from_program_errors(rf, problem, failure):
    assert storage_failure_of(problem) is failure
    if failure:
        try:
            raise problem
        except type(problem):
            answer = handle_server_error(rf.get("/"))
        assert str(failure.title) in answer.text
        assert answer.get("Retry-After") == ("3" if failure is BUSY else None)
