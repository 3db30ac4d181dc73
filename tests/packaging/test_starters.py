"""The start scripts for double-clicking: plain error messages and the line endings of each system."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.installation import SOURCE

pytestmark = pytest.mark.full

TOOLS = ("dirname", "sh", "rm", "touch")


@pytest.fixture
def unpacked(tmp_path):
    """Return the start scripts and requirements from an archive, in a folder with a space in its name."""
    folder = tmp_path / "my downloads"
    (folder / "packaging").mkdir(parents=True)
    for name in ("start.command", "packaging/start.command", "pyproject.toml", "constraints.txt"):
        shutil.copy(SOURCE / name, folder / name)
    return folder


@pytest.fixture
def programs(tmp_path):
    """Return a folder with the standard programs and without Python."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(shutil.which(name) or "")
    return folder


def put(folder, name, script):
    """Write an executable script."""
    path = Path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def start(unpacked, programs, *typed):
    done = subprocess.run(
        [str(unpacked / "start.command"), *typed],
        env={"PATH": str(programs)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def refused(unpacked, programs):
    """Return what the script prints when it cannot start the program."""
    status, printed = start(unpacked, programs)
    assert status == 1
    return printed


def test_missing_python_is_reported_with_what_to_install(unpacked, programs):
    put(programs, "python3", "exit 1")  # a version that is too old
    if any(
        Path(place).exists() for place in ("/opt/homebrew/bin/python3", "/usr/local/bin/python3")
    ):
        pytest.skip("this computer has a Python where macOS has it")
    printed = refused(unpacked, programs)
    assert "needs Python 3.11 or newer, and this computer has none" in printed
    assert "python.org" in printed
    assert not (unpacked / ".venv").exists()


def test_incompletely_unpacked_archive_is_reported(unpacked, programs):
    (unpacked / "pyproject.toml").unlink()
    assert "pyproject.toml is missing" in refused(unpacked, programs)


def test_unavailable_packages_ask_for_internet_and_are_retried_next_time(unpacked, programs):
    put(unpacked / ".venv" / "bin", "python", 'case "$*" in *pip*) exit 1;; esac')
    assert "Is this computer in the internet?" in refused(unpacked, programs)
    assert not (unpacked / ".venv" / ".program").exists()


def test_arguments_reach_the_program_and_packages_install_once(unpacked, programs):
    put(unpacked / ".venv" / "bin", "python", 'case "$*" in *pip*) echo installing;; esac')
    put(unpacked / ".venv" / "bin", "ninetimer", 'echo "started with: $*"')
    status, printed = start(unpacked, programs, "demo", "--no-browser")
    assert (status, printed.splitlines()[-2:]) == (
        0, ["installing", "started with: demo --no-browser"],
    )  # fmt: skip
    assert start(unpacked, programs) == (0, "started with: \n")


def test_windows_starter_has_windows_line_endings():
    for name in ("start.bat", "packaging/start.bat"):
        lines = (SOURCE / name).read_bytes().split(b"\n")
        assert lines.pop() == b""
        assert [line for line in lines if not line.endswith(b"\r")] == []
        assert b"".join(lines).isascii()
    for name in ("start.command", "packaging/start.command"):
        assert b"\r" not in (SOURCE / name).read_bytes()
        assert (SOURCE / name).stat().st_mode & 0o100
