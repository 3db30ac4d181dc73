"""Find the tests that reach a fault, by a marker before every statement that a fault changes."""

import ast
import builtins
import importlib.machinery
import importlib.util
import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutation.faults import Fault

BLOCKS = ("body", "orelse", "finalbody")
ran: set[int] = set()
"""Numbers of the faults whose markers were reached since this was last cleared."""
builtins.__dict__["__fault_reached__"] = ran.add


class _Loader(importlib.machinery.SourceFileLoader):
    """Loader of a module from another text or tree than the file."""

    source: str | ast.Module = ""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as Python calls it
        """Return the code, ignoring bytecode caches; a compiler warning is an error."""
        with warnings.catch_warnings():
            warnings.simplefilter("error", SyntaxWarning)
            return compile(self.source, self.path, "exec", dont_inherit=True)


class ChangedModules:
    """Finder for modules at these paths with replaced content."""

    def __init__(self, sources: Mapping[str, str | ast.Module]) -> None:
        self.sources = {
            name: (path, source) for path, source in sources.items() for name in module_names(path)
        }

    def find_spec(self, name: str, *_: object) -> Any:
        """Return the spec of a replaced module, or None for all others."""
        if name not in self.sources:
            return None
        path, source = self.sources[name]
        loader = _Loader(name, str(Path(path).resolve()))
        loader.source = source
        return importlib.util.spec_from_file_location(name, loader.path, loader=loader)


def module_names(path: str) -> set[str]:
    """Return the dotted names of the module in a file; a room's reports are modules of the core's folder."""
    name = ".".join(Path(path).with_suffix("").parts).removesuffix(".__init__")
    return {name, re.sub(r"^tournament\.\w+\.(?=reports\.definitions\.)", "tournament.", name)}


def marked_modules(faults: list[Fault]) -> ChangedModules:
    """Return the modules of all faults with markers; a marker is the fault's index in the list."""
    numbers: dict[str, list[int]] = defaultdict(list)
    for number, fault in enumerate(faults):
        numbers[fault.path].append(number)
    sources: dict[str, str | ast.Module] = {}
    for path, those in numbers.items():
        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        places = [(number, list(_places(tree, faults[number]))) for number in those]
        for number, blocks in places:
            for block, before in blocks:
                place = next(n for n, one in enumerate(block) if one is before)
                block.insert(place, _marker(number, before))
        sources[path] = tree
    return ChangedModules(sources)


def is_in_function(fault: Fault) -> bool:
    """Return whether a fault is inside a function."""
    tree = ast.parse(Path(fault.path).read_text(encoding="utf-8"))
    return _statement(tree, fault) is not None


def _functions(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(tree) if isinstance(node, kinds)]


def _blocks(nodes: Iterable[ast.AST]) -> Iterator[list[ast.stmt]]:
    for node in nodes:
        for name in BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list) and block:
                yield block


def _statement(tree: ast.Module, fault: Fault) -> tuple[list[ast.stmt], ast.stmt] | None:
    """Return the smallest statement of a function that contains the fault, and its block."""
    around = [
        (block, statement)
        for function in _functions(tree)
        for block in _blocks(ast.walk(function))
        for statement in block
        if statement.lineno <= fault.first_line and fault.last_line <= (statement.end_lineno or 0)
    ]
    return min(around, key=lambda pair: (pair[1].end_lineno or 0) - pair[1].lineno, default=None)


def _places(tree: ast.Module, fault: Fault) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """Yield the statements to mark: the start of every function for a fault outside functions."""
    statement = _statement(tree, fault)
    if statement:
        yield statement
        return
    for function in _functions(tree):
        has_text = ast.get_docstring(function, clean=False) is not None and len(function.body) > 1
        yield function.body, function.body[has_text]


def _marker(number: int, before: ast.stmt) -> ast.stmt:
    called = ast.Call(ast.Name("__fault_reached__", ast.Load()), [ast.Constant(number)], [])
    return ast.fix_missing_locations(ast.copy_location(ast.Expr(called), before))
