"""Values of the engine are immutable."""

from tests.classes_of import changeable, plain
from tournament import engine
from tournament.engine.plugins import Plugin
from tournament.engine.results import scores_of_spread
from tournament.engine.standings import RankedLine

UNDER_WAY = {"AssembledRounds"}
"""A mutable working object within one module."""


def test_every_value_is_frozen():
    assert changeable(engine) == UNDER_WAY


def test_wins_and_losses_of_a_line_exclude_ties():
    line = RankedLine(1, False, 1, 7, 3, 1, 5, 120, 120, ())
    assert (line.wins, line.losses, line.record) == (3, 1, "3½-1½")


def test_scores_made_from_a_spread_have_that_spread_and_are_not_negative():
    assert [scores_of_spread(spread) for spread in (12, 0, -7)] == [(12, 0), (0, 0), (0, 7)]


def test_every_class_with_fields_is_a_value():
    """A dataclass, a named tuple or an enum; attributes declared for plug-ins are set by their files."""
    assert plain(engine, Plugin) == set()
