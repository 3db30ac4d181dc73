"""Create the first organisation, which every installation needs."""

from __future__ import annotations

from django.core.management.color import no_style
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils import timezone

from scoring.models.organisation import Organisation
from scoring.tenancy import FIRST_TENANT


def ensure_first_organisation(using: str = "default") -> None:
    """Create the first organisation if it is missing, as in an emptied database."""
    rows = Organisation.objects.using(using)
    _row, is_new = rows.get_or_create(pk=FIRST_TENANT, defaults={"created_at": timezone.now()})
    if not is_new:
        return
    connection = connections[using]
    with connection.cursor() as cursor:  # PostgreSQL's sequence ignores explicit keys
        for statement in connection.ops.sequence_reset_sql(no_style(), [Organisation]):
            cursor.execute(statement)


def on_migrated(sender: object, using: str, **_kwargs: object) -> None:
    """Create the first organisation after a migration or a flush."""
    del sender
    if "scoring_organisation" in connections[using].introspection.table_names():
        ensure_first_organisation(using)


def connect_organisation_receiver(app: object) -> None:
    """Have the first organisation created after every migration of the app."""
    post_migrate.connect(on_migrated, sender=app, dispatch_uid="scoring.organisations")
