"""The players of a division, for the engine and in readable form, in one query."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from random import Random

from tournament.engine.entrants import Entrant, draw_lots, last_active_round, seeds_by_number
from tournament.engine.naming import FULL, name_form, shown_name, shown_sort_name
from tournament.models import Division, Entry
from tournament.queries.cache import cached_read


@dataclass(frozen=True, slots=True)
class Person:
    """One entry in readable form."""

    entry_id: int
    number: int
    seed: int
    name: str
    sort_name: str
    rating: int | None
    withdrawn_after: int | None
    left_after: int | None
    """The last round the entry took part in, 0 for none; None if it has not withdrawn.

    It is earlier than `withdrawn_after` if an imported file has zeros for rounds after the player left.
    """
    fixed_board: int | None
    rating_class: str = ""
    team: str = ""
    member: str = ""
    shown: str = FULL
    """The form in which the name is shown in public; see `tournament.engine.naming`."""

    @property
    def with_public_name(self) -> Person:
        """The person with the public form of the name."""
        return replace(
            self,
            name=shown_name(self.name, self.sort_name, self.shown),
            sort_name=shown_sort_name(self.name, self.sort_name, self.shown),
        )


def name_form_of(entry: Entry) -> str:
    """Return the form in which an entry's name is shown in public. For a minor, the event should be loaded."""
    return name_form(
        by_initials=entry.by_initials,
        is_minor=entry.player.is_minor,
        minors=entry.division.event.rules.minors if entry.player.is_minor else FULL,
    )


def public_name(entry: Entry) -> str:
    """Return the public name of an entry, shortened for minors and for people who requested it."""
    return shown_name(entry.name, entry.player.sort_name, name_form_of(entry))


def public_sort_name(entry: Entry) -> str:
    """Return the public name of an entry with the family name first."""
    return shown_sort_name(entry.name, entry.player.sort_name, name_form_of(entry))


@dataclass(frozen=True, slots=True)
class DivisionField:
    """All players of a division by entry number."""

    people: tuple[Person, ...]
    entrants: tuple[Entrant, ...]

    @property
    def by_number(self) -> Mapping[int, Person]:
        """The people by entry number."""
        return {person.number: person for person in self.people}

    def without(self, numbers: Collection[int], after: int) -> DivisionField:
        """Return the field as if the playing entries among `numbers` had withdrawn after round `after`."""
        gone = {p.number for p in self.people if p.withdrawn_after is None} & {*numbers}
        return DivisionField(
            tuple(
                replace(person, withdrawn_after=after, left_after=after)
                if person.number in gone
                else person
                for person in self.people
            ),
            tuple(
                replace(entrant, withdrawn_after=after) if entrant.number in gone else entrant
                for entrant in self.entrants
            ),
        )

    @property
    def with_public_names(self) -> DivisionField:
        """The field with public names, shortened for minors and for people who requested it."""
        return replace(self, people=tuple(person.with_public_name for person in self.people))

    @property
    def names(self) -> Mapping[int, str]:
        """The names by entry number."""
        return {person.number: person.name for person in self.people}


@cached_read
def division_field(division: Division) -> DivisionField:
    """Return everybody ever entered in the division. The event must be loaded.

    This takes one query.
    """
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
            "player__is_minor",
        )
    )
    minors = division.event.rules.minors if any(row[12] for row in rows) else FULL
    seeds = seeds_by_number([(row[1], row[4]) for row in rows])
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
            left_after=last_active_round(row[5], row[6]),
            fixed_board=row[7],
            rating_class=row[8],
            team=row[9],
            member=row[10],
            shown=name_form(by_initials=row[11], is_minor=row[12], minors=minors),
        )
        for row in rows
    )
    entrants = tuple(
        Entrant(p.number, p.seed, p.rating, p.withdrawn_after, lots[p.number]) for p in people
    )
    return DivisionField(people, entrants)
