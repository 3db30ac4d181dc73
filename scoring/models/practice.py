"""A made-up game, called out turn by turn as practice for scorekeepers."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models.game import Game

PRACTICE = "practice"
"""The scope of permissions for practice, which is open to everybody with a role anywhere."""


class PracticeGame(models.Model):
    """The turns called out in a practice game and their pace, with the time and keystrokes needed to type them."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="practice"
    )
    turns = models.JSONField()
    """A list of objects: `player`, `kind`, the `line` that records it, `announced`, `correct`."""
    pace = models.PositiveSmallIntegerField()
    """Seconds between turns; 0 if the next turn comes on request."""
    begun_at = models.DateTimeField()
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """The user who practises and may record this game."""
    ended_at = models.DateTimeField(null=True)
    keys = models.PositiveIntegerField(default=0)
    """Number of keystrokes in the entry line, as counted by the page."""

    def __str__(self) -> str:
        return str(self.game)
