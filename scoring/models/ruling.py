"""What the director decided where the announced score and the correct one differ."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.facts import FactRows, is_fact
from scoring.models.turn import TurnEntry


class Ruling(models.Model):
    """A decision on one turn. A later one supersedes it; both figures are kept for ever."""

    class Decision(models.TextChoices):
        """What counts from now on."""

        CORRECT = "correct", "the correct score counts"
        LET_STAND = "let_stand", "the announced score stands"

    entry = models.ForeignKey(TurnEntry, on_delete=models.PROTECT, related_name="rulings")
    decision = models.CharField(max_length=10, choices=Decision.choices)
    announced = models.IntegerField()
    correct = models.IntegerField()
    reason = models.TextField(blank=True)
    ruled_at = models.DateTimeField()
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    superseded_at = models.DateTimeField(null=True)

    objects = FactRows.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(superseded_at__isnull=True),
                name="one_standing_ruling_a_turn",
            )
        ]

    def __str__(self) -> str:
        return f"{self.announced} announced, {self.correct} correct: {self.get_decision_display()}"


is_fact("ruling", Ruling, "entry_id", "decision", "announced", "correct", "superseded_at")
