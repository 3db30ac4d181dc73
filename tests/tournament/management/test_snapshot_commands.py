"""The commands `manage.py snapshot` and `manage.py restore`."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.actions.activity import Actor
from tournament.actions.event.events import create_event
from tournament.models import Event
from tournament.queries.safety.snapshots import all_snapshots

ANA = Actor("ana")


def run(*arguments, **options):
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue().splitlines()


@pytest.fixture
def event(file_database):
    return create_event(ANA, name="Autumn Open", preset="club")


def test_snapshot_is_taken_and_listed(event):
    output = run("snapshot", why="before the final")
    (only,) = all_snapshots()
    assert output == [f"Snapshot {only.name} taken: {only.path}"]
    (line,) = run("snapshot", "--list")
    assert line.startswith(only.name)
    assert line.endswith("MB  before the final")


def test_restore_without_a_name_lists_the_snapshots(event):
    assert run("restore") == ["There are no snapshots yet."]
    run("snapshot")
    name = all_snapshots()[0].name
    lines = run("restore")
    assert lines[0].startswith(f"{name}  ")
    assert lines[1:] == [f"To go back: .venv/bin/python manage.py restore {name}"]


def test_restore_announces_its_losses_and_goes_back(event):
    run("snapshot")
    name = all_snapshots()[0].name
    create_event(ANA, name="Winter Open", preset="club")
    lines = run("restore", name, "--yes")
    assert lines[0] == "Events: 2 now, 1 then"
    assert lines[1].startswith("will be lost: ")
    assert lines[1].endswith(" ana: Event Winter Open created with the rules of Club evening.")
    assert lines[2] == f"Restored {name}. The previous state is saved as {all_snapshots()[0].name}."
    assert Event.objects.count() == 1


def test_restore_requires_confirmation(event):
    run("snapshot")
    create_event(ANA, name="Winter Open", preset="club")
    with pytest.raises(CommandError, match="Add --yes"):
        run("restore", all_snapshots()[0].name)
    assert Event.objects.count() == 2


def test_unknown_snapshot_is_refused(event):
    with pytest.raises(
        CommandError, match=r"There is no snapshot “x”\. There are no snapshots yet\."
    ):
        run("restore", "x", "--yes")
