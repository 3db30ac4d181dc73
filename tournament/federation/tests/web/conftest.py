"""A function that runs a story of the federation."""

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.actions.activity import Actor
from tests.approved import check_approved
from tournament.models import codes


@pytest.fixture
def story(request, monkeypatch, settings, tmp_path):
    """Return a function that prepares a story, runs its steps and compares the answers."""
    from tournament.federation.tests.stories import Clock, Codes, run_steps

    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    monkeypatch.setattr(codes, "random_letters", Codes())
    settings.NINETIMER_DATA_DIR = tmp_path
    director = User.objects.create_superuser("director", password="nine-timer")
    desk = Actor.for_user(director)

    def run(approved, name, prepare, steps):
        prepare(desk)
        check_approved(request, approved, run_steps(name, director, desk, clock, steps))

    return run
