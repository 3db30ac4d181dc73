"""Try faults: the tests are collected once, and each fault gets a fork that runs until one fails."""

import contextlib
import functools
import gc
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar

import pytest

from tests.mutation.faults import Fault
from tests.mutation.markers import ChangedModules, is_in_function, marked_modules, ran

PYTEST = ["-qq", "-p", "no:cacheprovider", "--capture=no", "--no-header", "--assert=plain"]
MEMORY = 4 * 2**30
"""Maximum bytes of memory for a process with a fault."""
IMPOSSIBLE = "?"
"""Reported if the code of a fault cannot replace that of an existing function."""
ENDED = "ended early"
"""Reported if a process with a fault exceeded its time or memory."""
PROCESSES = {"installation", "fresh_installation", "postgres_cluster"}
"""Fixtures of tests that start the program as separate processes, without the fault."""
OF_THE_WHOLE = ("/architecture/", "/test_approved_forms", "/test_migrations", "/test_who_may")
"""Parts of the paths of tests that look at every view, form or model."""
T = TypeVar("T")


@dataclass(frozen=True)
class Tests:
    """The selected tests: those below `paths` that match `-m`, with a limit of seconds per fault."""

    packages: tuple[str, ...]
    """Source packages whose caches are cleared before each test."""
    paths: tuple[str, ...]
    marks: str
    seconds: float
    jobs: int


@dataclass
class Runs:
    """Measurements without any fault."""

    seconds: dict[str, float] = field(default_factory=dict)
    """CPU seconds of every passing test."""
    reaching: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The tests that reach a fault, by the fault's number."""

    @functools.cached_property
    def reached(self) -> Counter[str]:
        """Return the number of faults that each test reaches."""
        return Counter(test for tests in self.reaching.values() for test in tests)


class Session:
    """A pytest plugin that hands over the collected tests instead of running them."""

    def __init__(self, loop: Callable[[dict[str, pytest.Item]], None]) -> None:
        self.loop = loop
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hand over the tests that run in this process."""
        self.loop(
            {
                item.nodeid: item
                for item in session.items
                if not PROCESSES & set(getattr(item, "fixturenames", ()))
            }
        )
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the last failed test."""
        if report.failed:
            self.failed = report.nodeid

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any, request: Any) -> Iterator[None]:
        """Record the markers reached by a shared fixture: they count for each of its tests."""
        before = set(ran)
        yield
        if fixturedef.scope in ("module", "class", "package"):
            shared = request.node.__dict__.setdefault("_reached", set())
            shared |= ran - before

    def passes(self, item: pytest.Item, following: pytest.Item, limit: float) -> bool:
        """Run one test with a limit of CPU seconds, after which a signal ends the process."""
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
        signal.alarm(int(60 + 10 * limit))
        self.failed = ""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return not self.failed


def run_pytest(session: Session, arguments: Iterable[str], marks: str) -> None:
    """Let pytest collect tests and hand them to the session; exit if collection fails."""
    status = pytest.main([*PYTEST, "-m", marks, *arguments], plugins=[session])
    if status not in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        raise SystemExit(f"The tests could not be collected ({status}).")


def try_in_functions(
    faults: list[Fault], tests: Tests, report: Callable[[Fault, str], None]
) -> dict[str, list[str]]:
    """Measure, then try the faults inside functions; return the tests for every other fault by key."""
    left: dict[str, list[str]] = {}

    def loop(items: dict[str, pytest.Item]) -> None:
        at_import = set(ran)
        if any("django_db_setup" in item.fixturenames for item in items.values()):  # type: ignore[attr-defined]
            from tests.installation import template_database

            template_database()  # created before the forks, which copy it
        gc.unfreeze()  # objects frozen by the tests' own set-up would not be listed
        _cached_functions(tests.packages)
        functions: dict[tuple[str, str], list[FunctionType]] = defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, FunctionType):
                functions[thing.__code__.co_filename, thing.__code__.co_qualname].append(thing)
        gc.freeze()
        runs = measured(items, tests, session)
        for number in at_import:
            if is_in_function(faults[number]):
                runs.reaching[number] = set(runs.seconds)
        orders = {
            fault.key: order(fault, runs.reaching[number], runs, tests.seconds)
            for number, fault in enumerate(faults)
        }
        left.update({faults[number].key: orders[faults[number].key] for number in at_import})

        def trial(fault: Fault) -> str:
            if not put_in(fault, functions):
                return IMPOSSIBLE
            return first_failing(orders[fault.key], items, runs, tests, session)

        waiting = [fault for fault in faults if fault.key not in left]
        print(f"Trying {len(waiting)} faults in functions, {len(left)} others", flush=True)
        noticed: dict[Fault, str] = {}
        unsound: set[str] = set()
        while waiting:
            for fault, by in forked_each(waiting, trial, tests.jobs):
                noticed[fault] = by
                if by == IMPOSSIBLE:
                    left[fault.key] = orders[fault.key]
                else:
                    report(fault, by)
            unsound |= unsound_ones({noticed[fault] for fault in waiting} & items.keys(), items)
            waiting = [fault for fault in waiting if noticed[fault] in unsound]
            orders |= {key: [t for t in those if t not in unsound] for key, those in orders.items()}

    def unsound_ones(chosen: set[str], items: dict[str, pytest.Item]) -> set[str]:
        """Return the tests that fail without a fault when they run first."""

        def alone(test: str) -> str:
            forget_cached(tests.packages)
            return "" if session.passes(items[test], next(iter(items.values())), 600) else test

        return {test for test, by in forked_each(sorted(chosen), alone, tests.jobs) if by}

    session = Session(loop)
    sys.meta_path.insert(0, marked_modules(faults))  # type: ignore[arg-type]
    run_pytest(session, tests.paths, tests.marks)
    return left


