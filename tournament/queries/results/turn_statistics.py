"""The sides of recorded games, as `turn_statistics` adds them up: read from the summaries, no game is replayed."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Game
from scoring.models.summary import PARTED, searchable, searchable_name
from tournament.engine.turn_statistics import GameSide

AT_ONCE = 2000
"""Summaries held in memory at a time."""


def sides_of(games: QuerySet[Game], player: str = "") -> Iterator[GameSide]:
    """Every side of these games that are finished, or those of players whose name has `player` in it, or
    is `player` where it stands between quotation marks.

    One query, and 50,000 games take a few seconds.
    """
    wanted = searchable_name(player)
    figures = games.filter(summary__sides__isnull=False).values_list(
        "pk", "created_at", "summary__sides"
    )
    for key, created_at, sides in figures.iterator(AT_ONCE):
        when = timezone.localtime(created_at).date().isoformat()
        for side in sides or []:
            if not wanted or wanted in f"{PARTED}{searchable(side['name'])}{PARTED}":
                yield GameSide(game=key, when=when, **side)
