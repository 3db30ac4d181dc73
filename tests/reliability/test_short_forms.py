"""The short forms of the reliability runs; `python -m tests.reliability` does the long ones."""

from tests.reliability import mutated
from tests.reliability.pairs import run
from tests.reliability.soak import soak
from tests.reliability.writers import measure


def test_two_people_who_change_the_same_at_the_same_moment_lose_nothing():
    pairs = [("result", "result"), ("turn", "turn"), ("rules", "rules")]
    outcomes = run(pairs)
    assert [outcome.faults for outcome in outcomes] == [()] * len(pairs)
    # Of two who change one thing one is done, and the other is told.
    assert [sorted(outcome.marks) for outcome in outcomes] == [["done", "told"]] * len(pairs)


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
    assert set(soaked.statuses) <= {200, 302}
    assert soaked.statuses[302] > 4  # results entered
    assert min(soaked.memory) > 10_000_000
