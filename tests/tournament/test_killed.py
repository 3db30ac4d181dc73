"""A power failure at any moment loses no acknowledged entry and leaves no partial one."""

import pytest

from tests.installation import PostgresInstallation
from tests.killing import kill_repeatedly
from tests.on_postgres import new_database

A_HUNDRED = pytest.param(100, marks=pytest.mark.long)


@pytest.mark.parametrize("times", [2, A_HUNDRED])
def test_killed_server_loses_no_acknowledged_entry(installation, times):
    acknowledged, under_way = kill_repeatedly(installation, times, seed=1)
    assert acknowledged >= times
    if times == 2:
        assert under_way == 8  # each kill met all four within an entry


@pytest.fixture
def on_postgres(postgres_cluster, tmp_path):
    installation = PostgresInstallation(tmp_path, new_database(postgres_cluster, "killed"))
    installation.prepare()
    return installation


@pytest.mark.full
@pytest.mark.parametrize("times", [1, A_HUNDRED])
def test_killed_server_on_postgresql_loses_no_acknowledged_entry(on_postgres, times):
    acknowledged, under_way = kill_repeatedly(on_postgres, times, seed=1)
    assert acknowledged >= times
    if times == 1:
        assert under_way == 4
