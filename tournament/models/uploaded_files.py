"""Uploaded files from other programs, stored between preview and import."""

from django.db import models

from scoring.models.accounts import account_key
from scoring.models.organisation import TenantModel


class IncomingFile(TenantModel):
    """One file of a batch; batches that are not imported are removed after some time."""

    batch = models.CharField(max_length=32, db_index=True)
    """The batch name in the address of its preview."""
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    sent_by = account_key(blank=True)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.name
