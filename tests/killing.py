"""Killing the server while four helpers enter results, and looking whether anything was lost."""

import random
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from tests.helping import Helper
from tests.installation import Installation, PostgresInstallation, running

HELPERS, BOARDS = 4, 20
SOONEST, LATEST = 0.02, 0.8  # seconds between the first entry a server acknowledges and its end
PATIENCE = 60  # seconds for that first entry, on a computer busy with other things

RESULTS = (
    "SELECT p.board, r.first_score, r.second_score, r.standing "
    "FROM tournament_resultentry r JOIN tournament_pairing p ON p.id = r.pairing_id "
    "ORDER BY r.id"
)


@dataclass(frozen=True)
class Kill:
    """One kill: how many seconds after the first entry, how much was acknowledged in all, how many were under way."""

    after: float
    acknowledged: int
    under_way: int
    kept_though_unanswered: int


def kills(installation: Installation, number: int, seed: int) -> Iterator[Kill]:
    """Kill and check a fresh installation `number` times. Raises `AssertionError`."""
    slug = installation.manage(
        "simulate_event", "--players", str(2 * BOARDS), "--rounds", "5", "--stage", "paired"
    ).split()[-1]
    helpers = [
        Helper(f"/events/{slug}/a/", list(range(1 + number, BOARDS + 1, HELPERS)), seed + number)
        for number in range(HELPERS)
    ]
    moments = random.Random(seed)
    for turn in range(number):
        after = moments.uniform(SOONEST, LATEST)
        with running(installation) as server:
            if not turn:
                for helper in helpers:
                    helper.browser.log_in(server.address)
            acknowledged = _acknowledged(helpers)
            threads = [helper.begin(server.address) for helper in helpers]
            gives_up = time.monotonic() + PATIENCE
            while _acknowledged(helpers) == acknowledged and time.monotonic() < gives_up:
                time.sleep(0.005)
            time.sleep(after)
            server.process.kill()
            server.process.wait()
            for thread in threads:
                thread.join()
        yield Kill(
            after,
            _acknowledged(helpers),
            sum(len(helper.unanswered) for helper in helpers),
            nothing_is_lost(installation, slug, helpers),
        )


def _acknowledged(helpers: list[Helper]) -> int:
    return sum(len(helper.acknowledged) for helper in helpers)


def _stored_results(installation: Installation) -> list[tuple[int, int, int, str]]:
    """Board, scores and standing of every result in the order of entry, read past the program."""
    if isinstance(installation, PostgresInstallation):
        import psycopg

        with psycopg.connect(installation.address) as database:
            return database.execute(RESULTS).fetchall()
    with closing(sqlite3.connect(installation.database)) as file, file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return file.execute(RESULTS).fetchall()


def nothing_is_lost(installation: Installation, slug: str, helpers: list[Helper]) -> int:
    """Check every acknowledged entry against the database; how many came through unanswered."""
    for helper in helpers:
        assert helper.refused == []
    rows = _stored_results(installation)
    surprises = 0
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
            surprises += len(stored) - len(report)
    report = installation.manage("recheck", slug)  # fails where anything differs
    assert re.match(r"Nothing differs in Practice: ", report)
    return surprises
