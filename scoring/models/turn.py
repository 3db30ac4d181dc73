"""Turns as entered, and the changes to them for undo and redo.

A correction adds a row and supersedes the old one.
"""

from __future__ import annotations

import re
from zlib import crc32

from django.db import models
from django.db.models import Q

from scoring.engine.game.turns import TurnKind
from scoring.models.accounts import account_key
from scoring.models.facts import LoggedModel
from scoring.models.game import Game
from scoring.models.guard import GUARDED_TABLES, GuardedTable

MARKS = ("?", "!")
"""Notes that mark a turn as doubtful or remarkable. In files they are notes of one character."""
CLOCK = "clock "
"""Prefix of the note with the player's clock after the turn."""
_CLOCK = re.compile(rf"{CLOCK}-?\d{{1,3}}:[0-5]\d", re.ASCII)


def is_clock(note: str) -> bool:
    """Return whether a note is a clock: ``clock 12:34``, minutes and seconds, negative with a minus."""
    return _CLOCK.fullmatch(note) is not None


class TurnEntry(LoggedModel):
    """One line of the score sheet. `seat` counts from 1; tiles are written as in GCG.

    The rows that are not superseded, ordered by `position`, are the game.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="entries")
    position = models.PositiveIntegerField()
    """The order within the game, in steps of `STEP` so that forgotten turns fit in between."""
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in TurnKind])
    seat = models.PositiveSmallIntegerField()
    rack = models.CharField(max_length=80, null=True)
    """The player's rack as far as recorded; null if unknown."""
    coordinate = models.CharField(max_length=3, blank=True)
    tiles = models.CharField(max_length=120, blank=True)
    exchanged = models.PositiveSmallIntegerField(null=True)
    """The number of tiles exchanged if only that is known, otherwise null."""
    announced = models.IntegerField(null=True)
    total = models.IntegerField(null=True)
    remark = models.TextField(blank=True)
    notes = models.JSONField(default=list)
    """Notes on the turn, including its mark and clock; files list them after it. Corrections of the turn keep them."""
    as_written = models.TextField(blank=True)
    """The text after the nick of a malformed line of a file, so that it can be written unchanged."""
    stray_lines = models.JSONField(default=list)
    """Unrecognized lines after the turn in a file, unchanged. Corrections of the turn keep them."""
    entered_at = models.DateTimeField()
    entered_by = account_key()
    superseded_at = models.DateTimeField(null=True)
    superseded_by = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="supersedes"
    )
    """The row that replaced this one; null for a turn that was taken back."""
    superseded_why = models.TextField(blank=True)
    """The reason given by a user; empty for undone and reassigned turns, which their edit explains."""

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
        """The mark on the turn, one of `MARKS`, or ""."""
        return next((note for note in self.notes if note in MARKS), "")

    @property
    def clock(self) -> str:
        """The player's clock after the turn as typed, ``12:34``, or ""."""
        return next((note[len(CLOCK) :] for note in self.notes if is_clock(note)), "")

    @property
    def comments(self) -> list[str]:
        """The notes on the turn, without the mark and the clock."""
        return [note for note in self.notes if note not in MARKS and not is_clock(note)]

    @property
    def notes_version(self) -> int:
        """A checksum of the notes, including the mark and the clock. Pages send it back to detect changes."""
        return crc32(repr(self.notes).encode())

    @property
    def comments_text(self) -> str:
        """The notes as one string, with a paragraph for each."""
        return "\n\n".join(self.comments)


_GUARDED_COLUMNS = (
    "game_id", "position", "kind", "seat", "rack", "coordinate", "tiles", "exchanged", "announced",
    "total", "remark",
)  # fmt: skip
GUARDED_TABLES.append(
    GuardedTable(
        "scoring_turnentry",
        "What was entered of a turn is neither changed nor removed: a correction supersedes it.",
        _GUARDED_COLUMNS,
        redactable=("remark",),
    )
)


class Edit(models.Model):
    """A change that replaced `before` with `after`; null means no entry. Undoing adds rows and removes none."""

    class State(models.TextChoices):
        """The state of an edit: made, undone, or undone and no longer redoable."""

        MADE = "made", "made"
        UNDONE = "undone", "undone, can be done again"
        DROPPED = "dropped", "undone, and something else was entered since"

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="edits")
    before = models.ForeignKey(TurnEntry, null=True, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(TurnEntry, null=True, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=State.choices, default=State.MADE)
    made_at = models.DateTimeField()
    made_by = account_key()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.before or 'nothing'} → {self.after or 'nothing'}"
