"""Moving a backup from one data folder to another with the commands."""

import pytest

from tests.installation import Installation


def refused(installation, *arguments):
    """Return the message of a failing command."""
    done = installation.ended(*arguments)
    assert done.returncode != 0, done.stdout
    return done.stderr


@pytest.fixture
def installations(tmp_path):
    """Return a server with recorded games and an empty laptop."""
    made = []
    for name in ("server", "laptop"):
        (tmp_path / name).mkdir()
        made.append(Installation(tmp_path / name))
        made[-1].prepare()
    made[0].manage("simulate_event", "--players", "4", "--rounds", "2", "--recorded-games")
    return made


def test_backup_is_moved_to_a_fresh_laptop_and_back_with_complete_logs(installations, tmp_path):
    server, laptop = installations
    backup, again = (tmp_path / f"{name}.ninetimer-organisation" for name in ("first", "back"))
    assert "Wrote" in server.manage("export_organisation", "--to", str(backup))
    printed = laptop.manage_in_turn(
        ["import_organisation", str(backup)],
        ["recheck", "--all"],
        ["verify_audit"],
        ["export_organisation", "--to", str(again)],
    )
    assert "the first organisation has been imported, with all its events." in printed
    assert "has no owner yet" not in printed
    assert "No differences in the installation; 1 event, 4 results and 4 recorded games" in printed
    assert "The activity log is intact" in printed
    assert "already" in refused(laptop, "import_organisation", str(backup))

    named = ("import_organisation", str(again), "--name", "From the laptop")
    assert "1 event in the backup already exists here" in refused(server, *named)
    printed = server.manage_in_turn(
        [*named, "--copy"],
        ["recheck", "--all"],
        ["verify_audit"],
        ["export_organisation", "--organisation", "from the laptop", "--to", str(tmp_path)],
    )
    assert "2 events, 8 results and 8 recorded games checked" in printed
    assert "The activity log is intact" in printed
    assert "from-the-laptop-" in printed
    several = refused(server, "export_organisation", "--to", str(tmp_path))
    assert "Available organisations: the first organisation, From the laptop" in several
