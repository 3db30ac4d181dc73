"""Which test runs which line, and the seconds it takes; so that a fault is tried with the tests that can notice it."""

import ast
import functools
import gc
import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.faults import Fault, digest_of

PYTEST = ["-qq", "-p", "no:cacheprovider", "--capture=no", "--no-header", "--assert=plain"]


class Measuring:
    """A plug-in of pytest that writes down the lines each test runs, and the seconds it takes."""

    def __init__(self, engine: str) -> None:
        import coverage

        self.coverage = coverage.Coverage(data_file=None, source=[f"{engine}/engine"])
        self.seconds: dict[str, float] = {}
        self.coverage.start()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Run one test with nothing cached, as its own context."""
        forget_cached()
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        yield
        self.seconds[item.nodeid] = time.process_time() - began
        self.coverage.switch_context("")

    def measured(self) -> dict[str, dict[str, Any]]:
        """Return of each test, and of the time outside of tests (""), its seconds and its lines."""
        self.coverage.stop()
        data = self.coverage.get_data()
        runs: dict[str, dict[str, Any]] = {
            test: {"seconds": self.seconds.get(test, 0.0), "lines": {}}
            for test in ["", *self.seconds]
        }
        for name in data.measured_files():
            path = str(Path(name).relative_to(Path.cwd()))
            for line, tests in data.contexts_by_lineno(name).items():
                for test in tests:
                    runs[test]["lines"].setdefault(path, []).append(line)
        return runs


def measure(work: Path, engine: str) -> dict[str, dict[str, Any]]:
    """Return which lines each test of an engine runs; only test files that changed are run again."""
    tests = Path("tests", engine, "engine")
    files = set(tests.rglob("test_*.py"))
    around = [path for path in tests.rglob("*") if path.is_file() and path not in files]
    digest = digest_of([*around, *Path(engine, "engine").rglob("*.py")])
    remembered = work / "measured.json"
    known = json.loads(remembered.read_text()) if remembered.exists() else {}
    if known.get("digest") != digest:
        known = {"digest": digest, "files": {}}
    before, now = known["files"], {str(path): digest_of([path]) for path in files}
    after = {name: before[name] for name in now if before.get(name, {}).get("digest") == now[name]}
    stale = sorted(set(now) - set(after))
    if stale:
        print(f"Measuring which lines are run by the tests of {len(stale)} files", flush=True)
        place = work / "measuring.json"

        def run() -> int:
            plugin = Measuring(engine)
            status = pytest.main([*PYTEST, *stale], plugins=[plugin])
            place.write_text(json.dumps(plugin.measured()))
            return int(status)

        if os.waitpid(forked(run, silent=False), 0)[1]:
            raise SystemExit("The tests do not pass as they are.")
        runs = json.loads(place.read_text())
        for name in stale:
            after[name] = {"digest": now[name], "runs": {"": runs[""]}}
        for test, run_ in runs.items():
            if test:
                after[test.partition("::")[0]]["runs"][test] = run_
        remembered.write_text(json.dumps({"digest": digest, "files": after}))
        place.unlink()
    return merged([file["runs"] for file in after.values()])


def merged(files: list[dict[str, dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Return the runs of all files as one, with sets of lines."""
    whole: dict[str, dict[str, Any]] = {"": {"seconds": 0.0, "lines": {}}}
    for runs in files:
        for test, run in runs.items():
            entry = whole.setdefault(test, {"seconds": run["seconds"], "lines": {}})
            for path, lines in run["lines"].items():
                entry["lines"].setdefault(path, set()).update(lines)
    return whole


def statement_lines(text: str, first: int, last: int) -> set[int]:
    """Return all lines of the statement of a function that holds these; none where they stand outside."""
    spans = [
        (node.lineno, node.end_lineno or node.lineno)
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        for statement in function.body
        for node in ast.walk(statement)
        if isinstance(node, ast.stmt)
    ]
    around = [span for span in spans if span[0] <= first and last <= span[1]]
    if not around:
        return set()
    begin, end = min(around, key=lambda span: span[1] - span[0])
    return set(range(begin, end + 1))


def tests_for(fault: Fault, runs: dict[str, dict[str, Any]], lines: set[int]) -> list[str]:
    """Return the tests that run one of the lines: those of the module's own file first, the quick before the slow."""
    path = Path(fault.path)
    nearest = str(Path("tests") / path.parent / f"test_{path.stem}.py")
    covering = [
        test for test, run in runs.items()
        if test and (not lines or lines & run["lines"].get(fault.path, set()))
    ]  # fmt: skip
    return sorted(
        covering, key=lambda test: (not test.startswith(nearest), runs[test]["seconds"], test)
    )


def forget_cached() -> None:
    """Forget what is cached: each test runs all the lines it needs."""
    for function in cached_functions():
        function.cache_clear()


@functools.cache
def cached_functions() -> list[Any]:
    """Return every function of the engines that remembers what it returned."""
    kind = type(cached_functions)
    return [
        thing for thing in gc.get_objects()
        if type(thing) is kind and ".engine." in thing.__module__
    ]  # fmt: skip


def forked(run: Callable[[], int], *, silent: bool = True) -> int:
    """Return the process that runs this."""
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    status = 1
    try:
        if silent:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
        status = run()
    except Exception:  # noqa: BLE001 - nobody else would say it
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)
