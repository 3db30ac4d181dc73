"""The changes made by an action in a division, for undoing it."""

from django.db import models

from scoring.models import Activity
from tournament.models.event import Division


class UndoStep(models.Model):
    """One action with its log entry, and the data for undoing it.

    `touches` and `needs` list what the action changes and what it depends on, as keys such as ``round 2`` or
    ``player 7``. A step cannot be undone while a later step needs something that it touches.
    """

    activity = models.OneToOneField(Activity, on_delete=models.PROTECT, related_name="undo_step")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="undo_steps")
    kind = models.CharField(max_length=60)
    """The action's name, as in the log."""
    touches = models.JSONField(default=list)
    needs = models.JSONField(default=list)
    known = models.JSONField(default=dict)
    """The data for undoing: keys of the created rows, and old and new values of the changed columns."""
    undone_by = models.OneToOneField(
        Activity, on_delete=models.PROTECT, null=True, blank=True, related_name="undid"
    )

    class Meta:
        ordering = ["-activity_id"]

    def __str__(self) -> str:
        return self.activity.summary
