"""Values of the engine are immutable."""

from scoring import engine
from tests.classes_of import changeable, plain

UNDER_WAY = {"_Count", "_Word"}
"""Mutable working objects of the search for slips."""


def test_every_value_is_frozen():
    assert changeable(engine) == UNDER_WAY


def test_every_class_with_fields_is_a_value():
    """A dataclass, a named tuple or an enum."""
    assert plain(engine) == set()
