"""The tour of the two engines in the manual shows real output."""

import doctest

from tests.documentation.reference import DOCS


def test_the_tour_of_the_engines_runs_as_it_is_printed():
    page = DOCS / "developers/engines.md"
    answer = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert answer.attempted > 15
    assert answer.failed == 0
