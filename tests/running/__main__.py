"""Run the tests: `python -m tests.running gate`, `rest` or `quick`.

`make test` runs the gate: everything without the marks `full` and `long`. `make test-all`
runs the rest. Three parts run side by side. On a terminal, one line shows the progress;
elsewhere, a line is printed every half minute. Failures are shown at the end.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.running.met import FOLDER, not_met
from tests.running.progress import FILE

SOURCE = Path(__file__).resolve().parents[2]
AT_ONCE = 3
"""Parts that run side by side on two cores: browsers and servers leave a fifth of the processors' time unused."""
TELL_EVERY = 30.0
"""Seconds between two lines if the output is not a terminal."""
NOT_PASSED_ON = {"DATABASE_URL", "PYTHONDONTWRITEBYTECODE"}
"""Every part and every server would compile the same thousand modules again without bytecode."""
MODULE = (sys.executable, "-m")
PYTEST = (*MODULE, "pytest", "-q", "-p", "tests.running.progress", "-p", "tests.running.met")
POSTGRES = (*MODULE, "tests.on_postgres", *PYTEST)
ALL = ("tests", *(f"tournament/{room}/tests" for room in ("hall", "broadcast", "federation")))
"""Test folders of the core and of each room."""
BROWSER = tuple(f"{folder}/browser" for folder in ALL if (SOURCE / folder / "browser").is_dir())
PROCESSES = (
    "tests/packaging", "tests/reliability", "tests/tournament/server",
    "tests/tournament/test_command.py", "tests/tournament/test_head_requests.py",
    "tests/tournament/test_killed.py", "tests/tournament/test_jobs.py",
)  # fmt: skip
"""Tests that start the program as separate processes and wait for them."""
CORE_PAGES = tuple(
    f"tests/tournament/{folder}" for folder in ("actions", "management", "queries", "web")
)
"""Tests that run again with every room disabled."""
PAGES = ("tests/scoring/views", "tests/tournament/web", "tests/tournament/wording")
APART = tuple(f"--ignore={path}" for path in (*BROWSER, *PROCESSES))
DIFFERING = tuple(
    f"{path.relative_to(SOURCE)}"
    for folder in ALL
    for path in sorted((SOURCE / folder).rglob("test_*.py"))
    if "mark.postgres" in path.read_text(encoding="utf-8")
)
"""Test files with anything that differs on PostgreSQL."""
STYLE = (
    ("lint", (*MODULE, "ruff", "check", "--quiet", ".")),
    ("layout", (*MODULE, "ruff", "format", "--quiet", "--check", ".")),
    ("spelling", (*MODULE, "codespell_lib")),
)
BANDIT = ("bandit", "-q", "-ll", "-r", "-c", "pyproject.toml", "scoring", "tournament", "manage.py")
SUITES = {
    "quick": (
        *STYLE,
        ("engines", (*PYTEST, "tests/scoring/engine", "tests/tournament/engine")),
        ("architecture", (*PYTEST, "tests/architecture", "tests/documentation/test_manual.py")),
    ),
    "gate": (
        ("browser and processes", (*PYTEST, *BROWSER, *PROCESSES)),
        ("rules", (*PYTEST, ALL[0], *APART, *(f"--ignore={path}" for path in PAGES))),
        ("pages and words", (*PYTEST, *PAGES)),
        ("rooms", (*PYTEST, *ALL[1:], *APART)),
        ("PostgreSQL", (*POSTGRES, "-m", "postgres and not full and not long", *DIFFERING)),
        *STYLE,
    ),
    "rest": (
        ("browser", (*PYTEST, "-m", "full and not long", *BROWSER)),
        ("processes", (*PYTEST, "-m", "full and not long", *PROCESSES)),
        ("one process", (*PYTEST, "-m", "full and not long", *ALL, *APART)),
        ("PostgreSQL", (*POSTGRES, "-m", "postgres and full and not long", *DIFFERING)),
        ("without rooms", ("env", "NINETIMER_ROOMS=", *PYTEST, *CORE_PAGES)),
        ("types", (*MODULE, "mypy")),
        ("security", (*MODULE, *BANDIT)),
        ("templates", (*MODULE, "djlint", "--lint", "--quiet", "templates", "tournament")),
    ),
}  # fmt: skip
"""The parts of each run, the longest first: a name and a command."""


