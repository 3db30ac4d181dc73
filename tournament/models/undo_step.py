"""What an action in a division changed, so that it can be undone."""

from django.db import models

from scoring.models import Activity
from tournament.models.event import Division


class UndoStep(models.Model):
    """One action with its entry in the log, and what undoing it takes.

    `touches` and `needs` name things of the division, such as ``round 2`` or ``player 7``: a later
    step that touches or needs what this one touches stands in the way of undoing it.
    """

    activity = models.OneToOneField(Activity, on_delete=models.PROTECT, related_name="undo_step")
    division = models.ForeignKey(Division, on_delete=models.PROTECT, related_name="undo_steps")
    kind = models.CharField(max_length=60)
    """The action's name, as in the log."""
    touches = models.JSONField(default=list)
    needs = models.JSONField(default=list)
    known = models.JSONField(default=dict)
    """What undoing needs: keys of the rows made, and old and new values of the columns changed."""
    undone_by = models.OneToOneField(
        Activity, on_delete=models.PROTECT, null=True, blank=True, related_name="undid"
    )

    class Meta:
        ordering = ["-activity_id"]

    def __str__(self) -> str:
        return self.activity.summary
