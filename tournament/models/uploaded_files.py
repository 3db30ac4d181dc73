"""Uploaded files from other programs, stored between preview and import."""

from django.conf import settings
from django.db import models

from scoring.models.organisation import TenantModel


class IncomingFile(TenantModel):
    """One file of a batch; batches that are not imported are removed after some time."""

    batch = models.CharField(max_length=32, db_index=True)
    """The batch name in the address of its preview."""
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.name
