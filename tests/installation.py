"""The program as a person starts it: a process of its own, with a data folder of its own."""

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
"""Names what a command loads, in a file beside the database that was made (`tests/warm.py`)."""
IN_TURN = """
import json, sys
from tournament.command import run
for typed in json.loads(sys.argv[1]):
    run(["manage.py", *typed])
"""
TEMPLATES = SOURCE / ".test-database"
NOT_IN_A_DATABASE = {"web", "views", "reports", "exchange", "simulation", "handbook", "tests"}
"""Packages that decide nothing of what stands in a new database."""


@dataclass(frozen=True)
class Installation:
    """One data folder, and the commands that work on it."""

    folder: Path

    @property
    def database(self) -> Path:
        """The file of the database."""
        return self.folder / DATABASE

    def environment(self) -> dict[str, str]:
        """Return the environment of a person who set nothing but the data folder."""
        variables = {
            name: value
            for name, value in os.environ.items()
            if name != "DATABASE_URL" and not name.startswith(("NINETIMER_", "DJANGO_"))
        }
        return {
            **variables,
            "NINETIMER_DATA_DIR": str(self.folder),
            "PYTHONUNBUFFERED": "1",
            "LC_ALL": "C.UTF-8",  # commands speak the terminal's language
        }

    def manage(self, *arguments: str, **variables: str) -> str:
        """Run a management command, return what it printed, fail where it failed."""
        finished = self.ended(*arguments, **variables)
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    def ended(self, *typed: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a management command, or a program after `-c`; return how it ended and what it printed."""
        return warm.run(typed, {**self.environment(), **variables}, _loaded_by_commands())

    def manage_in_turn(self, *commands: Sequence[str]) -> str:
        """Run several commands one after the other in one process; return what they printed together."""
        finished = self.ended("-c", IN_TURN, json.dumps(commands))
        assert finished.returncode == 0, finished.stdout + finished.stderr
        return finished.stdout

    def prepare(self) -> None:
        """Put the database there, empty but for the director's account, and the static files as a start leaves them."""
        template = template_database()
        shutil.copyfile(template, self.database)
        _link_static_files(template.parent, self.folder)

    def prepare_by_commands(self) -> None:
        """Make the same as a person does, by the commands of the program."""
        account = ("--noinput", f"--username={DIRECTOR}", "--email=director@example.org")
        self._started("migrate", "--verbosity", "0")
        self._started("createsuperuser", *account, DJANGO_SUPERUSER_PASSWORD=PASSWORD)

    def _started(self, *typed: str, **variables: str) -> None:
        """Start a management command as a person does."""
        subprocess.run(
            [sys.executable, "manage.py", *typed],
            cwd=SOURCE,
            env={**self.environment(), **variables},
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def copied(self, folder: Path) -> "Installation":
        """Return a copy of this installation, on which nothing runs, in a folder that is not there yet."""
        shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns(STATIC))
        _link_static_files(self.folder, folder)
        return Installation(folder)

    def put_back(self, original: "Installation") -> None:
        """Make this copy of `original` what it was when it was made, even while a server runs on it.

        Every row is put back in one transaction. What lies beside the database and is not in the original
        is deleted, and what is gone is there again.
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
        """What lies beside the database and the static files."""
        for path in self.folder.iterdir():
            if path.name != STATIC and not path.name.startswith(DATABASE):
                yield path

    def copied_in_use(self, folder: Path) -> "Installation":
        """Return a copy of this installation in a new folder, to put back from, while a server runs on it."""
        apart = shutil.ignore_patterns(STATIC, f"{DATABASE}*")
        copy = Installation(Path(shutil.copytree(self.folder, folder, ignore=apart)))
        _copy_rows(self.database, copy.database)
        return copy


def _copy_rows(source: Path, target: Path) -> None:
    """Make a database the same as another, in one transaction."""
    with (
        closing(sqlite3.connect(source)) as before,
        closing(sqlite3.connect(target, timeout=START_SECONDS)) as now,
    ):
        before.backup(now)


def _link_static_files(source: Path, target: Path) -> None:
    """Give an installation the static files of another: the same files, which nobody changes in place."""
    if (source / STATIC).exists():
        shutil.copytree(source / STATIC, target / STATIC, copy_function=os.link)


def template_database() -> Path:
    """Return a migrated database with the director's account, to be copied and never changed.

    Beside it are the static files, collected: to hash and compress them takes longer than any start.

    It is made once for each state of what makes it and kept in the project's folder, not under version
    control; of several runs that start at the same time one makes it and the others wait.
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
    """Return a name for what makes a new database, another one after any change of it."""
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
    """A data folder whose events lie in a PostgreSQL database, new and empty, at an address."""

    address: str

    def environment(self) -> dict[str, str]:
        """Return the environment of a person who set the data folder and the database."""
        return {**super().environment(), "DATABASE_URL": self.address}

    def prepare(self) -> None:
        """Make the tables and the director's account: by the commands once, then from a dump of what they made."""
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
    """An installation with the director's account in a temporary folder, which is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix=f"ninetimer-{purpose}-") as folder:
        installation = Installation(Path(folder))
        installation.prepare()
        yield installation


@dataclass(frozen=True)
class Server:
    """A running Ninetimer: where it answers and what it runs on."""

    address: str
    installation: Installation
    process: subprocess.Popen[bytes]


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
    """Start the server, on a free port unless one is named, and stop it afterwards.

    `more` is typed after the command, what it says goes to the file `printed`; `options` are those of `Popen`.
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
    try:
        yield Server(_address(process, printed_to), installation, process)
    finally:
        process.terminate()
        process.wait()


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
