"""The prizes of an event with their winners, and the rating classes they are given in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.prizes.award import Award, award
from tournament.engine.prizes.award import Prize as Asked
from tournament.engine.prizes.classes import Cut
from tournament.engine.prizes.contest import Section, Who
from tournament.models import Division, Entry, Event, Prize


def prizes_of(event: Event) -> list[Prize]:
    """The prizes of an event in the order of the ceremony. One query."""
    return list(
        Prize.objects.filter(event=event, removed_at=None)
        .select_related("division", "winner__player", "winner__division")
        .order_by("position", "id")
    )


def asked(prize: Prize) -> Asked:
    """A prize as the engine reads it."""
    winner = prize.winner
    return Asked(
        prize.pk,
        prize.kind,
        prize.options,
        prize.division.name if prize.division else "",
        prize.place,
        prize.title,
        prize.value,
        prize.exclusive,
        Who(winner.division.name, winner.number) if winner else None,
        prize.winner_why,
    )


def awards_of(prizes: Sequence[Prize], sections: Sequence[Section]) -> tuple[Award, ...]:
    """Who has won what. Raises `BadPrize` for a prize that was tampered with."""
    return award([asked(prize) for prize in prizes], sections)


def classes_of(event: Event) -> dict[str, list[str]]:
    """The names of the rating classes of each division, in the order of ratings. One query."""
    found: dict[str, dict[str, None]] = {}
    rows = (
        Entry.objects.filter(division__event=event)
        .exclude(rating_class="")
        .order_by("division__position", "-rating", "number")
        .values_list("division__name", "rating_class")
    )
    for division, name in rows:
        found.setdefault(division, {})[name] = None
    return {division: list(names) for division, names in found.items()}


@dataclass(frozen=True, slots=True)
class ClassSize:
    """A rating class as it is now: its highest and lowest rating, how many are in it.

    `cut` is the line that would cut it so again; None for those in no class.
    """

    name: str
    players: int
    best: int | None
    least: int | None
    cut: Cut | None


def class_sizes(division: Division) -> list[ClassSize]:
    """The classes of a division from the strongest down, who is in none last. One query."""
    found: dict[str, list[int | None]] = {}
    for name, rating in Entry.objects.filter(division=division).values_list(
        "rating_class", "rating"
    ):
        found.setdefault(name, []).append(rating)
    last = min(found, key=lambda name: max(filter(None, found[name]), default=0), default="")
    sizes = []
    for name, ratings in found.items():
        known = [rating for rating in ratings if rating is not None]
        is_open = len(known) < len(ratings) or (name == last and "" not in found)
        least = min(known, default=None)
        cut = Cut(name, None if is_open else least) if name else None
        sizes.append(ClassSize(name, len(ratings), max(known, default=None), least, cut))
    return sorted(sizes, key=lambda size: (not size.name, -(size.best or 0), size.name))
