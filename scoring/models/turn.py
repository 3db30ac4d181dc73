"""A turn as somebody entered it, and changes to the turns, so that they can be undone and done again.

A correction adds a row and supersedes the old one.
"""

from __future__ import annotations

import re

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.engine.game.turns import Kind
from scoring.models.facts import Held
from scoring.models.game import Game
from scoring.models.guard import GUARDED, GuardedTable

MARKS = ("?", "!")
"""The notes that are a mark: doubtful, remarkable. A file has them as notes of one character."""
CLOCK = "clock "
"""What the note begins with that says how the clock of the player stands after the turn."""
_CLOCK = re.compile(rf"{CLOCK}-?\d{{1,3}}:[0-5]\d", re.ASCII)


def is_clock(note: str) -> bool:
    """Whether a note says how the clock stands: ``clock 12:34``, minutes and seconds, below zero with a minus."""
    return _CLOCK.fullmatch(note) is not None


class TurnEntry(Held):
    """One line of the score sheet. `seat` counts from 1; tiles are written as in GCG.

    The rows that are not superseded, in the order of `position`, are the game.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveIntegerField()
    """Order within the game, in steps of `STEP` so that a forgotten turn fits between."""
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in Kind])
    seat = models.PositiveSmallIntegerField()
    rack = models.CharField(max_length=80, null=True)
    """What the player held, as far as recorded; null is unknown."""
    coordinate = models.CharField(max_length=3, blank=True)
    tiles = models.CharField(max_length=120, blank=True)
    exchanged = models.PositiveSmallIntegerField(null=True)
    """How many tiles were exchanged, where only that is known."""
    announced = models.IntegerField(null=True)
    total = models.IntegerField(null=True)
    remark = models.TextField(blank=True)
    notes = models.JSONField(default=list)
    """Remarks a file has after the turn, as texts; they stay with the line through corrections."""
    as_written = models.TextField(blank=True)
    """What a file has after the player's nick, where its line is malformed: so it is written again."""
    stray_lines = models.JSONField(default=list)
    """Lines a file has after the turn that tell of nothing, as they stood; they stay like the notes."""
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    superseded_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    """The row that stands instead; null for a row that was taken back."""
    superseded_why = models.TextField(blank=True)
    """The reason a person gave; of what was undone, or went to another player, its edit tells."""

    STEP = 1 << 20

    class Meta:
        ordering = ["position", "id"]
        verbose_name_plural = "turn entries"
        constraints = [
            models.UniqueConstraint(
                fields=["game", "position"],
                condition=Q(superseded_at__isnull=True),
                name="one_standing_turn_a_position",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.coordinate} {self.tiles}".strip()

    @property
    def mark(self) -> str:
        """The mark with which somebody means to come back to the turn: one of `MARKS`, "" for none."""
        return next((note for note in self.notes if note in MARKS), "")

    @property
    def clock(self) -> str:
        """The clock of the player after the turn, as it was typed: ``12:34``; "" where it was not."""
        return next((note[len(CLOCK) :] for note in self.notes if is_clock(note)), "")

    @property
    def comments(self) -> list[str]:
        """What is noted at the turn, the mark and the clock left out."""
        return [note for note in self.notes if note not in MARKS and not is_clock(note)]

    @property
    def comments_text(self) -> str:
        """The notes as one text, a paragraph each."""
        return "\n\n".join(self.comments)


_ENTERED = (
    "game_id", "position", "kind", "seat", "rack", "coordinate", "tiles", "exchanged", "announced",
    "total", "remark",
)  # fmt: skip
GUARDED.append(
    GuardedTable(
        "scoring_turnentry",
        "What was entered of a turn is neither changed nor removed: a correction supersedes it.",
        _ENTERED,
        redactable=("remark",),
    )
)


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
