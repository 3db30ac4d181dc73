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


def roster_text(division: Division, entries: Collection[int]) -> str:
    """The entries with those keys as a roster to paste: name, rating, `#` and member number. One query.

    The number goes along where it is one at the body that rates `division`.
    """
    system = division.event.rules.rating_system
    rows = Entry.objects.filter(pk__in=entries).order_by("player__sort_name")
    return "\n".join(
        "\t".join(
            filter(
                None,
                (
                    entry.player.sort_name,
                    str(entry.rating or ""),
                    f"#{number}" if (number := _number_at(entry, system)) else "",
                ),
            )
        )
        for entry in rows.select_related("player", "division__event")
    )


def _number_at(entry: Entry, system: str) -> str:
    """The member number at the body of that system, as a roster can hold it."""
    same = entry.division.event.rules.rating_system == system
    return "".join(entry.member.split()) if same else ""
