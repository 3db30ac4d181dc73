"""Installations for tests: separate processes, each with its own data folder."""

import fcntl
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import django

from tests import warm
from tests.on_postgres import server_programs

SOURCE = Path(__file__).resolve().parents[1]
DIRECTOR = "director"
PASSWORD = "double-double"
START_SECONDS = 180
DATABASE = "ninetimer.sqlite3"
STATIC = "static"
COLLECTING = "from tournament.static_files import collect_static_files; collect_static_files()\n"
MODULES = "modules.txt"
LOADED = "import sys; from pathlib import Path; Path({!r}).write_text(' '.join(sys.modules))"
"""Code that writes the names of the modules loaded by a command to a file next to the template database
(`tests/warm.py`).
"""
IN_TURN = """
import json, sys
from tournament.command import run_command
for typed in json.loads(sys.argv[1]):
    run_command(["manage.py", *typed])
"""
TEMPLATES = SOURCE / ".test-database"
NOT_IN_A_DATABASE = {"web", "views", "reports", "exchange", "simulation", "handbook", "tests"}
"""Packages that do not affect the contents of a new database."""


@dataclass(frozen=True)
class Installation:
    """A data folder and its management commands."""

    folder: Path

    @property
    def database(self) -> Path:
        """Return the path of the database file."""
        return self.folder / DATABASE

    def environment(self) -> dict[str, str]:
        """Return the environment of a user who has set only the data folder."""
        variables = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith(("NINETIMER_", "DJANGO_"))
        }
        return {
            **variables,
            "NINETIMER_DATA_DIR": str(self.folder),
            "PYTHONUNBUFFERED": "1",
            "LC_ALL": "C.UTF-8",  # commands use the language of the terminal
        }

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a management command and return its output. Fail if the command fails."""
        finished = self.ended(*arguments, **variables)
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    def ended(self, *typed: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a management command, or code after `-c`, and return its exit status and output."""
        return warm.run(typed, {**self.environment(), **variables}, _loaded_by_commands())

    def manage_in_turn(self, *commands: Sequence[str]) -> str:
        """Run several commands in one process and return their combined output."""
        finished = self.ended("-c", IN_TURN, json.dumps(commands))
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    def prepare(self) -> None:
        """Create the database with only the director's account, and the collected static files."""
        template = template_database()
        shutil.copyfile(template, self.database)
        _link_static_files(template.parent, self.folder)

    def prepare_by_commands(self) -> None:
        """Create the same with the program's own commands."""
        account = ("--noinput", f"--username={DIRECTOR}", "--email=director@example.org")
        self._started("migrate", "--verbosity", "0")
        self._started("createsuperuser", *account, DJANGO_SUPERUSER_PASSWORD=PASSWORD)

    def _started(self, *typed: str, **variables: str) -> None:
        subprocess.run(
            [sys.executable, "manage.py", *typed],
            cwd=SOURCE,
            env={**self.environment(), **variables},
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def copied(self, folder: Path) -> "Installation":
        """Return a copy of this installation, without running processes, in a new folder."""
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns(STATIC))
        _link_static_files(self.folder, folder)
        return Installation(folder)

    def put_back(self, original: "Installation") -> None:
        """Restore this copy to the state of `original`, even while a server runs on it.

        All rows are restored in one transaction. Other files in the data folder are deleted or
        restored too.
        """
        _copy_rows(original.database, self.database)
        before, now = ({path.name for path in one._beside()} for one in (original, self))
        for name in now - before:
            path = self.folder / name
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name in before - now:
            path = original.folder / name
            (shutil.copytree if path.is_dir() else shutil.copyfile)(path, self.folder / name)

    def _beside(self) -> Iterator[Path]:
        """Yield the files other than the database and the static files."""
        for path in self.folder.iterdir():
            if path.name != STATIC and not path.name.startswith(DATABASE):
                yield path

    def copied_in_use(self, folder: Path) -> "Installation":
        """Return a copy in a new folder, as a source for `put_back` while a server runs."""
        apart = shutil.ignore_patterns(STATIC, f"{DATABASE}*")
        copy = Installation(Path(shutil.copytree(self.folder, folder, ignore=apart)))
        _copy_rows(self.database, copy.database)
        return copy


def _copy_rows(source: Path, target: Path) -> None:
    """Make a database equal to another one in one transaction."""
    with (
        closing(sqlite3.connect(source)) as before,
        closing(sqlite3.connect(target, timeout=START_SECONDS)) as now,
    ):
        before.backup(now)


