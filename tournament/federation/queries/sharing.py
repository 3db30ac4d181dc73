"""People offered by one organisation to another, as either of the two sees them."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Organisation
from tournament.federation.models import SharedPerson
from tournament.models import Entry, Player


@dataclass(frozen=True)
class OfferedPerson:
    """A person another organisation offers: what of them crosses the wall."""

    share: SharedPerson
    name: str
    sort_name: str
    member: str
    """The member number of the latest entry; empty where there is none."""
    known: Player | None
    """The person of that name in the receiving organisation; None where there is nobody."""


def offered_to(organisation: Organisation) -> list[OfferedPerson]:
    """Who is offered to the organisation and waits for its answer, the oldest first. Three queries."""
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


def received_by(organisation: Organisation) -> list[SharedPerson]:
    """Who was accepted and is still shared, by name. One query."""
    return list(
        SharedPerson.objects.filter(to=organisation, ended_at=None)
        .exclude(accepted_at=None)
        .select_related("player__organisation", "own")
        .order_by("own__sort_name", "id")
    )


def shares_of(player: Player) -> list[SharedPerson]:
    """With whom a person is or was shared, the latest first. One query."""
    return list(SharedPerson.objects.filter(player=player).select_related("to", "own"))
