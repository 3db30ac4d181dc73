"""People shared between organisations, from the point of view of either."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Organisation
from tournament.federation.models import SharedPerson
from tournament.models import Entry, Player


@dataclass(frozen=True)
class OfferedPerson:
    """A person offered by another organisation, with the shared data only."""

    share: SharedPerson
    name: str
    sort_name: str
    member: str
    """The member number of the latest entry that has one, or an empty string."""
    known: Player | None
    """The person with this name in the receiving organisation, or None if there is none."""


def offers_to(organisation: Organisation) -> list[OfferedPerson]:
    """Return the open offers to the organisation, oldest first. This takes three queries."""
    shares = list(
        SharedPerson.objects.filter(to=organisation, accepted_at=None, ended_at=None)
        .select_related("player__organisation")
        .order_by("id")
    )
    members = dict(
        Entry.objects.filter(player__in=[share.player_id for share in shares])
        .exclude(member="")
        .order_by("added_at", "id")
        .values_list("player", "member")
    )
    keys = [share.player.name_key for share in shares]
    known = {
        player.name_key: player.merged_into or player
        for player in Player.everywhere.filter(organisation=organisation, name_key__in=keys)
        .select_related("merged_into")
        .order_by("-id")
    }
    return [
        OfferedPerson(
            share,
            share.player.name,
            share.player.sort_name,
            members.get(share.player_id, ""),
            known.get(share.player.name_key),
        )
        for share in shares
    ]


def people_shared_with(organisation: Organisation) -> list[SharedPerson]:
    """Return the accepted people still shared, by name. This takes one query."""
    return list(
        SharedPerson.objects.filter(to=organisation, ended_at=None)
        .exclude(accepted_at=None)
        .select_related("player__organisation", "own")
        .order_by("own__sort_name", "id")
    )


def shares_of(player: Player) -> list[SharedPerson]:
    """Return every sharing of a person with other organisations, latest first, even if ended. This takes one query."""
    return list(SharedPerson.objects.filter(player=player).select_related("to", "own"))
