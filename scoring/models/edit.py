"""A change to the turns of a game, so that it can be undone and done again."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models.game import Game
from scoring.models.turn import TurnEntry


class Edit(models.Model):
    """`after` came to stand where `before` stood; null is nothing. Undoing adds rows, it removes none."""

    class State(models.TextChoices):
        """Where the edit is in the history of its game."""

        MADE = "made", "made"
        UNDONE = "undone", "undone, can be done again"
        DROPPED = "dropped", "undone, and something else was entered since"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="edits")
    before = models.ForeignKey(TurnEntry, null=True, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(TurnEntry, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.MADE)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.before or 'nothing'} → {self.after or 'nothing'}"
