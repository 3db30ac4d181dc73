"""Organisations: the owners of games, people, word lists and events, isolated from each other.

Every table whose rows belong to an organisation inherits from `TenantModel`. Its `objects` are
limited to the current organisation, to which new rows belong; `everywhere` has the rows of all
organisations. Without a current organisation (in a command or on a public page) nothing is limited.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.facts import LoggedModel, LoggedQuerySet
from scoring.tenancy import current_or_first_tenant, current_tenant, set_tenant

ORGANISATION = "organisation"
"""Prefix of the permission and log scopes of one organisation: ``organisation:3``."""
INSTALLATION = "installation"
"""The scope shared by all organisations: snapshots, word lists, the complete log."""

CONTACTS_KEPT_DAYS = 365
"""Default number of days for which contact details are kept after a person's last event."""


class Organisation(LoggedModel):
    """A club or a federation that shares the installation with other organisations without seeing their data."""

    name = models.CharField(max_length=120, blank=True)
    """The name; may be empty on a laptop used by a single club."""
    created_at = models.DateTimeField()
    contacts_kept_days = models.PositiveSmallIntegerField(default=CONTACTS_KEPT_DAYS)
    """Days for which contact details are kept after a person's last event; 0 means until the event is closed."""

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name or _("the first organisation")

    @property
    def scope(self) -> str:
        """The scope of the organisation in the activity log."""
        return f"{ORGANISATION}:{self.pk}"


def set_known_tenant(key: str) -> None:
    """Make the organisation with this key, taken from an address, the current one.

    Do nothing if there is a current one already, or if no organisation has the key.
    """
    if (
        current_tenant() is None
        and key.isdecimal()
        and Organisation.objects.filter(pk=int(key)).exists()
    ):
        set_tenant(int(key))


def current_tenant_filter(path: str = "organisation") -> Q:
    """Return a filter for rows of the current organisation, or one for all rows if no organisation is current.

    `path` is the lookup to the organisation.
    """
    organisation = current_tenant()
    return Q() if organisation is None else Q(**{path: organisation})


class _CurrentTenantManager(models.Manager.from_queryset(LoggedQuerySet)):  # type: ignore[misc]  # django-stubs: a class made here
    """A manager limited to the rows of the current organisation."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(current_tenant_filter())


class TenantModel(models.Model):
    """A table whose rows belong to an organisation."""

    organisation = models.ForeignKey(
        Organisation, on_delete=models.PROTECT, related_name="+", default=current_or_first_tenant
    )

    objects: ClassVar[models.Manager[Self]] = _CurrentTenantManager()
    everywhere: ClassVar[models.Manager[Self]] = LoggedQuerySet.as_manager()

    class Meta:
        abstract = True
