"""Values of the engine stay as they were made: nobody who is handed one can change it."""

import dataclasses
import inspect
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages

from scoring import engine

UNDER_WAY = {"_Count", "_Word"}
"""Not values but work in progress, both inside the module that looks for slips."""


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


def test_every_class_with_fields_makes_a_value_of_them():
    """A dataclass, a named tuple or an enum; what plug-ins declare is filled in by their files."""
    plain = {
        name
        for module in walk_packages(engine.__path__, f"{engine.__name__}.")
        for name, value in vars(import_module(module.name)).items()
        if inspect.isclass(value)
        and value.__module__ == module.name
        and inspect.get_annotations(value)
        and not ("__dataclass_fields__" in vars(value) or issubclass(value, tuple | Enum))
    }
    assert plain == set()
