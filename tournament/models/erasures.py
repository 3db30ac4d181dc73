"""Who was erased on request: what makes sure that the name does not come back from an older copy."""

from django.db import models

from scoring.models.organisation import Organisation, Owned
from scoring.walls import here_or_first


class Erasure(Owned):
    """One person put under initials. The name stands nowhere in it.

    It outlives going back to a snapshot, in which the person may be under the name still, or not be at all: so it
    points at no row.
    """

    organisation = models.ForeignKey(
        Organisation,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        related_name="+",
        default=here_or_first,
    )
    person = models.PositiveBigIntegerField(null=True)
    """The number of the row of the person here; null where the erasing came from another database."""
    shown = models.CharField(max_length=80)
    """The initials that stand for the name."""
    digests = models.JSONField(default=list)
    """Keyed digests of the names the person was found by; the key is the installation's own."""
    photographs_too = models.BooleanField(default=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.shown
