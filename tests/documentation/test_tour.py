"""The tour of the two engines in the README shows what they really answer."""

import doctest

from tests.architecture.modules import SOURCE


def test_the_tour_of_the_engines_runs_as_it_is_printed():
    answer = doctest.testfile(str(SOURCE / "README.md"), module_relative=False, encoding="utf-8")
    assert answer.attempted > 15
    assert answer.failed == 0
