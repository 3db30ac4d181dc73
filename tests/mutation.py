"""How many faults put into an engine its tests notice: `python -m tests.mutation [ENGINE ...]`.

Cosmic Ray makes the faults, one at a time, in a copy of the project; a seeded sample of 600 in each engine
is tried (`--sample 0`: all). Stopped and started again, also with a greater sample, it goes on where it
was. The tests of the module that has the fault run first, then every other test of the engine that runs a
line with the fault, until one fails. Which test runs which line is measured once, with what is cached
forgotten before each test; where a fault stands outside of functions, all tests of the engine run.

The work lies in `.mutation/`, which is not under version control; `--fresh` begins anew. Faults in type
annotations are left out: no test can see them.
"""

import argparse
import ast
import functools
import gc
import shutil
import subprocess
import sys
from difflib import SequenceMatcher
from pathlib import Path
from random import Random
from typing import Any

SOURCE = Path(__file__).resolve().parents[1]
WORK = SOURCE / ".mutation"
ENGINES = ("scoring", "tournament")
SAMPLE = 600
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
SLOWEST = 600
"""Seconds after which the tests of one fault are given up; that counts as noticed."""
CONFIGURATION = """\
[cosmic-ray]
module-path = "{engine}/engine"
timeout = {slowest}.0
excluded-modules = []
test-command = "{python} -m tests.mutation --try {engine}"

[cosmic-ray.distributor]
name = "local"
"""


