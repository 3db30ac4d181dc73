"""How many faults put into an engine its tests notice: `python -m tests.mutation [ENGINE ...]`.

Cosmic Ray makes the faults, one at a time; a seeded sample of 600 in each engine is tried (`--sample 0`:
all). Every fault is tried in a fork of a process that has collected the tests already: the function that
has the fault gets its code there, and the tests that run the changed statement are run, those of the
module's own test file first, until one fails. Which test runs which line is measured before, with what is
cached forgotten before each test. A fault outside of functions, or in a function that runs while modules
are imported or tests collected, gets a process that imports everything anew, and all tests of the engine.

What was tried is remembered in `.mutation/`, which is not under version control: stopped and started again,
also with a greater sample, it goes on where it was. A fault is remembered by its place and its line, so that
a change of the code asks only for the faults that it touches. After new tests, `--survivors` tries again what
nothing noticed; `--fresh` forgets everything, and `--only PART` tries the faults of the files whose path
holds PART. The tests and the code are those of the moment of the start, for they are copied first.

Left out is what no test can see: faults in type annotations, and `==` for `is`.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.mutation.faults import Fault, chosen_faults
from tests.mutation.measuring import forked, measure, statement_lines, tests_for
from tests.mutation.trying import IMPOSSIBLE, try_anew, try_in_functions

SOURCE = Path(__file__).resolve().parents[2]
ENGINES = ("scoring", "tournament")
SAMPLE = 600


class Results:
    """What noticed each fault that was tried, "" where nothing did; kept in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.noticed: dict[str, str] = {}
        self.read()

    def read(self) -> None:
        """Take over what another process has written."""
        if self.path.exists():
            self.noticed = json.loads(self.path.read_text())

    def remember(self, fault: Fault, noticed: str) -> None:
        """Write down what noticed a fault."""
        self.noticed[fault.key] = noticed
        written = self.path.with_suffix(".new")
        written.write_text(json.dumps(self.noticed, indent=0))
        written.replace(self.path)
        if not noticed:
            print(f"  not noticed: {fault.path}:{fault.first_line} {fault.key}", flush=True)


def try_engine(work: Path, engine: str, given: argparse.Namespace) -> None:
    """Try what was not tried yet; print every fault that nothing noticed, and the share noticed."""
    import hypothesis  # noqa: F401 - what is not ours is imported before the forks, for it takes long
    import numpy as np  # noqa: F401

    results = Results(work / "tried.json")
    faults = chosen_faults(work, engine, given.sample, given.seed, given.only)
    again = {"", IMPOSSIBLE} if given.survivors else {IMPOSSIBLE}
    waiting = [fault for fault in faults if results.noticed.get(fault.key, IMPOSSIBLE) in again]
    if waiting:
        runs = measure(work, engine)
        inside, outside, orders = [], [], {}
        for fault in waiting:
            text = Path(fault.path).read_text(encoding="utf-8")
            lines = statement_lines(text, fault.first_line, fault.last_line)
            if lines & runs[""]["lines"].get(fault.path, set()):
                lines = set()
            (inside if lines else outside).append(fault)
            orders[fault] = tests_for(fault, runs, lines)
        print(f"Trying {len(inside)} faults in functions, {len(outside)} others", flush=True)

        def run() -> int:
            try_in_functions(inside, runs, orders, engine, given.jobs, results.remember)
            return 0

        os.waitpid(forked(run, silent=False), 0)
        results.read()
        outside += [fault for fault in inside if results.noticed.get(fault.key) == IMPOSSIBLE]
        try_anew(outside, runs, orders, engine, given.jobs, results.remember)
    report(faults, results.noticed, engine)


def report(faults: list[Fault], noticed: dict[str, str], engine: str) -> None:
    """Print every fault of the sample that nothing noticed, and the share noticed in percent."""
    survivors = [fault for fault in faults if not noticed.get(fault.key, "not tried")]
    for fault in sorted(survivors, key=lambda fault: (fault.path, fault.first_line)):
        print(f"{fault.path}:{fault.first_line} {fault.key.partition(' ')[2]}")
    count = sum(fault.key in noticed for fault in faults)
    share = 100 * (1 - len(survivors) / count) if count else 0.0
    print(f"{engine}: {count} faults tried, {count - len(survivors)} noticed, {share:.1f} %")


def copied(target: Path) -> None:
    """Copy the project as it is now, that it may be changed meanwhile."""
    shutil.rmtree(target, ignore_errors=True)
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=SOURCE, capture_output=True, text=True, check=True).stdout
    for name in names.splitlines():
        if (SOURCE / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(SOURCE / name, target / name)


def main(arguments: list[str]) -> int:
    """Run as told on the command line; return the status to end with."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("engines", nargs="*", default=ENGINES, metavar="ENGINE")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="faults an engine; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--only", default="", metavar="PART", help="only in files with this path")
    parser.add_argument("--survivors", action="store_true", help="try again what nothing noticed")
    parser.add_argument("--fresh", action="store_true", help="forget what was tried")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="faults at a time")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.work:
        for engine in given.engines:
            try_engine(given.work / engine, engine, given)
        return 0
    work = SOURCE / ".mutation"
    for engine in given.engines:
        folder = work / engine
        if given.fresh:
            shutil.rmtree(folder, ignore_errors=True)
        copied(folder / "copy")
        command = [sys.executable, "-m", "tests.mutation", "--work", str(work)]
        chosen = [engine, *(word for word in arguments if word not in {*given.engines, "--fresh"})]
        ended = subprocess.run([*command, *chosen], cwd=folder / "copy", check=False)
        if ended.returncode:
            return ended.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
