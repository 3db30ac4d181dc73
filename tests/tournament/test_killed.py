"""The power goes at any moment: whatever a page acknowledged is there afterwards, and nothing is torn."""

import pytest

from tests.installation import PostgresInstallation
from tests.killing import kills
from tests.on_postgres import new_database

KILLS = 2
"""`python -m tests.benchmarks.killed` does a hundred, with `--on both` on PostgreSQL too."""


def test_a_killed_server_has_lost_nothing_it_acknowledged(installation):
    done = list(kills(installation, KILLS, seed=1))
    assert len(done) == KILLS
    assert done[-1].acknowledged >= KILLS
    assert done[-1].under_way == 4 * KILLS  # every kill met all four in the middle of an entry


@pytest.fixture
def on_postgres(postgres_cluster, tmp_path):
    installation = PostgresInstallation(tmp_path, new_database(postgres_cluster, "killed"))
    installation.prepare()
    return installation


def test_nor_has_one_whose_events_lie_in_postgresql(on_postgres):
    (kill,) = kills(on_postgres, 1, seed=1)
    assert kill.acknowledged >= 1
    assert kill.under_way == 4
