"""Find the classes of an engine for tests that check all of them."""

import dataclasses
import inspect
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType


def classes_of(engine: ModuleType) -> Iterator[type]:
    """Yield each class from the module that defines it."""
    for module in walk_packages(engine.__path__, f"{engine.__name__}."):
        for value in vars(import_module(module.name)).values():
            if inspect.isclass(value) and value.__module__ == module.name:
                yield value


def changeable(engine: ModuleType) -> set[str]:
    """Return the names of the dataclasses that are not frozen."""
    return {
        value.__name__
        for value in classes_of(engine)
        if dataclasses.is_dataclass(value) and not value.__dataclass_params__.frozen
    }


def plain(engine: ModuleType, *others: type) -> set[str]:
    """Return the names of mutable classes with fields that are not dataclasses, named tuples, enums or the like."""
    return {
        value.__name__
        for value in classes_of(engine)
        if inspect.get_annotations(value)
        and not ("__dataclass_fields__" in vars(value) or issubclass(value, (tuple, Enum, *others)))
    }
