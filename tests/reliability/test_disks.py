"""Disk failures: no space, a read-only folder, a truncated secret key."""

import shutil
import subprocess
import sys

import pytest

from tests.helping import Browser
from tests.installation import SOURCE, Installation, running
from tests.shown import carried
from tests.tournament.web.test_error_pages import RESULT, playing, practice, small_disk

pytestmark = pytest.mark.full

__all__ = ["playing", "practice"]


def fill(disk):
    """Fill the disk completely."""
    with (disk / "holiday-films").open("wb", buffering=0) as films:
        for size in (1_000_000, 4_096, 1):
            try:
                while films.write(b"\0" * size) == size:
                    pass
            except OSError:
                continue
    assert shutil.disk_usage(disk).free == 0


def test_full_disk_keeps_the_hall_readable_and_is_shown_on_the_page(playing, tmp_path):
    installation, slug = playing
    with small_disk(tmp_path / "disk", "80m") as disk:
        shutil.copytree(installation.folder, disk / "data")
        small = Installation(disk / "data")
        division = f"/events/{slug}/a/"
        with running(small) as server:
            director, hall = Browser(), Browser()
            director.log_in(server.address)
            board = f"{server.address}{division}rounds/1/boards/1/"
            _, form = director.get(board)
            room = shutil.disk_usage(disk).free
            (disk / "holiday-films").write_bytes(b"\0" * (room - 20_000_000))
            status, text = director.get(f"{server.address}{division}")
            assert "The disk is almost full: 19" in text
            fill(disk)
            site = f"/hall/{slug}/"
            for page in (site, f"{site}a/", f"{site}a/pairings/", f"{site}a/standings/"):
                status, text = hall.get(f"{server.address}{page}")
                assert status == 200, (page, text)
            for page in ("", "rounds/1/boards/1/", "standings/", "rounds/1/pairings/"):
                status, text = director.get(f"{server.address}{division}{page}")
                assert status == 200, (page, text)
            values = {**RESULT, **carried(form), "accepted": "played/400/380"}
            status, text = director.post(f"{board}result/", values)
            assert (status, "<h1>The disk is full</h1>" in text) == (507, True)
            status, text = director.get(f"{server.address}{division}")
            assert "The disk is full. Nothing more can be saved" in text
            (disk / "holiday-films").unlink()
            assert director.post(f"{board}result/", values)[0] == 302
            assert "The disk is full" not in director.get(f"{server.address}{division}")[1]
        assert "No differences" in small.manage("recheck", slug)


def start(folder, *command):
    """Start the program with this data folder; return its output and exit status."""
    return subprocess.run(
        [sys.executable, "manage.py", *(command or ("serve", "--port", "0"))],
        cwd=SOURCE,
        env=Installation(folder).environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def is_refused(ended, reason):
    """Check that the program ended with this reason and without a traceback."""
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert reason in ended.stderr


def make_read_only(disk):
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)


@pytest.mark.parametrize(
    ("spoil", "reason", "of_a_command"),
    [
        (make_read_only, "the folder {} may be read but not written.", "the folder"),
        (fill, "the disk of the folder {} is full.", "the disk of"),
    ],
)
def test_unwritable_folder_is_reported_at_startup(
    fresh_installation, tmp_path, spoil, reason, of_a_command
):
    with small_disk(tmp_path / "disk", "80m") as disk:
        shutil.copytree(fresh_installation.folder, disk / "data")
        (disk / "empty").mkdir()
        Installation(disk / "data").manage("check")
        spoil(disk)
        for folder in (disk / "data", disk / "empty"):
            is_refused(start(folder), reason.format(folder))
        command = start(disk / "data", "migrate").stderr
        assert command.startswith(f"Ninetimer cannot go on: {of_a_command}")


@pytest.mark.parametrize("half", ["half-a-key", "half\n", "\xff\xfe"])
def test_truncated_secret_key_is_reported_at_startup(installation, half):
    (installation.folder / "secret_key").write_text(half, encoding="latin-1")
    ended = start(installation.folder)
    is_refused(ended, f"the secret key {installation.folder}/secret_key")
    assert "Delete that file" in ended.stderr
