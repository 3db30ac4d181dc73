"""The source as the layer tests see it: every module of ours, its layer, and what it imports.

Imports are read with `ast`, wherever they stand in a file, so one hidden in a function counts too. Every
file is read, parsed and walked once in a run.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
APPS = ("scoring", "tournament")

ROOMS = ("people", "standings", "rounds", "results", "files", "safety", "event")
"""The rooms of every floor of the tournament, each leaning only on those before it."""
FLOORS = ("web", "actions", "queries")

# The longest beginning that fits a module tells its layer. A new module at the top of an app, or a
# new package, must be given its layer here.
LAYERS = {
    "scoring.engine": "engine",
    "scoring.catalogue": "data",
    "scoring.control_marks": "data",
    "scoring.data": "data",
    "scoring.lexicon": "data",
    "scoring.own_process": "data",
    "scoring.folding": "data",
    "scoring.pictures": "data",
    "scoring.processes": "data",
    "scoring.walls": "data",
    "scoring.wordlist": "data",
    "scoring.simulation": "simulation",
    "scoring.wording": "data",
    "scoring.signals": "models",
    "scoring.models": "models",
    "scoring.migrations": "models",
    "scoring.queries": "queries",
    "scoring.handbook": "queries",
    "scoring.actions": "actions",
    "scoring.archive": "exchange",
    "scoring.access": "web",
    "scoring.saved_forms": "web",
    "scoring.forms": "web",
    "scoring.marked": "web",
    "scoring.tables": "web",
    "scoring.views": "web",
    "scoring.urls": "web",
    "scoring.templatetags": "web",
    "scoring.management": "commands",
    "scoring.apps": "wiring",
    "tournament.engine": "engine",
    "tournament.catalogue": "data",
    "tournament.presets": "data",
    "tournament.wording": "data",
    "tournament.jobs": "data",
    "tournament.whole_files": "data",
    "tournament.models": "models",
    "tournament.migrations": "models",
    "tournament.queries": "queries",
    "tournament.actions": "actions",
    "tournament.reports": "reports",
    "tournament.reports.definitions": "definitions",
    "tournament.reports.renderers": "renderers",
    "tournament.exchange": "exchange",
    "tournament.web": "web",
    "tournament.templatetags": "web",
    "tournament.management": "commands",
    "tournament.apps": "wiring",
    "tournament.receivers": "wiring",
    "tournament.sqlite": "wiring",
    "tournament.head_requests": "wiring",
    "tournament.command": "settings",
    "tournament.data_folder": "settings",
    "tournament.environment": "settings",
    "tournament.fault_log": "settings",
    "tournament.languages": "settings",
    "tournament.server": "wiring",
    "tournament.settings": "settings",
    "tournament.static_files": "settings",
    "tournament.urls": "web",
    "tournament.wsgi": "wiring",
}


@dataclass(frozen=True)
class Import:
    """One name that a module asks for, e.g. `scoring.models.game.Game`, and the line it stands on."""

    module: "Module"
    name: str
    line: int

    def begins_with(self, *packages: str) -> bool:
        """Tell whether the imported name is one of these packages or lies inside one."""
        return any(self.name == p or self.name.startswith(f"{p}.") for p in packages)

    def __str__(self) -> str:
        return f"{self.module.path.relative_to(SOURCE)}:{self.line} imports {self.name}"


@dataclass(frozen=True)
class Module:
    """One Python file of the two apps."""

    name: str
    path: Path

    @property
    def app(self) -> str:
        return self.name.partition(".")[0]

    @property
    def layer(self) -> str | None:
        """Return the layer by the table above; None for the two apps' own `__init__`."""
        return layer_of(self.name)

    @property
    def tree(self) -> ast.Module:
        return parsed(self.path)

    @property
    def nodes(self) -> tuple[ast.AST, ...]:
        """Every node of the syntax tree."""
        return walked(self.path)

    @cache  # noqa: B019 - there are only so many modules
    def imports(self) -> tuple[Import, ...]:
        """Return every import, relative ones spelled out."""
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
    """Return the syntax tree of a file, read once."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def walked(path: Path) -> tuple[ast.AST, ...]:
    """Return every node of a file's syntax tree, walked once."""
    return tuple(ast.walk(parsed(path)))


@cache
def layer_of(name: str) -> str | None:
    """Return the layer of a dotted name inside the apps; None where the table has no line for it.

    A list of addresses may stand at the top of an app under any name that ends in "urls".
    """
    parts = name.split(".")
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
            parts = path.relative_to(SOURCE).with_suffix("").parts
            dotted = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            imports.append(Module(dotted, path))
    return tuple(imports)


def in_layer(*layers: str) -> list[Module]:
    """Return the modules of these layers, in both apps."""
    return [module for module in modules() if module.layer in layers]


def is_standard(name: str) -> bool:
    """Tell whether a dotted name belongs to Python's own library."""
    return name.partition(".")[0] in sys.stdlib_module_names
