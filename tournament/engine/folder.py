"""Finding the classes of a folder: one file per metric, per pairing method, per rating system.

A new one is a new file and nothing else: the key is the file's name, the class docstring is the
text the director reads.
"""

import importlib
import inspect
import pkgutil
from types import ModuleType
from typing import TypeVar

Kind = TypeVar("Kind")


def classes_in(package: ModuleType, kind: type[Kind]) -> dict[str, type[Kind]]:
    """The one subclass of `kind` in every module of `package`, by module name, in name order.

    Raises `BadFolder` for a module with none or several, or whose class has no docstring.
    """
    found: dict[str, type[Kind]] = {}
    for info in sorted(pkgutil.iter_modules(package.__path__), key=lambda item: item.name):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        own = [
            value
            for value in vars(module).values()
            if inspect.isclass(value)
            and issubclass(value, kind)
            and value.__module__ == module.__name__
        ]
        if len(own) != 1:
            raise BadFolder(
                f"{module.__name__} holds {len(own)} classes of the kind {kind.__name__}; "
                f"a file there holds exactly one."
            )
        if not (own[0].__doc__ or "").strip():
            raise BadFolder(f"{module.__name__}: {own[0].__name__} has no docstring to show.")
        found[info.name] = own[0]
    return found


def help_text(cls: type) -> str:
    """The class docstring as one paragraph per block, indentation removed."""
    return inspect.cleandoc(cls.__doc__ or "")


class BadFolder(Exception):
    """A file in a folder of plug-ins does not hold what such a file must."""
