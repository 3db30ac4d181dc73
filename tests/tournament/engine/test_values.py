"""Values of the engine stay as they were made: nobody who is handed one can change it."""

import dataclasses
import inspect
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages

from tournament import engine
from tournament.engine.plugins import Plugin
from tournament.engine.results import scores_of_spread
from tournament.engine.standings import RankedLine

UNDER_WAY = {"Assembled"}
"""Not a value but work in progress, inside one module."""


def test_every_value_is_frozen():
    changeable = {
        name
        for module in walk_packages(engine.__path__, f"{engine.__name__}.")
        for name, value in vars(import_module(module.name)).items()
        if inspect.isclass(value)
        and value.__module__ == module.name
        and dataclasses.is_dataclass(value)
        and not value.__dataclass_params__.frozen
    }
    assert changeable == UNDER_WAY


def test_wins_and_losses_of_a_line_are_counted_without_its_ties():
    line = RankedLine(1, False, 1, 7, 3, 1, 5, 120, 120, ())
    assert (line.wins, line.losses, line.record) == (3, 1, "3½-1½")


def test_scores_made_of_a_spread_have_it_and_are_not_below_nought():
    assert [scores_of_spread(spread) for spread in (12, 0, -7)] == [(12, 0), (0, 0), (0, 7)]


def test_every_class_with_fields_makes_a_value_of_them():
    """A dataclass, a named tuple or an enum; what plug-ins declare is filled in by their files."""
    plain = {
        name
        for module in walk_packages(engine.__path__, f"{engine.__name__}.")
        for name, value in vars(import_module(module.name)).items()
        if inspect.isclass(value)
        and value.__module__ == module.name
        and inspect.get_annotations(value)
        and not ("__dataclass_fields__" in vars(value) or issubclass(value, tuple | Enum | Plugin))
    }
    assert plain == set()
