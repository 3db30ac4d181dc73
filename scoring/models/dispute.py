"""What the players' own sheets say, as it was typed from them. A correction adds a row and supersedes the old one."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.engine.dispute.columns import Holds
from scoring.models.game import Game


class SheetColumn(models.Model):
    """One player's column on one player's sheet. Seats count from 1.

    The rows that are not superseded are the sheets as they stand; a column taken away leaves none.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheet_columns")
    keeper = models.PositiveSmallIntegerField()
    """The seat of who kept the sheet."""
    seat = models.PositiveSmallIntegerField()
    """The seat whose scores the column has."""
    text = models.TextField()
    """As typed or pasted."""
    holds = models.CharField(
        max_length=6, blank=True, choices=[(kind.value, kind.value) for kind in Holds]
    )
    """What a figure alone in its row is, where whoever typed it said so."""
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    superseded_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    """The row that stands instead; null for a column that was taken away."""

    class Meta:
        ordering = ["keeper", "seat", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "keeper", "seat"],
                condition=Q(superseded_at__isnull=True),
                name="one_standing_column_a_sheet",
            )
        ]

    def __str__(self) -> str:
        return f"Sheet {self.keeper}, column {self.seat}"