def measured(items: dict[str, pytest.Item], tests: Tests, session: Session) -> Runs:
    """Run all tests in forks, one per file, and return the faults that each reaches."""
    files: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items.values():
        files[item.nodeid.partition("::")[0]].append(item)
    names = list(files)
    shares = [names[at :: tests.jobs * 4] for at in range(tests.jobs * 4)]

    def run(share: int) -> str:
        lines = []
        chosen = [item for name in shares[share] for item in files[name]]
        for item, following in zip(chosen, [*chosen[1:], chosen[0]], strict=True):
            forget_cached(tests.packages)
            ran.clear()
            began = time.process_time()
            passed = session.passes(item, following, 600)
            shared = set().union(*(getattr(node, "_reached", ()) for node in item.listchain()))
            took = time.process_time() - began
            lines.append([item.nodeid, took, passed, sorted(ran | shared)])
        return json.dumps(lines)

    runs = Runs()
    print(f"Running {len(items)} tests without a fault", flush=True)
    for share, written in forked_each(
        [n for n, names in enumerate(shares) if names], run, tests.jobs
    ):
        if written == ENDED:
            raise SystemExit(f"The tests of {', '.join(shares[share])} do not end.")
        for test, seconds, passed, reached in json.loads(written):
            if not passed:
                print(f"  left out, for it fails as it is: {test}", flush=True)
                continue
            runs.seconds[test] = seconds
            for number in reached:
                runs.reaching[number].add(test)
    return runs


def order(fault: Fault, reaching: set[str], runs: Runs, most: float) -> list[str]:
    """Return the tests for a fault in order: the module's own file, its folder, then fast before slow.

    What reaches a fault outside functions is unknown, since a decorator can refuse before the function runs.
    The tests of every view, form or model come first, then those of the folder. If no test reaches the
    module's functions, all tests run, those first that reach the most faults a second.
    """
    path = Path(fault.path)
    in_room = re.match(r"(tournament/(?:hall|broadcast|federation))/(.*)", str(path.parent))
    folder = "/tests/".join(in_room.groups()) if in_room else f"tests/{path.parent}"
    own = f"test_{path.stem}.py::"
    everywhere = not reaching and not is_in_function(fault)
    of_all = {test for test in runs.seconds if any(name in test for name in OF_THE_WHOLE)}
    if not is_in_function(fault):
        near = {test for test in runs.seconds if test.startswith(folder)}
        reaching = reaching | of_all | near
    chosen = sorted(
        runs.seconds if everywhere else reaching,
        key=lambda test: (
            test not in of_all and f"/{own}" not in test,
            not everywhere and not test.startswith(folder),
            runs.seconds[test] / (runs.reached[test] or 0.01) if everywhere else runs.seconds[test],
            test,
        ),
    )
    total = 0.0
    within = []
    for test in chosen:
        total += runs.seconds[test]
        if total > most and within:
            break
        within.append(test)
    return within


def first_failing(
    chosen: list[str], items: dict[str, pytest.Item], runs: Runs, tests: Tests, session: Session
) -> str:
    """Return the first failing test, or "" if all pass."""
    forget_cached(tests.packages)
    for test, following in zip(chosen, [*chosen[1:], *chosen[:1]], strict=True):
        if not session.passes(items[test], items[following], 10 + 10 * runs.seconds[test]):
            return test
    return ""


