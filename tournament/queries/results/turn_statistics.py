"""The sides of recorded games for `turn_statistics`, read from summaries without replaying the games."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import QuerySet
from django.utils import timezone

from scoring.models import Game
from scoring.models.summary import NAME_SEPARATOR, searchable_name, searchable_text
from tournament.engine.turn_statistics import GameSide

SUMMARIES_PER_CHUNK = 2000
"""The number of summaries in memory at a time."""


def game_sides(games: QuerySet[Game], player: str = "") -> Iterator[GameSide]:
    """Yield both sides of every finished game among these, or only the sides of matching players.

    `player` is part of a name, or a whole name in quotation marks. One query, in chunks of
    `SUMMARIES_PER_CHUNK`.
    """
    wanted = searchable_name(player)
    figures = games.filter(summary__sides__isnull=False).values_list(
        "pk", "created_at", "summary__sides"
    )
    for key, created_at, sides in figures.iterator(SUMMARIES_PER_CHUNK):
        when = timezone.localtime(created_at).date().isoformat()
        for side in sides or []:
            if (
                not wanted
                or wanted in f"{NAME_SEPARATOR}{searchable_text(side['name'])}{NAME_SEPARATOR}"
            ):
                yield GameSide(game=key, when=when, **side)
