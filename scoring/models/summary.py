"""Summaries of games for searching and statistics, derived from the records."""

from __future__ import annotations

import unicodedata

from django.db import models

from scoring.models.game import Game

NAME_SEPARATOR = "|"
"""Separator before, between and after the names of a summary."""
QUOTES = '"“”„'
"""Quotation marks that may enclose a name in a search to find only the whole name."""


class GameSummary(models.Model):
    """The figures of one game. Everything is derived from the game and written by `scoring.actions.summaries`."""

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="summary"
    )
    players = models.TextField()
    """The names as given by `searchable_text`, with separators: ``|ann archer|bob baker|``."""
    winners = models.TextField(blank=True)
    """The names of the winners in the form of `players`; empty if nobody has won yet."""
    finals = models.JSONField(default=list)
    """The final scores by seat; empty while the game is open."""
    highest = models.IntegerField(null=True)
    """The highest final score; null while the game is open."""
    words = models.TextField(blank=True)
    """The main words of all plays that were not withdrawn, in upper case, with spaces around each: `` QI ZAX ``."""
    bingos = models.PositiveSmallIntegerField(default=0)
    differences = models.PositiveSmallIntegerField(default=0)
    """Number of turns with a wrong announced score, except plays that were withdrawn."""
    rulings = models.PositiveSmallIntegerField(default=0)
    sides = models.JSONField(null=True)
    """The figures of each player by seat, from `side_figures`; null while the game is open."""

    class Meta:
        verbose_name_plural = "game summaries"

    def __str__(self) -> str:
        return f"{self.players} {self.finals}"


def searchable_name(text: str) -> str:
    """Return the search text for a part of a name or, between quotation marks, for a whole name."""
    name = text.strip()
    whole = len(name) > 2 and name[0] in QUOTES and name[-1] in QUOTES
    return (
        f"{NAME_SEPARATOR}{searchable_text(name[1:-1])}{NAME_SEPARATOR}"
        if whole
        else searchable_text(name)
    )


def searchable_text(text: str) -> str:
    """Return a name or a part of it in lower case, without accents, and with single spaces."""
    split = unicodedata.normalize("NFKD", " ".join(text.split()).casefold())
    return "".join(c for c in split if not unicodedata.combining(c)).replace(NAME_SEPARATOR, " ")