def annotations(path: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the first and last line and column of every annotation of a file."""
    spans = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for name in ("annotation", "returns"):
            hint = getattr(node, name, None)
            if isinstance(hint, ast.AST):
                spans.append(
                    ((hint.lineno, hint.col_offset), (hint.end_lineno, hint.end_col_offset))
                )
    return spans


def prepared(engine: str, *, fresh: bool) -> Path:
    """Return the copy of the project that is mutated, with all faults listed in `all.sqlite`."""
    folder = WORK / engine
    if fresh:
        shutil.rmtree(folder, ignore_errors=True)
    if not (folder / "all.sqlite").exists():
        files = subprocess.run(
            ["git", "ls-files"], cwd=SOURCE, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for place in ("whole", "mutated"):
            for name in files:
                target = folder / place / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(SOURCE / name, target)
        text = CONFIGURATION.format(engine=engine, slowest=SLOWEST, python=sys.executable)
        (folder / "mutated" / "mutation.toml").write_text(text, encoding="utf-8")
        cosmic_ray(folder / "mutated", "init", "mutation.toml", str(folder / "all.sqlite"))
    return folder


def cosmic_ray(place: Path, *arguments: str) -> None:
    """Run the tool in the mutated copy."""
    program = Path(sys.executable).parent / "cosmic-ray"
    subprocess.run([program, *arguments], cwd=place, check=True)


def choose(folder: Path, sample: int, seed: int) -> None:
    """Put a seeded sample of all faults into the session; a greater sample adds to what was tried already."""
    from cosmic_ray.work_db import WorkDB, use_db

    with use_db(str(folder / "all.sqlite"), WorkDB.Mode.open) as work:
        spans: dict[Path, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
        visible = []
        for item in work.work_items:
            (fault,) = item.mutations
            hints = spans.setdefault(
                fault.module_path, annotations(folder / "whole" / fault.module_path)
            )
            if not any(start <= fault.start_pos <= end for start, end in hints):
                visible.append(item)
    visible.sort(key=_place)
    Random(seed).shuffle(visible)
    with use_db(str(folder / "session.sqlite"), WorkDB.Mode.create) as work:
        chosen = {item.job_id for item in work.work_items}
        wanted = visible[:sample] if sample else visible
        work.add_work_items([item for item in wanted if item.job_id not in chosen])


def _place(item: Any) -> tuple[str, str, int]:
    """Return where a fault stands, the same in every run; its key in the session is drawn anew."""
    (fault,) = item.mutations
    return str(fault.module_path), fault.operator_name, fault.occurrence


def report(folder: Path, engine: str) -> float:
    """Print what was noticed and every fault that was not; return the share noticed, in percent."""
    from cosmic_ray.work_db import WorkDB, use_db

    with use_db(str(folder / "session.sqlite"), WorkDB.Mode.open) as work:
        results = dict(work.results)
        survivors = [
            item.mutations[0] for item in work.work_items
            if item.job_id in results and not results[item.job_id].is_killed
        ]  # fmt: skip
    for fault in sorted(survivors, key=lambda fault: (str(fault.module_path), fault.start_pos)):
        print(f"{fault.module_path}:{fault.start_pos[0]} {fault.operator_name} survived")
    share = 100 * (1 - len(survivors) / len(results)) if results else 0.0
    print(f"{engine}: {len(results)} faults tried, {share:.1f} % noticed")
    return share


def pytest_runtest_setup() -> None:
    """Forget what is cached, while this module is a plug-in of pytest: each test runs all the lines it needs."""
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


def measure(folder: Path, engine: str) -> None:
    """Write down which test of an engine runs which line, in `.coverage` of the copy that stays whole."""
    if not (folder / "whole" / ".coverage").exists():
        print(f"Measuring which tests of {engine} run which lines", flush=True)
        measuring = ["-p", "tests.mutation", f"--cov={engine}/engine", "--cov-context=test"]
        place = str(Path("tests") / engine / "engine")
        subprocess.run(
            [*PYTEST, *measuring, "--cov-report=", place], cwd=folder / "whole", check=True
        )


def changed_lines(before: Path, after: Path) -> set[int]:
    """Return the lines of `before` that are another in `after`, counted from 1."""
    lines = [path.read_text(encoding="utf-8").splitlines() for path in (before, after)]
    changed: set[int] = set()
    for tag, begin, end, _, _ in SequenceMatcher(None, *lines, autojunk=False).get_opcodes():
        if tag != "equal":
            changed |= set(range(begin + 1, max(end, begin + 1) + 1))
    return changed


def statement_lines(path: Path, lines: set[int]) -> set[int]:
    """Return all lines of the statements in functions that hold one of the lines; none where one stands outside."""
    functions = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]  # fmt: skip
    whole: set[int] = set()
    for line in lines:
        spans = [
            (statement.lineno, statement.end_lineno or statement.lineno)
            for function in functions
            for statement in ast.walk(function)
            if isinstance(statement, ast.stmt) and statement is not function
        ]
        around = [span for span in spans if span[0] <= line <= span[1]]
        if not around:
            return set()
        first, last = min(around, key=lambda span: span[1] - span[0])
        whole |= set(range(first, last + 1))
    return whole


def tests_that_run(measured: Path, path: Path, lines: set[int]) -> list[str]:
    """Return the tests, without their parameters, that ran one of the lines of a file."""
    from coverage import CoverageData

    data = CoverageData(str(measured))
    data.read()
    contexts = data.contexts_by_lineno(str(path))
    tests = {test for line in lines for test in contexts.get(line, ()) if test}
    return sorted({test.partition("|")[0].partition("[")[0] for test in tests})


def try_tests(engine: str) -> int:
    """Run in the mutated copy: the tests nearest to the fault first. Return the status of the tests."""
    here, whole = Path.cwd(), Path.cwd().parent / "whole"
    every_test = [str(Path("tests") / engine / "engine")]
    runs: list[list[str]] = []
    for path in sorted((here / engine / "engine").rglob("*.py")):
        name = path.relative_to(here)
        if path.read_bytes() == (whole / name).read_bytes():
            continue
        nearest = Path("tests") / name.parent / f"test_{name.stem}.py"
        if (here / nearest).exists():
            runs.append([str(nearest)])
        lines = statement_lines(whole / name, changed_lines(whole / name, path))
        covering = tests_that_run(whole / ".coverage", whole / name, lines) if lines else every_test
        runs.append([test for test in covering if not test.startswith(f"{nearest}::")])
    for tests in runs:
        if not tests:
            continue
        tried = subprocess.run([*PYTEST, "-x", *tests], cwd=here, check=False, capture_output=True)
        if tried.returncode:
            return 1
    return 0


def main(arguments: list[str]) -> int:
    """Run as told on the command line; return the status to end with."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("engines", nargs="*", default=ENGINES, metavar="ENGINE")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="faults an engine; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--fresh", action="store_true", help="forget what was tried")
    parser.add_argument("--try", dest="tried", choices=ENGINES, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.tried:
        return try_tests(given.tried)
    for engine in given.engines:
        folder = prepared(engine, fresh=given.fresh)
        measure(folder, engine)
        choose(folder, given.sample, given.seed)
        cosmic_ray(folder / "mutated", "exec", "mutation.toml", str(folder / "session.sqlite"))
        report(folder, engine)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
