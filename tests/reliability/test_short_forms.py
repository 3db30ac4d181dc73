"""Short forms of the reliability runs; `make reliability` runs the long ones."""

import pytest

from tests.installation import running
from tests.on_postgres import new_database
from tests.reliability import mutated
from tests.reliability.pairs import run
from tests.reliability.soak import prepare, soak

pytestmark = pytest.mark.full


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_simultaneous_changes_by_two_people_lose_nothing(database, request):
    """The same players added to two divisions enter only one of them. SQLite also tries other pairs."""
    address, others = "", [(action, action) for action in ("result", "turn", "rules", "re-pair")]
    if database == "postgresql":
        cluster = request.getfixturevalue("postgres_cluster")
        address, others = new_database(cluster, "two_people"), []
    outcomes = run([("add", "add")] * 5 + others, address)
    assert [outcome.faults for outcome in outcomes] == [()] * len(outcomes)
    # If two people change the same thing, one succeeds and the other is told why not.
    assert [sorted(outcome.marks) for outcome in outcomes] == [["done", "told"]] * len(outcomes)


def test_eight_writers_are_all_answered_under_full_load(installation):
    slug = prepare(installation)
    with running(installation) as server:
        soaked = soak(server, slug, 9, helpers=8, pause=0)
    assert soaked.faults == 0
    assert soaked.entries[302] > 8
    assert soaked.pages[200] > 20
    assert min(soaked.memory) > 10_000_000


def test_no_damaged_file_causes_a_traceback():
    outcome = mutated.run(440, first=1_000_000)
    assert outcome.crashes == []
    assert outcome.read.total() + outcome.refused.total() == 440
