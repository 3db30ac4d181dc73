"""Values of the engine stay as they were made: nobody who is handed one can change it."""

from scoring import engine
from tests.classes_of import changeable, plain

UNDER_WAY = {"_Count", "_Word"}
"""Not values but work in progress, both inside the module that looks for slips."""


def test_every_value_is_frozen():
    assert changeable(engine) == UNDER_WAY


def test_every_class_with_fields_makes_a_value_of_them():
    """A dataclass, a named tuple or an enum."""
    assert plain(engine) == set()
