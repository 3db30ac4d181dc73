"""What a library of games is searched by: figures of each game that follow from its record, kept beside it."""

from __future__ import annotations

import unicodedata

from django.db import models

from scoring.models.game import Game

PARTED = "|"
"""Between the names of a summary, before the first and after the last."""
QUOTES = '"“”„'
"""Whoever means a whole name writes it between these."""


class GameSummary(models.Model):
    """One game in figures. All of it follows from the game; `summarize` writes it anew."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    players = models.TextField()
    """Who played, as `searchable`, each between strokes: ``|ann archer|bob baker|``."""
    winners = models.TextField(blank=True)
    """Who won, likewise; empty while nobody has."""
    finals = models.JSONField(default=list)
    """The final scores by seat; empty while the game is open."""
    highest = models.IntegerField(null=True)
    """The highest final score; null while the game is open."""
    words = models.TextField(blank=True)
    """The main words of all plays that stayed, in capitals, each between blanks: `` QI ZAX ``."""
    bingos = models.PositiveSmallIntegerField(default=0)
    differences = models.PositiveSmallIntegerField(default=0)
    """On how many turns the announced score is not the correct one."""
    rulings = models.PositiveSmallIntegerField(default=0)
    sides = models.JSONField(null=True)
    """What each player did, by seat, as `side_figures` has it; null while the game is open."""

    class Meta:
        verbose_name_plural = "game summaries"

    def __str__(self) -> str:
        return f"{self.players} {self.finals}"


def searchable_name(text: str) -> str:
    """A name as it is looked for in a summary: a part of it, or between quotation marks the whole name."""
    name = text.strip()
    whole = len(name) > 2 and name[0] in QUOTES and name[-1] in QUOTES
    return f"{PARTED}{searchable(name[1:-1])}{PARTED}" if whole else searchable(name)


def searchable(text: str) -> str:
    """A name or a part of one without case and accents, to be looked for."""
    split = unicodedata.normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(c for c in split if not unicodedata.combining(c)).replace(PARTED, " ")
