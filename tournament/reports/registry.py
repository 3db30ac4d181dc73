"""Which reports and formats there are: the files of two folders, found by walking them.

The key is the file's name; the file holds one public class with `build` or `render`, whose
docstring is the help a director reads. A new report or format is one new file; nothing is listed
anywhere else. Unlike in the engines' folders a file is imported only when it is asked for: a list
of formats must not load the libraries that write them.
"""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from tournament.engine.folder import help_text as docstring
from tournament.reports import definitions, renderers
from tournament.reports.paper import Paper
from tournament.reports.report import Report

GROUPS = (
    "Setting up",
    "For the round",
    "Standings and records",
    "Best games",
    "Recorded games",
    "At the end",
    "The desk",
)
"""The menu of reports, in the order of the director's day."""


class Renderer(Protocol):
    """What every class in `renderers/` offers."""

    content_type: str
    is_text: bool

    def render(self, report: Report, paper: Paper) -> bytes:
        """Return the report in this format, for this paper."""


class Definition(Protocol):
    """What every class in `definitions/` offers.

    `Options` is a frozen dataclass; its fields are the form, the command's options and the words
    of the help (metadata "help"); a field without default has to be given. `group` is one of
    `GROUPS`; `private`, `for_paper` and `folder(event)` are explained at `is_private`,
    `is_for_paper` and `whole_folder`.
    """

    title: str
    Options: type[Any]

    def build(self, event: Any, options: Any, printed_at: Any) -> Report:
        """Return the report. Raises `CannotReport` where there is none, saying why."""


EVERYBODY = "everybody"
"""The audience of a report that leaves out drafts and the rounds held back."""


class NoSuchReport(ValueError):
    """A report or format was asked for that does not exist; the sentence names those that do."""


def report_keys() -> tuple[str, ...]:
    """Return the key of every report, in alphabetical order."""
    return _names(definitions)


def format_keys() -> tuple[str, ...]:
    """Return the key of every format, in alphabetical order."""
    return _names(renderers)


def definition(key: str) -> Definition:
    """Return the definition of a report. Raises `NoSuchReport` naming the known ones."""
    _known(key, report_keys(), "report", "Reports")
    found: Definition = _only_class(f"{definitions.__name__}.{key}", "build")()
    return found


def renderer(key: str) -> Renderer:
    """Return the renderer of a format. Raises `NoSuchReport` naming the known ones."""
    _known(key, format_keys(), "format", "Formats")
    found: Renderer = _only_class(f"{renderers.__name__}.{key}", "render")()
    return found


def help_text(thing: Definition | Renderer) -> str:
    """Return the docstring of a definition's or renderer's class, as the director reads it."""
    return docstring(type(thing))


def is_private(thing: Definition) -> bool:
    """Whether the report is for the director alone: its class says ``private = True``."""
    return bool(getattr(thing, "private", False))


def group_of(thing: Definition) -> str:
    """Where the report stands on the menu: its class says ``group = "For the round"``."""
    return str(getattr(thing, "group", GROUPS[-1]))


def is_for_paper(thing: Definition) -> bool:
    """Whether nobody wants it as a spreadsheet: its class says ``for_paper = True``."""
    return bool(getattr(thing, "for_paper", False))


def whole_folder(thing: Definition, event: Any) -> list[Any]:
    """The options under which the report belongs in the folder of the whole event.

    A report of which there are several says which: ``folder(event)``; any other is there once, as
    it is without being asked for anything.
    """
    several = getattr(thing, "folder", None)
    return [thing.Options()] if several is None else list(several(event))


def for_everybody(thing: Definition, options: Any) -> Any:
    """The options for somebody who does not direct: a report with an audience is for everybody."""
    asked = {each.name for each in fields(thing.Options)}
    return replace(options, audience=EVERYBODY) if "audience" in asked else options


def _names(package: ModuleType) -> tuple[str, ...]:
    modules = pkgutil.iter_modules(package.__path__)
    return tuple(sorted(m.name for m in modules if not m.ispkg and not m.name.startswith("_")))


def _known(key: str, keys: Iterable[str], what: str, many: str) -> None:
    if key not in keys:
        raise NoSuchReport(f"There is no {what} “{key}”. {many}: {', '.join(keys)}.")


@cache
def _only_class(module_name: str, method: str) -> type[Any]:
    module = import_module(module_name)
    classes = [
        found
        for name, found in inspect.getmembers(module, inspect.isclass)
        if found.__module__ == module_name and not name.startswith("_") and hasattr(found, method)
    ]
    if len(classes) != 1:
        names = ", ".join(each.__name__ for each in classes) or "none"
        raise LookupError(f"{module_name} holds one class with {method}(); found {names}.")
    return classes[0]
