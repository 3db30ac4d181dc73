"""The program as a person starts it: a process of its own, with a data folder of its own."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).resolve().parents[1]
DIRECTOR = "director"
PASSWORD = "double-double"
START_SECONDS = 60


@dataclass(frozen=True)
class Installation:
    """One data folder, and the commands that work on it."""

    folder: Path

    def environment(self) -> dict[str, str]:
        """Return the environment of a person who set nothing but the data folder."""
        kept = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith(("NINETIMER_", "DJANGO_"))
        }
        return {**kept, "NINETIMER_DATA_DIR": str(self.folder), "PYTHONUNBUFFERED": "1"}

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a management command, return what it printed, fail where it failed."""
        finished = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=SOURCE,
            env={**self.environment(), **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    def prepare(self) -> None:
        """Make the database and the director's account."""
        self.manage("migrate", "--verbosity", "0")
        self.manage(
            "createsuperuser",
            "--noinput",
            f"--username={DIRECTOR}",
            "--email=director@example.org",
            DJANGO_SUPERUSER_PASSWORD=PASSWORD,
        )


@dataclass(frozen=True)
class Server:
    """A running Ninetimer: where it answers and what it runs on."""

    address: str
    installation: Installation
    process: subprocess.Popen[bytes]


@contextmanager
def running(installation: Installation, *, port: str = "0", **options: Any) -> Iterator[Server]:
    """Start the server, on a free port unless one is named, and stop it afterwards; `options` are those of `Popen`."""
    printed = installation.folder / "printed.txt"
    with printed.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", port],
            cwd=SOURCE,
            env=installation.environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
            **options,
        )
    try:
        yield Server(_address(process, printed), installation, process)
    finally:
        process.terminate()
        process.wait()


def _address(process: subprocess.Popen[bytes], printed: Path) -> str:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        words = printed.read_text().split()
        if "Ctrl+C" in words:
            return next(word for word in words if word.startswith("http://")).rstrip("/")
        time.sleep(0.05)
    raise AssertionError(f"the server did not start:\n{printed.read_text()}")
