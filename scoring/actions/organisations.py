"""The first organisation, which every installation has."""

from __future__ import annotations

from django.core.management.color import no_style
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils import timezone

from scoring.models.organisation import Organisation
from scoring.tenancy import FIRST


def keep_first(using: str = "default") -> None:
    """Make the first organisation where there is none, as in a database that was emptied."""
    rows = Organisation.objects.using(using)
    _row, is_new = rows.get_or_create(pk=FIRST, defaults={"created_at": timezone.now()})
    if not is_new:
        return
    connection = connections[using]
    with connection.cursor() as cursor:  # PostgreSQL does not count a key that was given
        for statement in connection.ops.sequence_reset_sql(no_style(), [Organisation]):
            cursor.execute(statement)


def on_migrated(sender: object, using: str, **_kwargs: object) -> None:
    """After a migration or an emptying."""
    del sender
    if "scoring_organisation" in connections[using].introspection.table_names():
        keep_first(using)


def keep_organisations(app: object) -> None:
    """Have the first organisation there after every migration of the app."""
    post_migrate.connect(on_migrated, sender=app, dispatch_uid="scoring.organisations")
