"""Registrations of an event: settings, places, waiting list, codes and duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.engine.naming import FULL, name_form, shown_name
from tournament.engine.roster import loose_key, name_key, near_duplicate_keys
from tournament.federation.engine.questions import RegistrationQuestion, questions_of
from tournament.federation.engine.registration import EventPlaces
from tournament.federation.models import Registration, RegistrationRules
from tournament.models import Division, Entry, Event, Player
from tournament.queries.people.entries import name_form_of
from tournament.queries.people.persons import persons_by_name_key

State = Registration.State
ALIVE = (State.PLACE, State.WAITING)


def registration_rules_of(event: Event) -> RegistrationRules:
    """Return the registration settings, or an unsaved row if there are none. This takes one query."""
    rules = RegistrationRules.objects.filter(event=event).first() or RegistrationRules(event=event)
    rules.event = event
    return rules


def places_of(rules: RegistrationRules) -> EventPlaces:
    """Return the limits of the event, and how many places players and registered people have taken. Three queries."""
    event = rules.event
    slugs = dict(event.divisions.values_list("slug", "pk"))
    entered = Entry.objects.filter(division__event=event, withdrawn_after=None)
    registered = Registration.objects.filter(event=event, state=State.PLACE, entry=None)
    taken: Counter[int] = Counter()
    for rows in (entered, registered):
        for division, count in rows.order_by().values_list("division").annotate(count=Count("pk")):
            taken[division or 0] += count
    division_limits = {
        slugs[slug]: limit for slug, limit in rules.division_limits.items() if slug in slugs
    }
    return EventPlaces(rules.limit, division_limits, taken)


def waiting_list_of(event: Event) -> list[Registration]:
    """Return the waiting list, ordered by `queued_at`. This takes one query."""
    rows = Registration.objects.filter(event=event, state=State.WAITING)
    return list(rows.select_related("division"))


def current_questions(rules: RegistrationRules) -> list[RegistrationQuestion]:
    """Return the current questions of the event."""
    return [row for row in questions_of(rules.questions) if not row.is_removed]


def waiting_positions(events: Collection[int]) -> dict[int, int]:
    """Return the 1-based positions on the waiting lists, by registration key. This takes one query."""
    rows = Registration.objects.filter(event__in=events, state=State.WAITING)
    counted: Counter[int] = Counter()
    places: dict[int, int] = {}
    for key, event in rows.values_list("pk", "event"):
        counted[event] += 1
        places[key] = counted[event]
    return places


def registrations_of(event: Event) -> list[Registration]:
    """Return every registration for the event, ordered by `queued_at`. This takes one query.

    Each has two more attributes: `place`, the position on the waiting list or None, and `is_twice`,
    whether it is current and another current one has the same member number or nearly the same name
    (see `_name_keys`).
    """
    rows = list(
        Registration.objects.filter(event=event).select_related(
            "division__event", "entry__division"
        )
    )
    alive = [row for row in rows if row.is_alive]
    keys = {row.pk: _name_keys(row.name) for row in alive}
    names = Counter(key for of_row in keys.values() for key in of_row)
    members = Counter(row.member.casefold() for row in alive if row.member)
    waiting = 0
    for row in rows:
        row.event = event
        waiting += row.state == State.WAITING
        row.place = waiting if row.state == State.WAITING else None  # type: ignore[attr-defined]
        row.is_twice = row.is_alive and (  # type: ignore[attr-defined]
            any(names[key] > 1 for key in keys[row.pk]) or members[row.member.casefold()] > 1
        )
    return rows


@dataclass(frozen=True, slots=True)
class PublicRegistration:
    """The public view of a registration: name, division, and position on the waiting list."""

    name: str
    division: str
    waiting_position: int | None


def public_registrations(event: Event) -> list[PublicRegistration]:
    """Return the public view of registered and waiting people. This takes two queries.

    The caller checks whether the event publishes it.
    """
    minors = _minors(event)
    return [
        PublicRegistration(
            shown_name(
                row.name,
                minors.get(row.name_key, row.name),
                name_form(
                    by_initials=row.by_initials,
                    is_minor=row.is_minor or row.name_key in minors,
                    minors=event.rules.minors,
                ),
            ),
            str(row.division or ""),
            row.place,  # type: ignore[attr-defined]
        )
        for row in registrations_of(event)
        if row.is_alive
    ]


def _minors(event: Event) -> dict[str, str]:
    """Return the known minors by name key, each with the sort name. This takes one query."""
    people = Player.objects.filter(organisation=event.organisation_id, is_minor=True)
    return dict(people.values_list("name_key", "sort_name"))


def registrations_by_code(code: str) -> list[Registration]:
    """Return the registration with a code, or all with a family code, ignoring case and everything but letters.

    Return an empty list for an unknown code. At most one query.
    """
    typed = "".join(letter for letter in code.upper() if letter.isalpha())
    rows = Registration.objects.select_related("event", "division", "entry", "contact")
    return list(rows.filter(Q(code=typed) | Q(family=typed)).order_by("pk")) if typed else []


def waiting_position_of(registration: Registration) -> int | None:
    """Return the 1-based position on the waiting list; None for a person who is not waiting. At most one query."""
    if registration.state != State.WAITING:
        return None
    before = Q(queued_at__lt=registration.queued_at) | Q(
        queued_at=registration.queued_at, pk__lt=registration.pk
    )
    rows = Registration.objects.filter(event=registration.event, state=State.WAITING)
    return rows.filter(before).count() + 1


def find_duplicate(
    rules: RegistrationRules, name: str, member: str, *, but: int | None = None
) -> Registration | None:
    """Return the closest publicly visible registration with the same number or nearly the same name.

    See `_name_keys` for nearly the same names. Return None if there is none or the event does not
    publish names. The registration with key `but` is ignored. At most two queries.
    """
    if not rules.shows_names:
        return None
    event, keys = rules.event, _name_keys(name)
    rows_in_full = Registration.objects.filter(event=event, state__in=ALIVE, by_initials=False)
    minors: dict[str, str] = {}
    if event.rules.minors != FULL:
        minors = _minors(event)
        rows_in_full = rows_in_full.filter(is_minor=False)
    rows = [
        row
        for row in rows_in_full
        if row.pk != but
        and row.name_key not in minors
        and (
            not keys.isdisjoint(_name_keys(row.name))
            or (member and row.member.casefold() == member.casefold())
        )
    ]
    return min(
        rows,
        key=lambda row: (
            row.member.casefold() != member.casefold(),
            loose_key(row.name) != loose_key(name),
        ),
        default=None,
    )


def find_entry_of(event: Event, name: str, member: str) -> Entry | None:
    """Return the event's entry that best matches this name or member number.

    The name may differ slightly (see `_name_keys`). An exact name takes precedence, then the number.
    Withdrawn players and people shown by initials are ignored. Return None if there is no match or the
    event has no public pages. This takes one query.
    """
    if not event.is_public:
        return None
    keys = _name_keys(name)
    entries = Entry.objects.filter(division__event=event, withdrawn_after=None)
    rows = [
        row
        for row in entries.select_related("division__event", "player")
        if (
            not keys.isdisjoint(_name_keys(row.player.name))
            or (member and row.member.casefold() == member.casefold())
        )
        and name_form_of(row) == FULL
    ]
    return min(
        rows,
        key=lambda row: (
            row.player.name_key != name_key(name),
            not member or row.member.casefold() != member.casefold(),
            loose_key(row.player.name) != loose_key(name),
        ),
        default=None,
    )


def _name_keys(name: str) -> set[str]:
    """Return the comparison keys of a name. Two nearly equal names share at least one.

    Names are nearly equal if they differ in one letter, accents or word order, or if one is cut off.
    """
    return {loose_key(name), *near_duplicate_keys(name)}


@dataclass(frozen=True, slots=True)
class RecognisedPeople:
    """The known people whom a registration may refer to."""

    by_member: Player | None
    by_name: Player | None
    near_matches: tuple[Player, ...]
    """People whose names differ only in accents, punctuation or word order, if there is no exact match.

    The director decides whether one of them is the person.
    """


def registrations_to_enter(division: Division) -> list[Registration]:
    """Return accepted registrations with a place in the division that are not yet players.

    They are ordered by `queued_at`. If the event has one division, those without a division are included.
    This takes two queries.
    """
    event = division.event
    rows = Registration.objects.filter(event=event, state=State.PLACE, entry=None)
    alone = event.divisions.count() == 1
    return [
        row
        for row in rows.exclude(accepted_at=None)
        if row.division_id == division.pk or (alone and row.division_id is None)
    ]


def recognise_people(event: Event, rows: Sequence[Registration]) -> dict[int, RecognisedPeople]:
    """Return the people to whom each registration may refer, by registration key. This takes at most four queries."""
    by_member = people_by_member_number(event, {row.member for row in rows if row.member})
    by_name = persons_by_name_key([row.name_key for row in rows])
    unknown = [
        row.name
        for row in rows
        if row.name_key not in by_name and row.member.casefold() not in by_member
    ]
    nearly = people_by_loose_name(unknown)
    return {
        row.pk: RecognisedPeople(
            by_member.get(row.member.casefold()),
            by_name.get(row.name_key),
            tuple(nearly.get(loose_key(row.name), ())) if row.name in unknown else (),
        )
        for row in rows
    }


def undecided_registrations(division: Division) -> list[tuple[Registration, tuple[Player, ...]]]:
    """Return the registrations that the director must identify, each with the possible people.

    This takes six queries.
    """
    rows = registrations_to_enter(division)
    who = recognise_people(division.event, rows)
    return [(row, who[row.pk].near_matches) for row in rows if who[row.pk].near_matches]


def people_by_loose_name(names: Sequence[str]) -> dict[str, list[Player]]:
    """Return, by loose key, the known people whose names have the same `loose_key` as one of `names`.

    The key ignores case, accents, punctuation and word order. This takes two queries, or none if there
    are no names.
    """
    wanted = {loose_key(name) for name in names}
    if not wanted:
        return {}
    people = Player.objects.filter(merged_into=None).values_list("pk", "name")
    keys = {key: loose for key, name in people if (loose := loose_key(name)) in wanted}
    known: dict[str, list[Player]] = {}
    for player in Player.objects.filter(pk__in=keys).order_by("pk"):
        known.setdefault(keys[player.pk], []).append(player)
    return known


def people_by_member_number(event: Event, members: set[str]) -> dict[str, Player]:
    """Return the known people with these member numbers in the event's rating system, by number in lower case.

    The latest entry determines the owner of a number. This takes one query, or none if there are no
    numbers.
    """
    if not members:
        return {}
    rows = Entry.objects.filter(
        division__event__organisation=event.organisation_id, member__in=members
    ).select_related("player__merged_into", "division__event")
    return {
        entry.member.casefold(): entry.player.merged_into or entry.player
        for entry in rows.order_by("added_at", "id")
        if entry.division.event.rules.rating_system == event.rules.rating_system
    }
