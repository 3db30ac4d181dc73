"""Find the plug-ins in a folder: metrics, pairing methods, reports, file formats.

Adding one takes a single file. The file name is the plug-in's key, the docstring of its class is the
director's help, and `Options`, a small frozen dataclass, is its form.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar


def option(
    default: Any = MISSING,
    text: str = "",
    *,
    label: str = "",
    choices: Iterable[tuple[str, str]] = (),
    hidden: bool = False,
) -> Any:
    """Return an option with its help text, as a field of an `Options` dataclass.

    Without a default, the option is required. `choices` are the allowed values of a string, each with its
    label. `hidden` options are set by the program and do not appear in the form.
    """
    return field(
        default=default,
        metadata={"help": text, "label": label, "choices": tuple(choices), "hidden": hidden},
    )


@dataclass(frozen=True)
class NoOptions:
    """The options of a plug-in that has none."""


class Plugin:
    """The base class of a plug-in; each file in a plug-in folder has one subclass."""

    Options: ClassVar[type[Any]] = NoOptions
    """The dataclass of the options, from whose fields the form is made."""

    @classmethod
    def explanation(cls) -> str:
        """Return the docstring as the director reads it, without indentation."""
        return inspect.cleandoc(cls.__doc__ or "")

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """Return the names of the options, in the order of the form."""
        return tuple(item.name for item in fields(cls.Options))


Kind = TypeVar("Kind", bound=Plugin)


class Plugins(Mapping[str, Kind], Generic[Kind]):
    """The plug-ins in a folder by key, in alphabetical order; each is one instance of its file's class.

    A file is imported only when its key is looked up, so that a list of formats does not load the
    libraries that write them. Folders added to the package's `__path__` are included. A lookup raises
    `BadPlugin` for a file without a valid plug-in.
    """

    def __init__(self, package: ModuleType, kind: type[Kind]) -> None:
        self.package = package
        self._kind = kind
        self._made: dict[ModuleType, Kind] = {}

    def __getitem__(self, key: str) -> Kind:
        if key not in self:
            raise KeyError(key)
        module = import_module(f"{self.package.__name__}.{key}")
        if module not in self._made:
            self._made[module] = _plugin_class(module, self._kind)()
        return self._made[module]

    def __contains__(self, key: object) -> bool:
        return key in self._keys()

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys())

    def __len__(self) -> int:
        return len(self._keys())

    def _keys(self) -> tuple[str, ...]:
        return _module_names(tuple(self.package.__path__))


@cache
def _module_names(folders: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the modules, without packages and names that start with an underscore."""
    modules = pkgutil.iter_modules(folders)
    return tuple(
        sorted(
            module.name
            for module in modules
            if not module.ispkg and not module.name.startswith("_")
        )
    )


def _plugin_class(module: ModuleType, kind: type[Kind]) -> type[Kind]:
    """Return the only class of that kind in `module`. Raise `BadPlugin` with the reason otherwise."""
    classes: list[type[Kind]] = [
        value
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, kind)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    ]
    if len(classes) != 1:
        names = ", ".join(value.__name__ for value in classes) or "none"
        raise BadPlugin(
            f"{module.__name__} holds one public class of the kind {kind.__name__}; found: {names}."
        )
    if wrong := list(_plugin_faults(classes[0], kind)):
        raise BadPlugin(f"{module.__name__}: {' '.join(wrong)}")
    return classes[0]


def _plugin_faults(cls: type[Plugin], kind: type[Plugin]) -> Iterator[str]:
    """Yield a sentence for each requirement that the class does not meet."""
    text = cls.explanation()
    if not text:
        yield f"{cls.__name__} has no docstring; it is the help a director reads."
    elif not text.endswith("."):
        yield f"The docstring of {cls.__name__} is help for a director and ends with a full stop."
    named = [name for base in kind.__mro__ for name in inspect.get_annotations(base)]
    missing = [name for name in named if not hasattr(cls, name)]
    missing += sorted(getattr(cls, "__abstractmethods__", ()))
    if missing:
        yield f"{cls.__name__} does not say: {', '.join(missing)}."
    if not is_dataclass(cls.Options):
        yield f"{cls.__name__}.Options is not a dataclass, so there is no form to make of it."


class BadPlugin(Exception):
    """A file in a plug-in folder has no valid plug-in; the sentence says why."""
