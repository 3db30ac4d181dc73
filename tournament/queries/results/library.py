"""The library of recorded games, searched by players, place, date, plays and result."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from scoring.models import Game, GamePlayer
from scoring.models.summary import NAME_SEPARATOR, searchable_name
from tournament.models import Event, Pairing

MAX_LISTED_GAMES = 500
"""The largest number of games that a query lists by key."""


@dataclass(frozen=True)
class GameSearch:
    """A search of the library; empty fields are ignored.

    `since` and `until` are the first and last days of the period in which the record was begun, `word`
    contains words that must all have been played, and `bingos` is the minimum number in the game.
    `differs` and `ruled` select games in which an announced score differed or was ruled on.
    """

    player: str = ""
    """Part of a name, or a whole name in quotation marks."""
    opponent: str = ""
    player_won: bool = False
    event: str = ""
    club: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    word: str = ""
    score: int | None = None
    """The minimum of the game's highest score, in points."""
    bingos: int | None = None
    differs: bool = False
    ruled: bool = False


@dataclass(frozen=True)
class HeadToHead:
    """The record of two players against each other in all matching games."""

    won: int
    lost: int
    tied: int
    points: int
    opponent_points: int

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.won + self.lost + self.tied


def matching_games(search: GameSearch, of: Event | None = None) -> QuerySet[Game]:
    """Return the matching games, newest first, optionally of one event only; practice games are left out."""
    games = Game.objects.filter(practice=None).order_by("-id")
    board = "pairing__round__division__event"
    if of is not None:
        games = games.filter(**{board: of})
    for name in (search.player, search.opponent):
        if name.strip():
            games = games.filter(summary__players__contains=searchable_name(name))
    if search.player_won and search.player.strip():
        games = games.filter(summary__winners__contains=searchable_name(search.player))
    if search.event.strip():
        there = Q(**{f"{board}__name__icontains": search.event.strip()})
        games = games.filter(there | Q(title__icontains=search.event.strip()))
    if search.club.strip():
        games = games.filter(**{f"{board}__club__name__icontains": search.club.strip()})
    if search.since is not None:
        games = games.filter(created_at__date__gte=search.since)
    if search.until is not None:
        games = games.filter(created_at__date__lte=search.until)
    for word in search.word.upper().split():
        games = games.filter(summary__words__contains=f" {word} ")
    if search.score is not None:
        games = games.filter(summary__highest__gte=search.score)
    if search.bingos is not None:
        games = games.filter(summary__bingos__gte=search.bingos)
    if search.differs:
        games = games.filter(summary__differences__gt=0)
    if search.ruled:
        games = games.filter(summary__rulings__gt=0)
    return games


def materialize_if_small(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return a query for the same games by key if there are at most `MAX_LISTED_GAMES`, else `games` itself. One query.

    The text of the games is then searched only once, not again for the count, the list and the
    record.
    """
    keys = list(games.values_list("pk", flat=True)[: MAX_LISTED_GAMES + 1])
    return (
        Game.objects.filter(pk__in=keys).order_by("-id") if len(keys) <= MAX_LISTED_GAMES else games
    )


def prefetch_figures(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return these games with their summary, their board, and their players in the order of seats.

    Three queries when evaluated.
    """
    return (
        games.select_related("summary")
        .defer("summary__sides")
        .prefetch_related(Prefetch("players", GamePlayer.objects.order_by("seat")))
        .prefetch_related(
            Prefetch("pairing", Pairing.objects.select_related("round__division__event"))
        )
    )


def head_to_head(search: GameSearch, games: QuerySet[Game]) -> HeadToHead | None:
    """Return the player's record against the opponent in finished games. One query.

    Return None unless the search names both.
    """
    if not (search.player.strip() and search.opponent.strip()):
        return None
    player, opponent = searchable_name(search.player), searchable_name(search.opponent)
    won = lost = tied = points = other_points = 0
    finished = games.filter(summary__highest__isnull=False)
    figures = finished.values_list("summary__players", "summary__winners", "summary__finals")
    for players, winners, finals in figures:
        seats = players.strip(NAME_SEPARATOR).split(NAME_SEPARATOR)
        own, other = _seat(seats, player), _seat(seats, opponent)
        if own is None or other is None or own == other:
            continue
        points += finals[own] or 0
        other_points += finals[other] or 0
        victors = winners.strip(NAME_SEPARATOR).split(NAME_SEPARATOR)
        if seats[own] in victors and seats[other] in victors:
            tied += 1
        else:
            won += seats[own] in victors
            lost += seats[other] in victors
    return HeadToHead(won, lost, tied, points, other_points)


def _seat(seats: Sequence[str], name: str) -> int | None:
    return next(
        (at for at, seat in enumerate(seats) if name in f"{NAME_SEPARATOR}{seat}{NAME_SEPARATOR}"),
        None,
    )
