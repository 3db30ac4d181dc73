"""Run a command against a private PostgreSQL: `python -m tests.on_postgres pytest ...`.

The cluster lives in a temporary folder, listens only on a socket in that folder and is
deleted when the command ends. The command gets its address in DATABASE_URL. Without a
PostgreSQL server on this computer, the command is skipped with a message; with CI set, that
is a failure.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.in_ci import in_ci

OWNER = "ninetimer"


def server_programs() -> Path | None:
    """Return the folder of initdb and pg_ctl, the newest if there are several."""
    initdb = shutil.which("initdb")
    folders = [Path(initdb).resolve().parent] if initdb else []
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(installed, key=lambda path: -int(path.parent.name))
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    return None


@contextmanager
def private_cluster(programs: Path) -> Iterator[str]:
    """Yield the address of a new, empty cluster; stop and delete it afterwards."""
    # PostgreSQL refuses to run as root; its Debian package creates a user.
    user = "postgres" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="ninetimer-postgres-"))
    if user:
        shutil.chown(folder, user)
    data, log = folder / "data", folder / "log"

    def run(program: str, *arguments: str) -> None:
        finished = subprocess.run(
            [programs / program, *arguments],
            user=user,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if finished.returncode:
            notes = log.read_text() if log.exists() else ""
            raise SystemExit(f"{program} failed:\n{finished.stderr}\n{notes}")

    # The data is temporary, so flushing to the disk is switched off.
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    try:
        run("initdb", "-D", str(data), "-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync")
        run("pg_ctl", "-D", str(data), "-l", str(log), "-w", "-o", options, "start")
        try:
            yield f"postgres://{OWNER}@/postgres?host={folder}"
        finally:
            run("pg_ctl", "-D", str(data), "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(cluster: str, name: str) -> str:
    """Create an empty database in a cluster and return its address."""
    import psycopg

    with psycopg.connect(cluster, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return cluster.replace("/postgres?", f"/{name}?")


def main(command: list[str]) -> int:
    """Run the command on PostgreSQL and return its exit status. Without a server, return 0, or 1 in CI."""
    programs = server_programs()
    if programs is None:
        print("PostgreSQL: no server program (initdb) on this computer; SQLite alone was tested.")
        print("On Debian: sudo apt-get install postgresql")
        return int(in_ci())
    with private_cluster(programs) as address:
        print(f"PostgreSQL: a private cluster by the programs in {programs}", flush=True)
        return subprocess.run(
            command, env={**os.environ, "DATABASE_URL": address}, check=False
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
