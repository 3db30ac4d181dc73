"""The power goes at any moment: whatever a page acknowledged is there afterwards, and nothing is torn."""

from tests.killing import kills

KILLS = 4
"""`python -m tests.benchmarks.killed` does a hundred."""


def test_a_killed_server_has_lost_nothing_it_acknowledged(installation):
    done = list(kills(installation, KILLS, seed=1))
    assert len(done) == KILLS
    assert done[-1].acknowledged >= KILLS
    assert done[-1].under_way == 4 * KILLS  # every kill met all four in the middle of an entry
