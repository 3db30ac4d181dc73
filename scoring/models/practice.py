"""A made-up game that is shown turn by turn to somebody who practises keeping the score."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models.game import Game

PRACTICE = "practice"
"""The place, as permissions have it, where somebody begins to practise: whoever helps anywhere may."""


class PracticeGame(models.Model):
    """What is said at the table of a practice game, how fast, and what came of typing it."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="practice"
    )
    turns = models.JSONField()
    """A list of objects: `player`, `kind`, the `line` that records it, `announced`, `correct`."""
    pace = models.PositiveSmallIntegerField()
    """Seconds from one turn to the next; 0 for whenever the next is asked for."""
    begun_at = models.DateTimeField()
    begun_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    """Who practises, and so may record this game."""
    ended_at = models.DateTimeField(null=True)
    keys = models.PositiveIntegerField(default=0)
    """Keys pressed in the entry line, as the page counted them."""

    def __str__(self) -> str:
        return str(self.game)
