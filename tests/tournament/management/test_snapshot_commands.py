"""The commands `manage.py snapshot` and `manage.py restore`."""

import pytest
from django.core.management import CommandError

from scoring.actions.activity import Actor
from tests.tournament.commands import run
from tournament.actions.event.events import create_event
from tournament.models import Event
from tournament.queries.safety.snapshots import all_snapshots

ANA = Actor("ana")


@pytest.fixture
def taken(file_database):
    """Return a snapshot that was taken by the command before another event was created."""
    create_event(ANA, name="Autumn Open", preset="club")
    assert lines_of("restore") == ["There are no snapshots yet."]
    output = lines_of("snapshot", why="before the final")
    create_event(ANA, name="Winter Open", preset="club")
    (only,) = all_snapshots()
    assert output == [f"Snapshot {only.name} taken: {only.path}"]
    return only


def lines_of(*arguments, **options):
    return run(*arguments, **options)[0].splitlines()


def test_snapshots_are_listed(taken):
    (line,) = lines_of("snapshot", "--list")
    assert line.startswith(taken.name)
    assert line.endswith("MB  before the final")
    lines = lines_of("restore")
    assert lines[0].startswith(f"{taken.name}  ")
    assert lines[1:] == [f"To go back: .venv/bin/python manage.py restore {taken.name}"]


def test_restore_announces_its_losses_and_goes_back_if_confirmed(taken):
    with pytest.raises(CommandError, match="Add --yes"):
        run("restore", taken.name)
    assert Event.objects.count() == 2
    lines = lines_of("restore", taken.name, "--yes")
    assert lines[0] == "Events: 2 now, 1 then"
    assert lines[1].startswith("will be lost: ")
    assert lines[1].endswith(" ana: Event Winter Open created with the rules of Club evening.")
    saved = all_snapshots()[0].name
    assert lines[2] == f"Restored {taken.name}. The previous state is saved as {saved}."
    assert Event.objects.count() == 1
