"""Trying a fault: putting it into the code of a forked process, and running tests there until one fails."""

import gc
import importlib
import importlib.machinery
import importlib.util
import os
import pkgutil
import resource
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutation.faults import Fault
from tests.mutation.measuring import PYTEST, cached_functions, forget_cached, forked

MEMORY = 4 * 2**30
"""Bytes a process with a fault may ask for."""
IMPOSSIBLE = "?"
"""What is reported where the code of a fault cannot be put into a function that exists."""


class Trying:
    """A plug-in of pytest that runs some of the tests and reports the first that fails."""

    def __init__(self, runs: dict[str, dict[str, Any]]) -> None:
        self.runs = runs
        self.pipe = -1
        self.order: list[str] = []
        self.loop: Callable[[list[pytest.Item]], None] = self.run

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run what is to be run in place of all tests one after the other."""
        if session.testsfailed:  # a file could not even be imported
            self.report("collecting")
        self.loop(session.items)
        return True

    def run(self, items: list[pytest.Item]) -> None:
        """Run the chosen tests in their order; each may take ten times as long as without a fault."""
        by_name = {item.nodeid: item for item in items}
        chosen = [by_name[name] for name in self.order if name in by_name]
        for item, following in zip(chosen, [*chosen[1:], None], strict=True):
            limit = 10 + 10 * self.runs[item.nodeid]["seconds"]
            signal.setitimer(signal.ITIMER_VIRTUAL, limit)  # its signal ends the process
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """End with the first test that fails."""
        if report.failed:
            self.report(report.nodeid)

    def report(self, test: str) -> None:
        """Say which test noticed the fault, and end."""
        os.write(self.pipe, test.encode() or b"-")
        os._exit(0)


def tried(
    faults: list[Fault], trying: Trying, trial: Callable[[Fault], None], jobs: int
) -> Iterator[tuple[Fault, str]]:
    """Try each fault in a fork of this process; yield it with what noticed it, or "" where nothing did."""
    waiting, running = list(faults), dict[int, tuple[Fault, int]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            fault = waiting.pop(0)
            reading, trying.pipe = os.pipe()

            def run(fault: Fault = fault) -> int:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                trial(fault)
                return 1

            running[forked(run)] = fault, reading
            os.close(trying.pipe)
        pid, _ = os.wait()
        fault, reading = running.pop(pid)
        with os.fdopen(reading, "rb") as pipe:
            noticed = pipe.read().decode()
        yield fault, "" if noticed == "-" else noticed or "ended early"


class Mutated(importlib.machinery.SourceFileLoader):
    """Loads the module that has the fault."""

    text = ""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - as Python calls it
        """Return the code with the fault, whatever is remembered on the disk."""
        warnings.simplefilter("error", SyntaxWarning)
        return compile(self.text, self.path, "exec", dont_inherit=True)


class MutatedFinder:
    """Finds one module: the one with the fault."""

    def __init__(self, fault: Fault) -> None:
        self.path = Path(fault.path).resolve()
        parts = Path(fault.path).with_suffix("").parts
        self.name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self.text = fault.source()

    def find_spec(self, name: str, *_: object) -> Any:
        """Return how the module is loaded."""
        if name != self.name:
            return None
        loader = Mutated(name, str(self.path))
        loader.text = self.text
        return importlib.util.spec_from_file_location(name, self.path, loader=loader)


def functions_in(code: CodeType) -> dict[str, CodeType]:
    """Return the code of every function of a module and of its classes, by its qualified name."""
    inner = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & 1:  # CO_OPTIMIZED: a function, and no body of a class
                inner[constant.co_qualname] = constant
            else:
                inner |= functions_in(constant)
    return inner


def put_in(fault: Fault, functions: dict[tuple[str, str], list[FunctionType]]) -> bool:
    """Give the function with the fault its code; return whether there is just one such function.

    A warning of the compiler is an error, as it is where the tests import the module.
    """
    warnings.simplefilter("error", SyntaxWarning)
    path = Path(fault.path).resolve()
    usual, changed = (
        functions_in(compile(text, str(path), "exec", dont_inherit=True))
        for text in (path.read_text(encoding="utf-8"), fault.source())
    )
    names = [name for name in usual if usual[name] != changed.get(name)]
    if len(names) != 1 or names[0] not in changed:
        return False
    matching = functions.get((str(path), names[0]), [])
    for function in matching:
        try:
            function.__code__ = changed[names[0]]
        except ValueError:  # it closes over another number of variables
            return False
    return len(matching) == 1


def try_in_functions(
    faults: list[Fault], runs: dict[str, dict[str, Any]], orders: dict[Fault, list[str]],
    engine: str, jobs: int, remember: Callable[[Fault, str], None],
) -> None:  # fmt: skip
    """Try faults in functions, all with the tests collected once; `IMPOSSIBLE` are some of nested functions."""
    trying = Trying(runs)

    def loop(items: list[pytest.Item]) -> None:
        package = importlib.import_module(f"{engine}.engine")
        for module in pkgutil.walk_packages(package.__path__, f"{engine}.engine."):
            importlib.import_module(module.name)
        functions: dict[tuple[str, str], list[FunctionType]] = {}
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                key = thing.__code__.co_filename, thing.__code__.co_qualname
                functions.setdefault(key, []).append(thing)
        cached_functions()
        gc.freeze()

        def trial(fault: Fault) -> None:
            if not put_in(fault, functions):
                trying.report(IMPOSSIBLE)
            forget_cached()
            trying.order = orders[fault]
            trying.run(items)
            trying.report("")

        for fault, noticed in tried(faults, trying, trial, jobs):
            remember(fault, noticed)

    trying.loop = loop
    status = pytest.main([*PYTEST, str(Path("tests", engine, "engine"))], plugins=[trying])
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise SystemExit(f"The tests could not be collected ({status}).")


def try_anew(
    faults: list[Fault], runs: dict[str, dict[str, Any]], orders: dict[Fault, list[str]],
    engine: str, jobs: int, remember: Callable[[Fault, str], None],
) -> None:  # fmt: skip
    """Try faults that are there from the first import on: with the module's own tests, then with all."""
    trying = Trying(runs)

    def trial(fault: Fault) -> None:
        sys.meta_path.insert(0, MutatedFinder(fault))
        trying.order = orders[fault]
        path = Path(fault.path)
        nearest = Path("tests", path.parent, f"test_{path.stem}.py")
        for place in (nearest, Path("tests", engine, "engine")):
            if place.exists():
                status = pytest.main([*PYTEST, str(place)], plugins=[trying])
                if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
                    trying.report("collecting")
        trying.report("")

    for fault, noticed in tried(faults, trying, trial, jobs):
        remember(fault, noticed)