def try_in_modules(
    faults: list[Fault],
    orders: dict[str, list[str]],
    tests: Tests,
    report: Callable[[Fault, str], None],
) -> None:
    """Try faults that are present at the first import, each in a process that imports everything with it."""

    def trial(fault: Fault) -> str:
        sys.meta_path.insert(0, ChangedModules({fault.path: fault.source()}))  # type: ignore[arg-type]
        failed = ["collecting"]

        def loop(items: dict[str, pytest.Item]) -> None:
            chosen = [test for test in orders[fault.key] if test in items]
            runs = Runs(dict.fromkeys(chosen, 5.0))
            failed[0] = first_failing(chosen, items, runs, tests, session)

        session = Session(loop)
        files = dict.fromkeys(test.partition("::")[0] for test in orders[fault.key])
        if not files:
            return ""
        with contextlib.suppress(SystemExit):
            run_pytest(session, files, tests.marks)
        return failed[0]

    for fault, by in forked_each(faults, trial, tests.jobs):
        report(fault, by)


def forked_each(
    things: Iterable[T], run: Callable[[T], str], jobs: int, *, silent: bool = True
) -> Iterator[tuple[T, str]]:
    """Run each item in a fork, several at a time, and yield it with its result."""
    waiting, running = list(things), dict[int, tuple[T, Path]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            thing, folder = waiting.pop(0), Path(tempfile.mkdtemp(prefix="ninetimer-fault-"))
            sys.stdout.flush()
            pid = os.fork()
            if not pid:
                _run_forked(lambda thing=thing: run(thing), folder, silent=silent)  # type: ignore[misc]
            running[pid] = thing, folder
        pid, _ = os.wait()
        thing, folder = running.pop(pid)
        written = folder / "returned"
        yield thing, written.read_text(encoding="utf-8") if written.exists() else ENDED
        shutil.rmtree(folder, ignore_errors=True)


def _run_forked(run: Callable[[], str], folder: Path, *, silent: bool) -> None:
    """Run the function and exit; temporary files and the result are in the folder."""
    try:
        tempfile.tempdir = str(folder)
        if silent:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        returned = run()
        (folder / "returned").write_text(returned, encoding="utf-8")
    except BaseException:  # noqa: BLE001 - nobody else would show it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(0)


def forget_cached(packages: tuple[str, ...]) -> None:
    """Clear the caches of these packages, so that each test runs all the lines it needs."""
    for function in _cached_functions(packages):
        function.cache_clear()


@functools.cache
def _cached_functions(packages: tuple[str, ...]) -> list[Any]:
    kind = type(_cached_functions)
    names = tuple(package.replace("/", ".") for package in packages)
    return [
        thing for thing in gc.get_objects()
        if type(thing) is kind and (thing.__module__ or "").startswith(names)
    ]  # fmt: skip


def functions_in(code: CodeType) -> dict[str, CodeType]:
    """Return the code of every function of a module, its classes and functions by qualified name."""
    inner = {}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            is_function = constant.co_flags & 1  # CO_OPTIMIZED, unlike a class body
            if is_function and not constant.co_qualname.endswith("<locals>.<lambda>"):
                inner[constant.co_qualname] = constant  # several lambdas may have one name
            inner |= functions_in(constant)
    return inner


def put_in(fault: Fault, functions: dict[tuple[str, str], list[FunctionType]]) -> bool:
    """Replace the code of the function with the fault; return whether there is exactly one such function.

    A compiler warning is an error, as it is when the tests import the module.
    """
    if fault.operator.endswith("RemoveDecorator"):
        return False
    warnings.simplefilter("error", SyntaxWarning)
    path = Path(fault.path).resolve()
    usual, changed = (
        functions_in(compile(text, str(path), "exec", dont_inherit=True))
        for text in (path.read_text(encoding="utf-8"), fault.source())
    )
    names = [name for name in usual if usual[name] != changed.get(name)]
    if not names or not changed.keys() >= {*names}:
        return False
    outer, *inner = names
    if not all(name.startswith(f"{outer}.<locals>.") for name in inner):
        return False  # more than one function changed
    for name in names:  # also in functions that it has made already
        for function in functions.get((str(path), name), []):
            try:
                function.__code__ = changed[name]
            except ValueError:  # it closes over another number of variables
                return False
    return len(functions.get((str(path), outer), [])) == 1
