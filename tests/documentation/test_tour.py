"""The tour of the two engines in the manual shows real output."""

import doctest

from tests.documentation.reference import DOCS


def test_engine_tour_shows_real_output():
    page = DOCS / "developers/engines.md"
    answer = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert answer.attempted > 15
    assert answer.failed == 0
