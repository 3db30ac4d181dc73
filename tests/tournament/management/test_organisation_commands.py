"""A backup from one data folder to another and back, by the commands, each in a process of its own."""

import subprocess
import sys

import pytest

from tests.installation import SOURCE, Installation


def refused(installation, *arguments):
    """What a command says that ends with an error."""
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=SOURCE,
        env=installation.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0, done.stdout
    return done.stderr


@pytest.fixture
def two(tmp_path):
    """A server with an event whose games are recorded, and a laptop in which nothing was entered yet."""
    made = []
    for name in ("server", "laptop"):
        (tmp_path / name).mkdir()
        made.append(Installation(tmp_path / name))
        made[-1].prepare()
    made[0].manage("simulate_event", "--players", "4", "--rounds", "2", "--recorded-games")
    return made


def test_to_a_fresh_laptop_and_back_with_whole_logs(two, tmp_path):
    server, laptop = two
    backup = tmp_path / "first.ninetimer-organisation"
    assert "Wrote" in server.manage("export_organisation", "--to", str(backup))
    printed = laptop.manage("import_organisation", str(backup))
    assert "the first organisation is here, with all its events." in printed
    assert "Nothing differs in the installation; 1 event, 4 results and 4 recorded games" in (
        laptop.manage("recheck", "--all")
    )
    assert "The activity log is whole" in laptop.manage("verify_audit")
    assert "already" in refused(laptop, "import_organisation", str(backup))

    again = tmp_path / "back.ninetimer-organisation"
    laptop.manage("export_organisation", "--to", str(again))
    assert "1 event of the backup is here already" in refused(
        server, "import_organisation", str(again), "--name", "From the laptop"
    )
    server.manage("import_organisation", str(again), "--name", "From the laptop", "--copy")
    assert "2 events, 8 results and 8 recorded games checked" in server.manage("recheck", "--all")
    assert "The activity log is whole" in server.manage("verify_audit")
    several = refused(server, "export_organisation", "--to", str(tmp_path))
    assert "There are the first organisation, From the laptop" in several
    one = server.manage(
        "export_organisation", "--organisation", "from the laptop", "--to", str(tmp_path)
    )
    assert "from-the-laptop-" in one
