"""Pairs of people who are kept apart, for the director's page and for pairing."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Division, Entry, Event, KeepApart, Player


def pairs_kept_apart(event: Event) -> list[KeepApart]:
    """Return the pairs of people who are kept apart in the event now, sorted by name. One query."""
    return list(KeepApart.objects.filter(event=event, ended_at=None).select_related("one", "other"))


def pairs_kept_apart_in(
    division: Division,
) -> tuple[frozenset[frozenset[int]], frozenset[frozenset[int]]]:
    """Return the pairs of entry numbers that must not meet, and those that should not.

    Pairs with a person who is not in the division are left out. Two queries, or one if no pair is
    kept apart.
    """
    pairs = list(
        KeepApart.objects.filter(event=division.event_id, ended_at=None).values_list(
            "one", "other", "is_hard"
        )
    )
    if not pairs:
        return frozenset(), frozenset()
    numbers = dict(Entry.objects.filter(division=division).values_list("player", "number"))
    by_hardness = [
        (frozenset((numbers[one], numbers[other])), hard)
        for one, other, hard in pairs
        if one in numbers and other in numbers
    ]
    hard_pairs = frozenset(pair for pair, hard in by_hardness if hard)
    return hard_pairs, frozenset(pair for pair, hard in by_hardness if not hard)


@dataclass(frozen=True, slots=True)
class KeptApartPeriod:
    """Two entries of a division who are or were kept apart; `until` is None while they still are."""

    numbers: frozenset[int]
    is_hard: bool
    since: datetime
    until: datetime | None

    def is_in_force_at(self, moment: datetime) -> bool:
        """Return whether the two were kept apart at a moment."""
        return self.since <= moment and (self.until is None or moment < self.until)


def kept_apart_history(division: Division) -> list[KeptApartPeriod]:
    """Return every pair of the division that is or was kept apart, with the period. Two queries."""
    numbers = dict(Entry.objects.filter(division=division).values_list("player", "number"))
    return [
        KeptApartPeriod(
            frozenset((numbers[pair.one_id], numbers[pair.other_id])),
            pair.is_hard,
            pair.added_at,
            pair.ended_at,
        )
        for pair in KeepApart.objects.filter(event=division.event_id)
        if pair.one_id in numbers and pair.other_id in numbers
    ]


def players_of(event: Event) -> list[Player]:
    """Return all people entered in the event, by name. One query."""
    return list(Player.objects.filter(entries__division__event=event).distinct())
