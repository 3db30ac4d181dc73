"""Two people take the last place of an event at the same moment, from two processes: exactly one gets it.

The tests run on a SQLite file, and on a private PostgreSQL if its programs are installed.
"""

import os
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from tests.installation import SOURCE, Installation, PostgresInstallation, short_lived
from tests.on_postgres import new_database

pytestmark = pytest.mark.full

TIMES = 4
"""Number of events with one place each, so that the outcome does not depend on chance."""
SET_UP = """
from scoring.actions.activity import Actor
from tournament.actions.event.events import create_division, create_event
from tournament.federation.actions.registration_rules import set_registration_rules
desk = Actor("desk")
for number in range({times}):
    event = create_event(desk, name=f"Open {{number}}", preset="club")
    create_division(desk, event, name="A")
    set_registration_rules(desk, event, when="now", limit=1)
"""
COME = """
import sys, time
from scoring.actions.activity import Actor
from tournament.federation.actions.registration_checks import Typed
from tournament.federation.actions.registrations import register
from tournament.models import Event
events = list(Event.objects.order_by("pk"))
print("ready", flush=True)
for event, line in zip(events, sys.stdin):
    while time.time() < float(line):
        pass
    print(register(Actor("{name}"), event, Typed("{name}")).state, flush=True)
"""
BEGIN = "import django; django.setup()\n"


@pytest.fixture(params=["sqlite", "postgresql"])
def shared(request):
    """Yield an installation shared by two processes."""
    with short_lived("last-place") as installation:
        if request.param == "postgresql":
            address = new_database(request.getfixturevalue("postgres_cluster"), "last_place")
            installation = PostgresInstallation(installation.folder, address)
            installation.prepare()
        yield installation


def python(installation: Installation, script: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN + script],
        cwd=SOURCE,
        env={
            **os.environ,
            **installation.environment(),
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_of_two_in_the_same_instant_one_has_the_last_place_and_the_other_waits(shared):
    with python(shared, SET_UP.format(times=TIMES)) as desk:
        assert desk.wait() == 0
    with ExitStack() as stack:
        outcomes = last_places(
            [
                stack.enter_context(python(shared, COME.format(name=name)))
                for name in ("Ana Lopez", "Ben Okafor")
            ]
        )
    assert outcomes == [["place", "waiting"]] * TIMES


def last_places(people):
    """Let both register for each event at the same moment; return the sorted answers of each event."""
    for person in people:
        assert person.stdout.readline() == "ready\n"
    outcomes = []
    for _event in range(TIMES):
        moment = time.time() + 0.1
        for person in people:
            person.stdin.write(f"{moment}\n")
            person.stdin.flush()
        outcomes.append(sorted(person.stdout.readline().strip() for person in people))
    return outcomes
