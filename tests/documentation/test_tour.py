"""The tour of the two engines in the manual, and the examples in docstrings, show real output."""

import doctest
from importlib import import_module

import pytest

from tests.architecture.modules import APPS, SOURCE
from tests.documentation.reference import DOCS

WITH_EXAMPLES = [
    str(path.relative_to(SOURCE).with_suffix("")).replace("/", ".")
    for app in APPS
    for path in sorted((SOURCE / app).rglob("*.py"))
    if "\n    >>> " in path.read_text(encoding="utf-8")
]


def test_engine_tour_shows_real_output():
    page = DOCS / "developers/engines.md"
    answer = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert answer.attempted > 15
    assert answer.failed == 0


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_in_docstrings_show_real_output(name):
    answer = doctest.testmod(import_module(name))
    assert answer.attempted
    assert answer.failed == 0