@dataclass
class Part:
    """A part of a run, during and after its execution."""

    name: str
    command: tuple[str, ...]
    folder: Path
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    seconds: float = 0.0
    status: int | None = None
    counts: list[int] = field(default_factory=lambda: [0, 0, 0])

    def start(self, environment: dict[str, str]) -> None:
        """Start the part, with its output in a file."""
        self.began = time.monotonic()
        with self.printed.open("wb") as output:
            self.process = subprocess.Popen(
                self.command,
                cwd=SOURCE,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**environment, FILE: str(self.folder / "progress")},
            )

    def look(self) -> None:
        """Read the progress, and whether the part has ended."""
        assert self.process is not None
        progress = self.folder / "progress"
        if progress.exists():
            lines = re.findall(r"\[(\d+), (\d+), (\d+)\]\n", progress.read_text())
            if lines:
                self.counts = [int(number) for number in lines[-1]]
        self.status = self.process.poll()
        if self.status is not None:
            self.seconds = time.monotonic() - self.began

    @property
    def printed(self) -> Path:
        """Return the file with the output."""
        return self.folder / "printed.txt"

    @property
    def report(self) -> str:
        """Return the final report: one line, and the whole output after a failure."""
        text = self.printed.read_text(encoding="utf-8", errors="replace").strip()
        word = "failed" if self.status else "passed"
        head = f"{self.name}: {word} in {self.seconds:.0f} s"
        last = text.splitlines()[-1] if text else ""
        return f"=== {head}\n{text}" if self.status else f"=== {head}  {last}"


def line(parts: list[Part], began: float) -> str:
    """Return the progress: running parts, completed tests and elapsed time."""
    running = ", ".join(part.name for part in parts if part.process and part.status is None)
    ended, collected, failed = (sum(part.counts[at] for part in parts) for at in range(3))
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    share = f"{ended} of {collected} tests" if collected else "collecting"
    left = ""
    if ended > collected / 10 and all(part.process for part in parts):
        rest = (time.monotonic() - began) * (collected - ended) / ended
        left = f", about {rest:.0f} s left"
    problems = f", {failed} failed" if failed else ""
    return f"{minutes}:{seconds:02} {running}: {share}{problems}{left}"


def run(name: str) -> int:
    """Run the parts of a suite side by side; return 1 if one failed, else 0."""
    began = last_line_at = time.monotonic()
    is_terminal = sys.stdout.isatty()
    with tempfile.TemporaryDirectory(prefix="ninetimer-tests-") as place:
        met = Path(place, "met")
        met.mkdir()
        environment = {
            k: v
            for k, v in os.environ.items()
            if k not in NOT_PASSED_ON and not k.startswith("MAKE")
        }
        if name == "gate":
            environment[FOLDER] = str(met)
        parts = []
        for number, (title, command) in enumerate(SUITES[name]):
            folder = Path(place, str(number))
            folder.mkdir()
            parts.append(Part(title, tuple(command), folder))
        waiting, ended = list(parts), []
        while len(ended) < len(parts):
            running = [part for part in parts if part.process and part.status is None]
            while waiting and len(running) < AT_ONCE:
                waiting[0].start(environment)
                running.append(waiting.pop(0))
            time.sleep(0.2)
            for part in running:
                part.look()
                if part.status is not None:
                    ended.append(part)
                    if not is_terminal:
                        print(part.report.splitlines()[0], flush=True)
            if is_terminal:
                print(f"\r\033[K{line(parts, began)}", end="", flush=True)
            elif time.monotonic() - last_line_at > TELL_EVERY:
                last_line_at = time.monotonic()
                print(line(parts, began), flush=True)
        if is_terminal:
            print("\r\033[K", end="")
        for part in sorted(ended, key=lambda part: bool(part.status)):
            if is_terminal or part.status:
                print(part.report, flush=True)
        failed = [part.name for part in ended if part.status]
        if name == "gate" and not failed and (missing := what_is_missing(met)):
            print(missing)
            failed = ["what the gate meets"]
    minutes, seconds = divmod(round(time.monotonic() - began), 60)
    took = f"{minutes} min {seconds} s"
    print(
        f"FAILED after {took}: {', '.join(failed)}" if failed else f"Everything passed in {took}."
    )
    return int(bool(failed))


def what_is_missing(met: Path) -> str:
    """Return the items that no test of the gate has met, one line per kind, or ""."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    return "\n".join(
        f"No test of `make test` meets {kind}: {', '.join(keys)}."
        for kind, keys in not_met(met).items()
    )


if __name__ == "__main__":
    sys.exit(run(sys.argv[1]))
