"""The places of a division that win prizes, as pairing and clinching need them."""

from itertools import groupby

from django.db.models import Q

from tournament.engine.pairing.request import PrizeBand
from tournament.engine.prizes.money import worth
from tournament.models import Division, Prize

BY_PLACE, BY_CLASS = "place", "rating_class"
"""The kinds of prize that are won by a place."""

Value = tuple[int, str]
"""What a place is worth: money in cents, and what is no money."""


def prize_bands(division: Division) -> tuple[PrizeBand, ...]:
    """The places with prizes, neighbours of equal value as one band; classes after. One query.

    Several prizes for one place count together; "€ 50" and "50.00" are equal. Places of which no
    value is known are bands of their own.
    """
    rows = Prize.objects.filter(
        Q(division=division) | Q(division=None),
        event=division.event_id,
        removed_at=None,
        kind__in=(BY_PLACE, BY_CLASS),
    ).order_by("position", "id")
    values: dict[str, dict[int, Value]] = {}
    for kind, options, place, text in rows.values_list("kind", "options", "place", "value"):
        group = str(options.get("rating_class", "")) if kind == BY_CLASS else ""
        found = worth(text)
        cents, extra = values.setdefault(group, {}).get(place, (0, ""))
        values[group][place] = (cents + found.cents, f"{extra} {found.extra}".strip())
    return tuple(
        PrizeBand(places[0], places[-1], group)
        for group in sorted(values)
        for places in _bands(values[group])
    )


def _bands(values: dict[int, Value]) -> list[list[int]]:
    """The places in runs: next to each other, worth the same, and worth something."""
    runs = groupby(
        enumerate(sorted(values)),
        key=lambda item: (values[item[1]], item[1] - item[0]),
    )
    bands: list[list[int]] = []
    for (value, _), run in runs:
        places = [place for _, place in run]
        bands += [places] if any(value) else [[place] for place in places]
    return bands
