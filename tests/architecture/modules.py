"""The source for the layer tests: every module, its layer and its imports.

Imports are read with `ast`, including those inside functions. Every file is parsed once per
run.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
APPS = ("scoring", "tournament")

SUBJECTS = ("people", "standings", "rounds", "results", "files", "safety", "event")
"""The subjects of every layer of the core, each depending only on earlier ones."""
FLOORS = ("web", "actions", "queries")

_LAYERS = {
    "version": "tournament.version",
    "engine": "scoring.engine tournament.engine",
    "data": """
        scoring.catalogue scoring.control_marks scoring.data scoring.lexicon scoring.subprocesses
        scoring.search_normalization
        scoring.pictures scoring.processes scoring.tenancy scoring.wordlist scoring.wording tournament.catalogue
        tournament.extension tournament.presets tournament.wording tournament.jobs tournament.atomic_files
    """,
    "simulation": "scoring.simulation",
    "models": """
        scoring.signals tournament.signals scoring.models scoring.migrations tournament.models tournament.migrations
        tournament.migration_operations
    """,
    "queries": "scoring.queries scoring.handbook tournament.queries",
    "actions": "scoring.actions tournament.actions",
    "exchange": "scoring.archive tournament.exchange",
    "web": """
        scoring.access scoring.saved_forms scoring.forms scoring.bulk_actions scoring.downloads scoring.tables
        scoring.views scoring.urls scoring.templatetags tournament.web tournament.templatetags tournament.urls
    """,
    "commands": "scoring.management tournament.management",
    "wiring": """
        scoring.apps tournament.apps tournament.receivers tournament.sqlite tournament.head_requests
        tournament.server tournament.wsgi
    """,
    "reports": "tournament.reports",
    "definitions": "tournament.reports.definitions",
    "renderers": "tournament.reports.renderers",
    "settings": """
        tournament.command tournament.data_folder tournament.environment tournament.fault_log
        tournament.languages tournament.settings tournament.static_files
    """,
}
"""The longest matching prefix determines the layer of a module; a new package or module at the top of an app
needs an entry.
"""
LAYERS = {name: layer for layer, names in _LAYERS.items() for name in names.split()}


@dataclass(frozen=True)
class Import:
    """An imported name, such as `scoring.models.game.Game`, and its line."""

    module: "Module"
    name: str
    line: int

    def begins_with(self, *packages: str) -> bool:
        """Return whether the imported name is one of these packages or is inside one."""
        return any(self.name == p or self.name.startswith(f"{p}.") for p in packages)

    def __str__(self) -> str:
        return f"{self.module.shown}:{self.line} imports {self.name}"


@dataclass(frozen=True)
class Module:
    """One Python file of the two apps."""

    name: str
    path: Path

    @property
    def app(self) -> str:
        return self.name.partition(".")[0]

    @cached_property
    def layer(self) -> str | None:
        """Return the layer from the table above, or None for the `__init__` of the two apps."""
        return layer_of(self.name)

    @property
    def shown(self) -> str:
        return self.path.relative_to(SOURCE).as_posix()

    @property
    def is_migration(self) -> bool:
        return "migrations" in self.path.parts

    @property
    def tree(self) -> ast.Module:
        return parsed(self.path)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Return every node of the syntax tree."""
        return tuple(ast.walk(self.tree))

    @cache  # noqa: B019 - there are only so many modules
    def imports(self) -> tuple[Import, ...]:
        """Return every import, with relative ones resolved."""
        return tuple(self._imports())

    def _imports(self) -> Iterator[Import]:
        for node in self.nodes:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(self, alias.name, node.lineno)
            elif isinstance(node, ast.ImportFrom):
                origin = self._origin(node)
                for alias in node.names:
                    yield Import(self, f"{origin}.{alias.name}", node.lineno)

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        climbed = node.level - (self.path.name == "__init__.py")
        package = package[: len(package) - climbed]
        return ".".join([*package, *filter(None, [node.module])])


@cache
def parsed(path: Path) -> ast.Module:
    """Return the syntax tree of a file, parsed once."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


ROOMS = ("hall", "broadcast", "federation")
"""The rooms that can be disabled: apps inside `tournament` with the layers of the core."""


def room_of_module(name: str) -> str:
    """Return the room of a dotted name, or "" for the core."""
    app, room, *_ = [*name.split("."), ""]
    return room if app == "tournament" and room in ROOMS else ""


@cache
def layer_of(name: str) -> str | None:
    """Return the layer of a dotted name inside the apps, or None if the table has no entry.

    URL modules at the top of an app may have any name that ends in "urls".
    """
    parts = name.split(".")
    if room_of_module(name):
        del parts[1]
    for length in range(len(parts), 1, -1):
        layer = LAYERS.get(".".join(parts[:length]))
        if layer:
            return layer
    return "web" if parts[-1].endswith("urls") else None


@cache
def modules(app: str | None = None) -> tuple[Module, ...]:
    """Return every module of one app, or of both."""
    imports = []
    for name in [app] if app else APPS:
        for path in sorted((SOURCE / name).rglob("*.py")):
            if "tests" in path.parts:
                continue
            parts = path.relative_to(SOURCE).with_suffix("").parts
            dotted = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            imports.append(Module(dotted, path))
    return tuple(imports)


def in_layer(*layers: str) -> list[Module]:
    """Return the modules of these layers in both apps."""
    return [module for module in modules() if module.layer in layers]


def is_standard(name: str) -> bool:
    """Return whether a dotted name belongs to Python's standard library."""
    return name.partition(".")[0] in sys.stdlib_module_names
