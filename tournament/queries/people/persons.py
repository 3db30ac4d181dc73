"""Everybody ever entered, and who may be the same person twice."""

from dataclasses import dataclass

from django.db.models import Count, Max

from tournament.engine.roster import nearby
from tournament.models import Player


@dataclass(frozen=True)
class Alike:
    """Two people whose names differ in a letter, an accent or the order of words."""

    one: Player
    other: Player


def all_persons() -> list[Player]:
    """Everybody who was not merged into somebody else, by name, with the number of
    entries and the date of the latest event. One query.
    """
    people = Player.objects.filter(merged_into=None).annotate(
        entry_count=Count("entries"), latest=Max("entries__division__event__date")
    )
    return list(people.order_by("sort_name", "id"))


def alike(people: list[Player]) -> list[Alike]:
    """The pairs of `people` whose names are nearly the same, each once."""
    seen: dict[str, list[Player]] = {}
    pairs: dict[frozenset[int], Alike] = {}
    for player in people:
        for key in dict.fromkeys(nearby(player.name)):
            for other in seen.setdefault(key, []):
                if other.pk != player.pk:
                    pairs.setdefault(frozenset((other.pk, player.pk)), Alike(other, player))
            seen[key].append(player)
    return list(pairs.values())
