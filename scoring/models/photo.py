"""Photographs of a sheet or a board, kept with the game they are of."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from scoring.models.game import Game


class GamePhoto(models.Model):
    """One photograph, encoded anew when it came in. Only who may record the game sees it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="photos")
    caption = models.CharField(max_length=120, blank=True)
    picture = models.BinaryField()
    """A JPEG."""
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.caption or str(self.added_at)