def _link_static_files(source: Path, target: Path) -> None:
    """Hard-link the static files of another installation; nothing modifies them in place."""
    if (source / STATIC).exists():
        shutil.copytree(source / STATIC, target / STATIC, copy_function=os.link)


def template_database() -> Path:
    """Return a migrated database with the director's account. Copy it; never change it.

    The collected static files are next to it: hashing and compressing them takes longer than any
    start. It is created once for each state of its source and cached in the project's folder,
    outside version control. Of several concurrent runs, one creates it and the others wait.
    """
    TEMPLATES.mkdir(exist_ok=True)
    made = TEMPLATES / _state_of_the_source() / DATABASE
    with (TEMPLATES / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            for older in TEMPLATES.glob("*/"):
                shutil.rmtree(older)
            building = TEMPLATES / "building"
            building.mkdir()
            Installation(building).prepare_by_commands()
            loaded = LOADED.format(str(building / MODULES))
            Installation(building)._started("shell", "--command", COLLECTING + loaded)
            with closing(sqlite3.connect(building / DATABASE)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            building.rename(made.parent)
    return made


@cache
def _loaded_by_commands() -> Path:
    return template_database().with_name(MODULES)


def _state_of_the_source() -> str:
    """Return a digest of everything that determines the contents of a new database."""
    rooms = os.environ.get("NINETIMER_ROOMS")
    digest = hashlib.sha256(f"{sys.version} {django.__version__} {LOADED} {rooms}".encode())
    for app in ("scoring", "tournament"):
        for path in sorted((SOURCE / app).rglob("*.py")):
            name = path.relative_to(SOURCE)
            if not NOT_IN_A_DATABASE & set(name.parts):
                digest.update(f"{name}\0".encode() + path.read_bytes())
    for path in sorted((SOURCE / "tournament" / STATIC).rglob("*")):
        digest.update(f"{path}\0{path.stat().st_size}\0{path.stat().st_mtime_ns}".encode())
    return digest.hexdigest()[:32]


@dataclass(frozen=True)
class PostgresInstallation(Installation):
    """A data folder with its own new PostgreSQL database."""

    address: str

    def environment(self) -> dict[str, str]:
        """Return the environment of a user who has set the data folder and the database."""
        return {**super().environment(), "DATABASE_URL": self.address}

    def prepare(self) -> None:
        """Create the tables and the director's account: with the commands once, later from a dump."""
        programs = server_programs()
        assert programs is not None, "PostgreSQL is not installed"
        dump = template_database().with_name("postgresql.sql")
        with (TEMPLATES / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not dump.exists():
                self.prepare_by_commands()
                half = dump.with_suffix(".half")
                subprocess.run(
                    [programs / "pg_dump", "--no-owner", f"--file={half}", self.address], check=True
                )
                half.rename(dump)
                return
        subprocess.run(
            [programs / "psql", "-qX", "-v", "ON_ERROR_STOP=1", "-f", dump, self.address],
            stdout=subprocess.DEVNULL,
            check=True,
        )


@contextmanager
def short_lived(purpose: str = "test") -> Iterator[Installation]:
    """Yield an installation with the director's account in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix=f"ninetimer-{purpose}-") as folder:
        installation = Installation(Path(folder))
        installation.prepare()
        yield installation


@dataclass(frozen=True)
class Server:
    """A running Ninetimer server: its address and its installation."""

    address: str
    installation: Installation
    process: subprocess.Popen[bytes]


@contextmanager
def ended_afterwards(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def running(
    installation: Installation,
    *,
    command: str = "serve",
    port: str = "0",
    more: Sequence[str] = (),
    printed: str = "printed.txt",
    **options: Any,
) -> Iterator[Server]:
    """Run the server, on a free port by default, and stop it afterwards.

    `more` is appended to the command, its output goes to the file `printed`, and `options` are
    passed to `Popen`.
    """
    printed_to = installation.folder / printed
    with printed_to.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", command, "--port", port, *more],
            cwd=SOURCE,
            env=installation.environment(),
            stdout=output,
            stderr=subprocess.STDOUT,
            **options,
        )
    with ended_afterwards(process):
        yield Server(_address(process, printed_to), installation, process)


def _address(process: subprocess.Popen[bytes], printed: Path) -> str:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        words = printed.read_text().split()
        if "Ctrl+C" in words:
            return next(word for word in words if word.startswith(("http://", "https://"))).rstrip(
                "/"
            )
        time.sleep(0.05)
    raise AssertionError(f"the server did not start:\n{printed.read_text()}")
