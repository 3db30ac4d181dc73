"""Ratings of registered people, from rating lists and earlier events.

They are for the desk only and never shown to the person who registers.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from tournament.engine.ratings.performance import round_half_up
from tournament.federation.models import Registration
from tournament.federation.queries.registrations import recognise_people
from tournament.models import Entry, Event, Player
from tournament.queries.people.rating_lists import (
    current_ratings,
    event_system,
    listed_ratings,
    rating_lists_for,
)

Key = TypeVar("Key", bound=Hashable)


def initial_ratings_of(
    event: Event, people: Mapping[Key, tuple[Player | None, str, str]]
) -> dict[Key, int | None]:
    """Return each person's initial rating by the keys of `people`; None if unknown. At most six queries.

    Values of `people` are the person, if known, the name and the member number. The rating is from
    the event's current list, else from the latest entry.
    """
    system = event_system(event)
    on_list = rating_lists_for(event, system).in_force if system else None
    called = {
        key: (player.name if player else name, member)
        for key, (player, name, member) in people.items()
    }
    rows = listed_ratings(on_list, list(called.values())) if on_list else {}
    earlier = {
        entry.player_id: entry
        for entry in Entry.objects.filter(
            player__in=[player for player, *_ in people.values() if player]
        )
        .select_related("player", "division__event")
        .order_by("added_at")
    }
    came = current_ratings(event, earlier.values())
    ratings: dict[Key, int | None] = {}
    for key, (player, _name, _member) in people.items():
        row, last = rows.get(called[key]), earlier.get(player.pk) if player else None
        ratings[key] = max(1, round_half_up(row.rating)) if row else came[last.pk] if last else None
    return ratings


def registered_ratings(event: Event, rows: Sequence[Registration]) -> dict[int, int | None]:
    """Return each person's rating by registration key: the entry's, or else the initial one.

    Registrations that have ended without an entry are left out. People are looked up by member
    number or exact name. At most ten queries.
    """
    waiting = [row for row in rows if row.is_alive and row.entry is None]
    who = recognise_people(event, waiting)
    people = {
        row.pk: (who[row.pk].by_member or who[row.pk].by_name, row.name, row.member)
        for row in waiting
    }
    entered = {row.pk: row.entry.rating for row in rows if row.entry is not None}
    return entered | (initial_ratings_of(event, people) if people else {})
