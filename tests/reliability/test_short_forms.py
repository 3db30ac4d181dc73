"""The short forms of the reliability runs; `python -m tests.reliability` does the long ones."""

import pytest

from tests.in_ci import in_ci
from tests.on_postgres import private_cluster, server_programs
from tests.reliability import mutated
from tests.reliability.pairs import run, try_pair, two_people
from tests.reliability.soak import soak
from tests.reliability.writers import measure


def test_two_people_who_change_the_same_at_the_same_moment_lose_nothing():
    pairs = [("result", "result"), ("turn", "turn"), ("rules", "rules"), ("re-pair", "re-pair")]
    outcomes = run(pairs)
    assert [outcome.faults for outcome in outcomes] == [()] * len(pairs)
    # Of two who change one thing one is done, and the other is told.
    assert [sorted(outcome.marks) for outcome in outcomes] == [["done", "told"]] * len(pairs)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request):
    """The address of a new database; empty for a file of SQLite."""
    if request.param == "sqlite":
        yield ""
        return
    programs = server_programs()
    if programs is None:
        assert not in_ci(), "PostgreSQL is not installed"
        pytest.skip("no PostgreSQL on this computer")
    with private_cluster(programs) as address:
        yield address


def test_the_same_people_come_into_one_of_two_divisions_only(database):
    with two_people(database) as people:
        outcomes = [try_pair(people, "add", "add", number) for number in range(1, 6)]
    assert [outcome.faults for outcome in outcomes] == [()] * 5
    assert [sorted(outcome.marks) for outcome in outcomes] == [["done", "told"]] * 5


def test_eight_writers_are_all_answered(installation):
    measured = measure(installation, 3)
    assert measured.refused == ()
    assert len(measured.milliseconds) > 8


def test_no_spoilt_file_of_any_kind_ends_in_a_traceback():
    outcome = mutated.run(440, first=1_000_000)
    assert outcome.crashes == []
    assert outcome.read.total() + outcome.refused.total() == 440


def test_a_server_that_everybody_uses_makes_no_fault(installation):
    soaked = soak(installation, 6)
    assert soaked.faults == 0
    assert soaked.entries[302] > 4
    assert soaked.pages[200] > 20
    assert min(soaked.memory) > 10_000_000
