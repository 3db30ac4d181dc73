"""Rosters of other divisions and earlier events, from which returning players can be selected."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count

from scoring.models import Activity
from scoring.models.organisation import current_tenant_filter
from tournament.models import Division, Entry
from tournament.queries.people.rating_lists import current_ratings, member_number_for
from tournament.wording.alphabet import alphabetical_key

MAX_EARLIER_DIVISIONS = 30
"""The maximum number of earlier divisions offered."""


def earlier_divisions(division: Division | None = None) -> list[Division]:
    """Return up to `MAX_EARLIER_DIVISIONS` divisions of other events that have players, latest event first. One query.

    Without `division`, no event is excluded.
    """
    others = Division.objects.filter(current_tenant_filter("event__organisation"))
    if division is not None:
        others = others.exclude(event=division.event_id)
    return list(
        others.annotate(players=Count("entries"))
        .filter(players__gt=0)
        .select_related("event")
        .order_by("-event__date", "-event__created_at", "position")[:MAX_EARLIER_DIVISIONS]
    )


def offered_division(division: Division) -> Division | None:
    """Return the earlier division whose players are offered to a division of a copied event, or None.

    It has the same slug and has players. The offer ends once players have been added or it has been
    dismissed (`decline_late_offer`). At most three queries.
    """
    scopes = (f"event:{division.event.slug}", division.scope)
    rows = Activity.objects.filter(scope__in=scopes, verb__in=("next_session", "end_offer"))
    logged = {entry.verb: entry.after or {} for entry in rows}
    slug = logged.get("next_session", {}).get("from")
    if slug is None or "end_offer" in logged:
        return None
    earlier = Division.objects.filter(
        current_tenant_filter("event__organisation"), event__slug=slug
    )
    return earlier.filter(slug=division.slug, entries__isnull=False).first()


@dataclass(frozen=True)
class ReturningPlayer:
    """A returning player to select: the earlier entry and the current rating."""

    entry: Entry
    rating: int | None

    @property
    def division(self) -> Division:
        """The division of the earlier entry."""
        return self.entry.division


def earlier_roster(division: Division, pk: int) -> list[ReturningPlayer]:
    """Return the players of an earlier division who are not in this event, by name. Three queries.

    Ratings come from the list in force if there is one (`current_ratings`).
    """
    rows = Entry.objects.filter(
        current_tenant_filter("division__event__organisation"), division=pk
    ).exclude(player__entries__division__event=division.event_id)
    entries = sorted(
        rows.select_related("player", "division__event"),
        key=lambda entry: alphabetical_key(entry.player.sort_name),
    )
    rated = current_ratings(division.event, entries)
    return [ReturningPlayer(entry, rated[entry.pk]) for entry in entries]


def earlier_divisions_of_others(
    division: Division, earlier: int | None
) -> list[tuple[Division, int | None]]:
    """Return the event's other divisions, each with the key of an earlier division, or None. Two queries.

    The earlier division has the same slug and belongs to the event of division `earlier`.
    """
    keys = {}
    if earlier is not None:
        same = Division.objects.filter(
            current_tenant_filter("event__organisation"), event__divisions=earlier
        )
        keys = dict(same.values_list("slug", "pk"))
    others = Division.objects.filter(event=division.event_id).exclude(pk=division.pk)
    return [(other, keys.get(other.slug)) for other in others]


def roster_text(division: Division, entries: Collection[int]) -> str:
    """Return the entries with these keys as a roster to paste. Three queries.

    Each line contains the name, the rating from the list in force or the entry, `#` and the member
    number. The number is included if it belongs to the body that rates `division`; unknown values
    are left out.
    """
    system = division.event.rules.rating_system
    chosen = Entry.objects.filter(
        current_tenant_filter("division__event__organisation"), pk__in=entries
    ).select_related("player", "division__event")
    rows = sorted(chosen, key=lambda entry: alphabetical_key(entry.player.sort_name))
    rated = current_ratings(division.event, rows)
    return "\n".join(
        "\t".join(
            filter(
                None,
                (
                    entry.player.sort_name,
                    str(rated[entry.pk] or ""),
                    f"#{number}" if (number := member_number_for(entry, system)) else "",
                ),
            )
        )
        for entry in rows
    )
