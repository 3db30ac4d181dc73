"""Rosters of other divisions and earlier events, to tick who plays again."""

from collections.abc import Collection

from django.db.models import Count

from tournament.models import Division, Entry

SHOWN = 30
"""How many earlier divisions are offered, the latest first."""


def earlier_divisions(division: Division) -> list[Division]:
    """The other divisions that have players, the latest event first. One query."""
    return list(
        Division.objects.exclude(pk=division.pk)
        .annotate(players=Count("entries"))
        .filter(players__gt=0)
        .select_related("event")
        .order_by("-event__date", "-event__created_at", "position")[:SHOWN]
    )


def earlier_roster(division: Division, pk: int) -> list[Entry]:
    """Who played in the division of that key and is not in this one, by name. One query."""
    return list(
        Entry.objects.filter(division=pk)
        .exclude(player__entries__division=division)
        .select_related("player")
        .order_by("player__sort_name")
    )


def roster_text(entries: Collection[int]) -> str:
    """The entries with those keys as a pasted roster: name, tab, rating. One query."""
    rows = Entry.objects.filter(pk__in=entries).order_by("player__sort_name")
    return "\n".join(
        f"{name}\t{rating}" if rating else name
        for name, rating in rows.values_list("player__sort_name", "rating")
    )
