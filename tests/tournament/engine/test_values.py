"""Values of the engine are immutable."""

from tests.classes_of import changeable, plain
from tournament import engine
from tournament.engine.plugins import Plugin
from tournament.engine.results import scores_of_spread
from tournament.engine.standings import RankedLine

UNDER_WAY = {"AssembledRounds"}
"""A mutable working object within one module."""


def test_every_class_with_fields_is_a_frozen_value():
    assert changeable(engine) == UNDER_WAY
    # A dataclass, a named tuple or an enum; attributes declared for plug-ins are set by their files.
    assert plain(engine, Plugin) == set()


def test_wins_exclude_ties_and_scores_made_from_a_spread_are_not_negative():
    line = RankedLine(1, False, 1, 7, 3, 1, 5, 120, 120, ())
    assert (line.wins, line.losses, line.record) == (3, 1, "3½-1½")
    assert [scores_of_spread(spread) for spread in (12, 0, -7)] == [(12, 0), (0, 0), (0, 7)]
