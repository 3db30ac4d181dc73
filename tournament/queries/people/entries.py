"""Who is in a division: as the engine wants it and as people read it, in one database query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from tournament.engine.entrants import Entrant, draw_lots, last_part, seed_list
from tournament.models import Division, Entry
from tournament.queries.cache import remembered


@dataclass(frozen=True, slots=True)
class Person:
    """One entry as people read it."""

    entry_id: int
    number: int
    seed: int
    name: str
    sort_name: str
    rating: int | None
    withdrawn_after: int | None
    left_after: int | None
    """The last round with a part in it; `withdrawn_after` may be later where a file wrote noughts on."""
    fixed_board: int | None
    rating_class: str = ""
    team: str = ""
    member: str = ""
    by_initials: bool = False
    """Whether everybody is to see the initials alone."""


def initials_of(name: str) -> str:
    """The first letter of every part of a name, in its order: `Ana Lopez` is `A. L.`, `Lopez, Ana` is `L. A.`."""
    return " ".join(f"{part[0].upper()}." for part in name.replace(",", " ").split())


def public_name(entry: Entry) -> str:
    """The name of an entry as everybody may see it: the initials of who asked for that."""
    return initials_of(entry.name) if entry.by_initials else entry.name


@dataclass(frozen=True, slots=True)
class DivisionField:
    """Everybody in a division, in the order of numbers."""

    people: tuple[Person, ...]
    entrants: tuple[Entrant, ...]

    @property
    def by_number(self) -> Mapping[int, Person]:
        """Each person by entry number."""
        return {person.number: person for person in self.people}

    @property
    def public(self) -> DivisionField:
        """The same as everybody may see it: who asked for it has initials for a name."""
        people = tuple(
            replace(person, name=initials_of(person.name), sort_name=initials_of(person.sort_name))
            if person.by_initials
            else person
            for person in self.people
        )
        return replace(self, people=people)

    @property
    def names(self) -> Mapping[int, str]:
        """Each name by entry number."""
        return {person.number: person.name for person in self.people}


@remembered
def division_field(division: Division) -> DivisionField:
    """Everybody ever entered in the division. One query (the event must be loaded)."""
    rows = list(
        Entry.objects.filter(division=division)
        .order_by("number")
        .values_list(
            "id",
            "number",
            "player__name",
            "player__sort_name",
            "rating",
            "withdrawn_after",
            "extras__left",
            "fixed_board",
            "rating_class",
            "team",
            "member",
            "by_initials",
        )
    )
    seeds = seed_list([(row[1], row[4]) for row in rows])
    lots = draw_lots(list(seeds), Random(division.event.lots_seed))
    people = tuple(
        Person(
            entry_id=row[0],
            number=row[1],
            seed=seeds[row[1]],
            name=row[2],
            sort_name=row[3],
            rating=row[4],
            withdrawn_after=row[5],
            left_after=last_part(row[5], row[6]),
            fixed_board=row[7],
            rating_class=row[8],
            team=row[9],
            member=row[10],
            by_initials=row[11],
        )
        for row in rows
    )
    entrants = tuple(
        Entrant(p.number, p.seed, p.rating, p.withdrawn_after, lots[p.number]) for p in people
    )
    return DivisionField(people, entrants)
