"""Organisations: who owns games, people, lists and events, and the wall between them.

Every table whose rows belong to an organisation is `Owned`. Its `objects` give the rows of the organisation the
work is done for, and new rows belong to it; `everywhere` gives the rows of all. Where nothing was said (a command, a
page for everybody) there is no wall.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.models.facts import FactRows, Held
from scoring.tenancy import here, here_or_first, stay_within

ORGANISATION = "organisation"
"""How places and the log begin that are about one organisation: ``organisation:3``."""
INSTALLATION = "installation"
"""The place of what all organisations share: snapshots, word lists, the log of everything."""

CONTACTS_KEPT_DAYS = 365
"""How long contacts are kept after a person's last event, where an organisation says nothing else."""


class Organisation(Held):
    """A club or a federation that shares the installation with others and sees nothing of theirs."""

    name = models.CharField(max_length=120, blank=True)
    """Empty: nobody has named it, as on a laptop that only one club uses."""
    created_at = models.DateTimeField()
    contacts_kept_days = models.PositiveSmallIntegerField(default=CONTACTS_KEPT_DAYS)
    """How long after somebody's last event their contacts are kept; 0: until the event is closed."""

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name or _("the first organisation")

    @property
    def scope(self) -> str:
        """How the activity log names it."""
        return f"{ORGANISATION}:{self.pk}"


def stay_within_known(key: str) -> None:
    """Put the wall around the organisation an address names, for a stranger; nothing for a key of none."""
    if here() is None and key.isdecimal() and Organisation.objects.filter(pk=int(key)).exists():
        stay_within(int(key))


def of_here(path: str = "organisation") -> Q:
    """What keeps rows of another table to the organisation: `path` leads from them to it."""
    organisation = here()
    return Q() if organisation is None else Q(**{path: organisation})


class _OfHere(models.Manager.from_queryset(FactRows)):  # type: ignore[misc]  # django-stubs: a class made here
    """The rows of the organisation the work is done for."""

    def get_queryset(self) -> models.QuerySet[Any]:
        return super().get_queryset().filter(of_here())


class Owned(models.Model):
    """A table whose rows belong to an organisation."""

    organisation = models.ForeignKey(
        Organisation, on_delete=models.PROTECT, related_name="+", default=here_or_first
    )

    objects: ClassVar[models.Manager[Self]] = _OfHere()
    everywhere: ClassVar[models.Manager[Self]] = FactRows.as_manager()

    class Meta:
        abstract = True
