"""Values of the engine are immutable."""

from scoring import engine
from tests.classes_of import changeable, plain

UNDER_WAY = {"_Count", "_Word"}
"""Mutable working objects of the search for slips."""


def test_every_class_with_fields_is_a_frozen_value():
    assert changeable(engine) == UNDER_WAY
    # A dataclass, a named tuple or an enum.
    assert plain(engine) == set()
