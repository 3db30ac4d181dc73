"""Files of other programs somebody sent in, kept between seeing what they become and importing them."""

from django.conf import settings
from django.db import models


class IncomingFile(models.Model):
    """One file of a batch; batches that were never imported are thrown away after a while."""

    batch = models.CharField(max_length=32, db_index=True)
    """The word in the address of the page that shows what the files become."""
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
