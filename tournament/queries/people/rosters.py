"""Rosters of other divisions and earlier events, to tick who plays again."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from scoring.models import Activity
from scoring.models.organisation import in_current_tenant
from tournament.models import Division, Entry
from tournament.queries.people.rating_lists import number_at, ratings_now
from tournament.wording.alphabet import alphabetical

SHOWN = 30
"""How many earlier divisions are offered, the latest first."""


def earlier_divisions(division: Division | None = None) -> list[Division]:
    """The divisions of other events that have players, the latest event first. One query."""
    others = Division.objects.filter(in_current_tenant("event__organisation"))
    if division is not None:
        others = others.exclude(event=division.event_id)
    return list(
        others.annotate(players=Count("entries"))
        .filter(players__gt=0)
        .select_related("event")
        .order_by("-event__date", "-event__created_at", "position")[:SHOWN]
    )


def offered_division(division: Division) -> Division | None:
    """The division of last time whose players are offered to a division of a copied event, until they were added or
    the offer was dismissed (`end_offer`). Three queries at most.
    """
    scopes = (f"event:{division.event.slug}", division.scope)
    rows = Activity.objects.filter(scope__in=scopes, verb__in=("next_session", "end_offer"))
    logged = {entry.verb: entry.after or {} for entry in rows}
    slug = logged.get("next_session", {}).get("from")
    if slug is None or "end_offer" in logged:
        return None
    earlier = Division.objects.filter(in_current_tenant("event__organisation"), event__slug=slug)
    return earlier.filter(slug=division.slug, entries__isnull=False).first()


@dataclass(frozen=True)
class PlaysAgain:
    """Somebody to tick: the earlier entry, the rating to come with, and the division of last time."""

    entry: Entry
    rating: int | None

    @property
    def division(self) -> Division:
        """Where the person played last time."""
        return self.entry.division


def earlier_roster(division: Division, pk: int) -> list[PlaysAgain]:
    """Who played in the division of that key and is in no division of this event, by name. Three queries.

    The rating is that of the latest list where there is one (`ratings_now`).
    """
    rows = Entry.objects.filter(
        in_current_tenant("division__event__organisation"), division=pk
    ).exclude(player__entries__division__event=division.event_id)
    entries = sorted(
        rows.select_related("player", "division__event"),
        key=lambda entry: alphabetical(entry.player.sort_name),
    )
    rated = ratings_now(division.event, entries)
    return [PlaysAgain(entry, rated[entry.pk]) for entry in entries]


def rosters_of_others(division: Division, earlier: int | None) -> list[tuple[Division, int | None]]:
    """The other divisions of the event, each with the key of its own roster of last time. Two queries.

    That is the division of the same address in the event of the division `earlier`; None: there is none.
    """
    keys = {}
    if earlier is not None:
        same = Division.objects.filter(
            in_current_tenant("event__organisation"), event__divisions=earlier
        )
        keys = dict(same.values_list("slug", "pk"))
    others = Division.objects.filter(event=division.event_id).exclude(pk=division.pk)
    return [(other, keys.get(other.slug)) for other in others]


def roster_text(division: Division, entries: Collection[int]) -> str:
    """The entries with those keys as a roster to paste: name, rating, `#` and member number. Three queries.

    The rating is that of the latest list where there is one. The number goes along where it is one at
    the body that rates `division`.
    """
    system = division.event.rules.rating_system
    chosen = Entry.objects.filter(
        in_current_tenant("division__event__organisation"), pk__in=entries
    ).select_related("player", "division__event")
    rows = sorted(chosen, key=lambda entry: alphabetical(entry.player.sort_name))
    rated = ratings_now(division.event, rows)
    return "\n".join(
        "\t".join(
            filter(
                None,
                (
                    entry.player.sort_name,
                    str(rated[entry.pk] or ""),
                    f"#{number}" if (number := number_at(entry, system)) else "",
                ),
            )
        )
        for entry in rows
    )
