"""Data migrations of rows from earlier versions."""

from importlib import import_module

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from scoring.actions.activity import Actor
from scoring.tenancy import FIRST_TENANT, tenant
from tournament.actions.event.events import create_event
from tournament.actions.event.housekeeping import remove_event
from tournament.actions.safety.organisations import create_organisation
from tournament.models import Membership, RemovedEvent
from tournament.models.membership import Role

pytestmark = pytest.mark.django_db
REMOVED_EVENTS = ("tournament", "0075_removed_events")


def test_no_migration_is_missing_and_django_checks_pass(capsys):
    """Commands skip these checks when they start."""
    call_command("check", fail_level="WARNING")
    call_command(
        "makemigrations", check_changes=True, dry_run=True
    )  # fails if a migration is missing
    assert "No changes detected" in capsys.readouterr().out


def owner(name, *organisations):
    user = User.objects.create_user(name)
    for organisation in organisations:
        Membership.objects.create(
            user=user, organisation=organisation, role=Role.OWNER, given_at=timezone.now()
        )
    return Actor.for_user(user)


def removed(actor, organisation, name):
    with tenant(organisation):
        remove_event(actor, create_event(actor, name=name, preset="club"))


def test_owner_of_a_removed_event_is_derived_from_the_log_if_possible(desk):
    """Migration 0075 with logs of earlier versions: three organisations, and events removed by their owners."""
    removed(desk, FIRST_TENANT, "Before All")
    north = create_organisation(desk, name="Northern Lights")
    south = create_organisation(desk, name="Southern Cross")
    nora, sven = owner("nora", north), owner("sven", south)
    removed(nora, north.pk, "Northern Lost")
    removed(sven, south.pk, "Southern Lost")
    removed(owner("both", north, south), north.pk, "Whose Was It")
    removed(nora, north.pk, "Made Again")
    with tenant(north.pk):
        create_event(nora, name="Made Again", preset="club")
    written = set(RemovedEvent.everywhere.values_list("slug", "organisation"))
    RemovedEvent.everywhere.all().delete()
    step = import_module(f"tournament.migrations.{REMOVED_EVENTS[1]}")
    apps = MigrationLoader(connection, replace_migrations=False).project_state(REMOVED_EVENTS).apps
    step.from_the_log(apps, connection.schema_editor())
    from_log = set(RemovedEvent.everywhere.values_list("slug", "organisation"))
    assert from_log == {
        ("before-all", FIRST_TENANT),
        ("northern-lost", north.pk),
        ("southern-lost", south.pk),
    }
    assert from_log < written
