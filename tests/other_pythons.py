"""Engines, actions, queries, pages and files on every other Python of this computer: `python -m tests.other_pythons`.

Each is looked for by its name (`python3.12`) and among the versions of pyenv. It gets an environment of its own, in a
folder that is removed afterwards, with the project and what tests it: nothing is installed into the one that runs this.
Where there is no other Python nothing is tried, and that is said. `--tests` names other tests than these.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
MINORS = (11, 12, 13, 14)
TESTS = (
    "tests/scoring/engine",
    "tests/tournament/engine",
    "tests/scoring/actions",
    "tests/tournament/actions",
    "tests/scoring/queries",
    "tests/tournament/queries",
    "tests/scoring/views",
    "tests/tournament/web",
    "tests/tournament/exchange",
)


def works(program: Path) -> bool:
    """Whether it starts: a name on the path may stand for a version that is not there."""
    done = subprocess.run([program, "-c", "import venv"], capture_output=True, check=False)
    return done.returncode == 0


def other_pythons() -> dict[str, Path]:
    """Return by version the programs of other Pythons than the one that runs this, as far as they start."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    there = {}
    for minor in MINORS:
        if minor == sys.version_info.minor:
            continue
        name = f"python3.{minor}"
        by_name = [Path(path) for path in [shutil.which(name)] if path]
        programs = [*by_name, *sorted(versions.glob(f"3.{minor}.*/bin/{name}"), reverse=True)]
        program = next(filter(works, programs), None)
        if program:
            there[f"3.{minor}"] = program
    return there


def try_on(program: Path, tests: list[str]) -> bool:
    """Run the tests with that Python in an environment of its own; return whether all passed."""
    variables = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    with tempfile.TemporaryDirectory(prefix="ninetimer-python-") as folder:
        own = Path(folder, "bin", "python")
        steps = [
            [program, "-m", "venv", folder],
            [own, "-m", "pip", "install", "-qq", "--constraint", "constraints.txt", ".[dev]"],
            [own, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        ]
        return all(
            subprocess.run(step, cwd=SOURCE, env=variables, check=False).returncode == 0
            for step in steps
        )


def main(arguments: list[str]) -> int:
    """Try all of them; return 1 where a test failed on one, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tests", nargs="+", default=list(TESTS))
    tests = parser.parse_args(arguments).tests
    pythons = other_pythons()
    failed = []
    for version, program in pythons.items():
        print(f"--- Python {version}", flush=True)
        if not try_on(program, tests):
            failed.append(version)
    print(
        f"tried: {', '.join(pythons) or 'none, there is no other'}; failed: {', '.join(failed) or 'none'}"
    )
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
