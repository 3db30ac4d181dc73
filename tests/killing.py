"""Kill the server while four helpers enter results, and check that nothing was lost."""

import random
import sqlite3
import time
from contextlib import closing

from tests.helping import Helper
from tests.installation import Installation, PostgresInstallation, running

HELPERS, BOARDS = 4, 20
SOONEST, LATEST = 0.02, 0.8  # seconds from the first acknowledged entry to the kill
PATIENCE = 60  # seconds to wait for the first entry on a busy computer

RESULTS = (
    "SELECT p.board, r.first_score, r.second_score, r.standing "
    "FROM tournament_resultentry r JOIN tournament_pairing p ON p.id = r.pairing_id "
    "ORDER BY r.id"
)


def kill_repeatedly(installation: Installation, number: int, seed: int) -> tuple[int, int]:
    """Kill and check a fresh installation `number` times; return the entries acknowledged and in flight.

    Raise `AssertionError` if a result was lost.
    """
    slug = installation.manage(
        "simulate_event", "--players", str(2 * BOARDS), "--rounds", "5", "--stage", "paired"
    ).split()[-1]
    helpers = [
        Helper(f"/events/{slug}/a/", list(range(1 + number, BOARDS + 1, HELPERS)), seed + number)
        for number in range(HELPERS)
    ]
    moments = random.Random(seed)
    for turn in range(number):
        with running(installation) as server:
            if not turn:
                for helper in helpers:
                    helper.browser.log_in(server.address)
            acknowledged = _acknowledged(helpers)
            threads = [helper.begin(server.address) for helper in helpers]
            gives_up = time.monotonic() + PATIENCE
            while _acknowledged(helpers) == acknowledged and time.monotonic() < gives_up:
                time.sleep(0.005)
            time.sleep(moments.uniform(SOONEST, LATEST))
            server.process.kill()
            server.process.wait()
            for thread in threads:
                thread.join()
        nothing_is_lost(installation, slug, helpers)
    return _acknowledged(helpers), sum(len(helper.unanswered) for helper in helpers)


def _acknowledged(helpers: list[Helper]) -> int:
    return sum(len(helper.acknowledged) for helper in helpers)


def _stored_results(installation: Installation) -> list[tuple[int, int, int, str]]:
    """Return board, scores and standing of every result in order of entry, with direct SQL."""
    if isinstance(installation, PostgresInstallation):
        import psycopg

        with psycopg.connect(installation.address) as database:
            return database.execute(RESULTS).fetchall()
    with closing(sqlite3.connect(installation.database)) as file, file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return file.execute(RESULTS).fetchall()


def nothing_is_lost(installation: Installation, slug: str, helpers: list[Helper]) -> None:
    """Check every acknowledged entry against the database."""
    for helper in helpers:
        assert helper.refused == []
    rows = _stored_results(installation)
    for helper in helpers:
        for board in helper.boards:
            stored = [(first, second) for at, first, second, _ in rows if at == board]
            counting = [
                (f, s) for at, f, s, standing in rows if (at, standing) == (board, "counts")
            ]
            report = [score for at, score in helper.acknowledged if at == board]
            silent = [score for at, score in helper.unanswered if at == board]
            assert [score for score in stored if score not in silent] == report
            assert set(stored) <= {*report, *silent}
            assert counting == stored[-1:]
    report = installation.manage("recheck", slug)  # fails on any difference
    assert report.startswith("No differences in Practice: ")
