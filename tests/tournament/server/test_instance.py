"""The instance lock: one program at a time serves a data folder or migrates it."""

import json
import signal
import subprocess
import sys
import threading

import pytest

from tests.installation import SOURCE, running
from tournament.server.instance import DataFolderLocked, instance_lock, running_address

HOLDS = """
import sys
from django.conf import settings
settings.configure(NINETIMER_DATA_DIR=sys.argv[1], USE_TZ=True)
from tournament.server.instance import instance_lock
with instance_lock("migrate") as note:
    note(sys.argv[2])
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path, settings):
    settings.NINETIMER_DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def other(folder):
    """Yield another process that holds the lock until its standard input is closed."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(folder), ""],
        cwd=SOURCE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"held\n"
    yield process
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        stream.close()


def test_second_process_is_refused_with_the_holder_of_the_folder(other):
    with pytest.raises(DataFolderLocked) as held, instance_lock("start"):
        pass
    assert f"“migrate”, process {other.pid}" in str(held.value)
    assert held.value.holder.address == ""


def test_waiting_process_gets_the_folder_once_the_holder_ends(other):
    threading.Timer(0.3, other.stdin.close).start()
    with instance_lock("start", patience=30):
        assert other.wait(timeout=30) == 0


def test_killed_process_holds_no_lock(other, folder):
    other.send_signal(signal.SIGKILL)
    other.wait()
    with instance_lock("start") as note_address:
        note_address("http://127.0.0.1:1/")
        noted = json.loads((folder / "instance.json").read_text())
        assert (noted["command"], noted["address"]) == ("start", "http://127.0.0.1:1/")
        assert running_address() == ""  # nothing answers there
        with instance_lock("migrate"):  # the same program migrates before it serves
            assert json.loads((folder / "instance.json").read_text()) == noted
        assert json.loads((folder / "instance.json").read_text()) == noted
    assert not (folder / "instance.json").exists()


@pytest.mark.full
def test_second_start_finds_the_first_and_leaves_its_note(installation):
    with running(installation) as server:
        refused = installation.ended("serve", "--port", "0")
        assert refused.returncode == 1
        assert (
            f"Ninetimer is already running at {server.address}/ with this data folder."
            in refused.stderr
        )
        again = installation.manage("start", "--no-browser")
        assert again == f"Ninetimer is already running at {server.address}/\n"
        assert installation.manage("migrate", "--verbosity", "0") == ""
        noted = json.loads((installation.folder / "instance.json").read_text())
        assert noted["process"] == server.process.pid
