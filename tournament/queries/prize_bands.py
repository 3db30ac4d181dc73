"""The places of a division that win prizes, as pairing and clinching need them."""

from itertools import groupby

from django.db.models import Q

from tournament.engine.pairing.request import PrizeBand
from tournament.models import Division, Prize

BY_PLACE, BY_CLASS = "place", "rating_class"
"""The kinds of prize that are won by a place."""


def prize_bands(division: Division) -> tuple[PrizeBand, ...]:
    """The places with prizes, neighbours of equal value as one band. One query."""
    rows = Prize.objects.filter(
        Q(division=division) | Q(division=None),
        event=division.event_id,
        removed_at=None,
        kind__in=(BY_PLACE, BY_CLASS),
    ).values_list("kind", "options", "place", "value")
    placed = sorted(
        {
            (str(options.get("rating_class", "")) if kind == BY_CLASS else "", place, value)
            for kind, options, place, value in rows
        }
    )
    bands = []
    for (group, value), same in groupby(placed, key=lambda row: (row[0], row[2])):
        places = [place for _, place, _ in same]
        if value:
            bands.append(PrizeBand(places[0], places[-1], group))
        else:
            bands += [PrizeBand(place, place, group) for place in places]
    return tuple(bands)
