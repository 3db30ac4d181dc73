"""The columns typed from the players' own sheets, and the director's rulings.

A correction adds a row and supersedes the old one.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from scoring.engine.dispute.columns import ColumnKind
from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.game import Game
from scoring.models.turn import TurnEntry
from scoring.wording.phrases import format_points


class SheetColumn(LoggedModel):
    """One player's column on one player's sheet. Seats count from 1.

    The rows that are not superseded are the current sheets. A column that was removed has no such
    row.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheet_columns")
    keeper = models.PositiveSmallIntegerField()
    """The seat of the keeper of the sheet."""
    seat = models.PositiveSmallIntegerField()
    """The seat whose scores are in the column."""
    text = models.TextField()
    """The text as typed or pasted."""
    holds = models.CharField(
        max_length=6, blank=True, choices=[(kind.value, kind.value) for kind in ColumnKind]
    )
    """The meaning of a figure alone in its row; empty if the meaning was not chosen."""
    entered_at = models.DateTimeField()
    entered_by = account_key()
    superseded_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    """The row that replaced this one; null for a column that was removed."""

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


class Ruling(LoggedModel):
    """A decision on one turn. A later ruling supersedes it; both figures are kept permanently."""

    class Decision(models.TextChoices):
        """The score that counts."""

        CORRECT = "correct", "the correct score counts"
        LET_STAND = "let_stand", "the announced score stands"

    entry = models.ForeignKey(TurnEntry, on_delete=models.PROTECT, related_name="rulings")
    decision = models.CharField(max_length=10, choices=Decision.choices)
    announced = models.IntegerField()
    correct = models.IntegerField()
    reason = models.TextField(blank=True)
    ruled_at = models.DateTimeField()
    ruled_by = account_key()
    superseded_at = models.DateTimeField(null=True)

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
        if self.decision == self.Decision.CORRECT:
            sentence = _("{announced} announced, {correct} correct: the correct score counts")
        else:
            sentence = _("{announced} announced, {correct} correct: the announced score stands")
        return sentence.format(
            announced=format_points(self.announced), correct=format_points(self.correct)
        )


class SheetRuling(LoggedModel):
    """The points that count for one row of sheets without plays, or as the final score of one player.

    A later ruling supersedes it. Seats and rows count from 1; row 0 is the final score.
    """

    FINAL = 0

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheet_rulings")
    seat = models.PositiveSmallIntegerField()
    row = models.PositiveSmallIntegerField()
    """The row of the player's column."""
    points = models.IntegerField()
    play = models.CharField(max_length=40, blank=True)
    """The play that was checked to find the points, such as ``8H FROZEN``; "" if a sheet's figure was chosen."""
    reason = models.TextField(blank=True)
    ruled_at = models.DateTimeField()
    ruled_by = account_key()
    superseded_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "row"],
                condition=Q(superseded_at__isnull=True),
                name="one_standing_ruling_a_row",
            )
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat}, row {self.row}: {self.points}"
