"""Measure the share of deliberate faults that the tests detect: `python -m tests.mutation [PART ...]`.

The parts are the two engines and `program`: actions, queries, pages and reports of both apps.
Cosmic Ray creates the faults one at a time; a seeded sample is tried, 600 for an engine and
300 for the program (`--sample 0`: all).

The tests are collected once, in one process, with a marker before each statement that a fault
will change. They run once without a fault to find out which test reaches which marker. Each
fault then gets a fork of that process with its own copy of the database in memory: the
function with the fault gets its new code, and the tests that reach it run until one fails,
those of the module's own test file first and fast ones before slow ones. A fault outside
functions gets a process that imports everything with it. If every test passes, `ruff` looks
for undefined and unused names. `--by gate` excludes the tests marked `full`, like `make test`.
The work of a `@remembered` fixture counts for the first test that uses it.

Tests that start the program as a separate process are excluded, and so are undetectable
faults: in type annotations, decorators of dataclasses, `if TYPE_CHECKING`, `strict=True` and the bare star of a
signature, and `==` for `is`.

Results are stored in `.mutation/`, outside version control, and a restarted run continues,
also with a larger sample. After new tests, `--survivors` retries the undetected faults;
`--fresh` discards all results, and `--only PATH` tries the faults of files whose path
contains this text. Tests and code are copied at the start of a run.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.mutation.faults import Fault, chosen_faults
from tests.mutation.trying import Tests, forked_each, try_in_functions, try_in_modules

SOURCE = Path(__file__).resolve().parents[2]
OF_BOTH = ("tests/architecture/test_limits.py", "tests/documentation/test_tour.py")
"""Tests of constants and of the examples in docstrings, of both engines."""
PARTS: dict[str, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    "scoring": (600, ("scoring/engine",), ("tests/scoring/engine", *OF_BOTH)),
    "tournament": (600, ("tournament/engine",), ("tests/tournament/engine", *OF_BOTH)),
    "program": (
        300,
        (
            "scoring/actions", "scoring/queries", "scoring/views",
            "tournament/actions", "tournament/queries", "tournament/web", "tournament/reports",
            "tournament/hall", "tournament/broadcast", "tournament/federation",
        ),
        (
            "tests/scoring", "tests/tournament", "tests/architecture", "tests/documentation",
            "tournament/hall/tests", "tournament/broadcast/tests", "tournament/federation/tests",
            "--ignore=tests/scoring/engine", "--ignore=tests/tournament/engine",
        ),
    ),
}  # fmt: skip
"""For each part: the number of faults, their folders, and the tests, as arguments of pytest."""
BY = {"all": "not long and not browser", "gate": "not long and not browser and not full"}


def try_part(name: str, given: argparse.Namespace) -> None:
    """Try the remaining faults; print every undetected fault and the detected share in percent."""
    usual, folders, paths = PARTS[name]
    work = SOURCE.parent
    results = work / f"tried-by-{given.by}.json"
    noticed = json.loads(results.read_text()) if results.exists() else {}
    sample = usual if given.sample is None else given.sample
    faults = chosen_faults(work / "faults.json", folders, sample, given.seed, given.only)
    waiting = [
        f for f in faults if f.key not in noticed or (given.survivors and not noticed[f.key])
    ]

    def remember(fault: Fault, by: str) -> None:
        by = by or fault.lint()
        tried = json.loads(results.read_text()) if results.exists() else {}
        results.write_text(json.dumps({**tried, fault.key: by}, indent=0))
        if not by:
            print(f"  not noticed: {fault.path}:{fault.first_line} {fault.key}", flush=True)

    if waiting:
        packages = tuple(dict.fromkeys(folders))
        tests = Tests(
            packages, tuple(given.tests or paths), BY[given.by], given.seconds, given.jobs
        )

        def run(those: list[Fault]) -> str:
            return json.dumps(try_in_functions(those, tests, remember))

        ((_, left),) = forked_each([waiting], run, 1, silent=False)
        orders = json.loads(left)  # not JSON if the tests could not be collected
        others = [fault for fault in waiting if fault.key in orders]
        try_in_modules(others, orders, tests, remember)
        noticed = json.loads(results.read_text())
    report(name, faults, noticed)


def report(name: str, faults: list[Fault], noticed: dict[str, str]) -> None:
    """Print every undetected fault, and the detected share of each layer and in total."""
    tried, seen = Counter[str](), Counter[str]()
    for fault in sorted(faults, key=lambda fault: (fault.path, fault.first_line)):
        for group in ("/".join(Path(fault.path).parts[:2]), name):
            tried[group] += 1
            seen[group] += bool(noticed[fault.key])
        if not noticed[fault.key]:
            print(f"{fault.path}:{fault.first_line} {fault.key.partition(' ')[2]}")
    for group, count in tried.items():
        share = 100 * seen[group] / count
        print(f"{group}: {count} faults tried, {seen[group]} noticed, {share:.1f} %")


def copied(target: Path) -> None:
    """Copy the project, so that it may be changed during the run."""
    shutil.rmtree(target, ignore_errors=True)
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=SOURCE, capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        if (SOURCE / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCE / name, target / name)


def main(arguments: list[str]) -> int:
    """Run with these command-line arguments and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("parts", nargs="*", default=[*PARTS], metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--by", choices=BY, default="all", help="which tests")
    parser.add_argument("--sample", type=int, help="faults of each part; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--only", default="", metavar="PATH", help="only in files with this path")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="these tests alone")
    parser.add_argument("--survivors", action="store_true", help="try again what nothing noticed")
    parser.add_argument("--fresh", action="store_true", help="forget what was tried")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="faults at a time")
    parser.add_argument(
        "--seconds", type=float, default=300, help="most seconds of tests for a fault (300)"
    )
    parser.add_argument("--copied", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.copied:
        try_part(given.parts[0], given)
        return 0
    for part in given.parts:
        folder = SOURCE / ".mutation" / part
        if given.fresh:
            shutil.rmtree(folder, ignore_errors=True)
        copied(folder / "copy")
        options = [word for word in arguments if word not in {*given.parts, "--fresh"}]
        command = [sys.executable, "-m", "tests.mutation", part, "--copied", *options]
        status = subprocess.run(command, cwd=folder / "copy", check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
