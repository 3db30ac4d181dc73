"""Copies of papers printed for a game. They never change, so that a signed paper can be viewed again."""

from __future__ import annotations

from django.db import models

from scoring.models.accounts import account_key
from scoring.models.game import Game
from scoring.models.guard import GUARDED_TABLES, GuardedTable


class PaperCopy(models.Model):
    """One paper of a game as printed. `key` is the report, such as ``recount``."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="paper_copies")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=200)
    """The file name."""
    content = models.BinaryField()
    """The paper as PDF."""
    digest = models.CharField(max_length=64)
    """SHA-256 of the report, excluding the time of printing and the head of the log.

    An unchanged paper is not stored again.
    """
    printed_at = models.DateTimeField()
    printed_by = account_key()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "paper copies"

    def __str__(self) -> str:
        return self.name


GUARDED_TABLES.append(
    GuardedTable(
        "scoring_papercopy",
        "The copy of a printed paper is not changed: print the paper again.",
        ("game_id", "key", "name", "content", "digest", "printed_at"),
    )
)
