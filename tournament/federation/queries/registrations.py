"""Registrations of an event: whether they are taken, who has a place, who waits, and who is known by a code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournament.engine.naming import FULL, name_form, shown_name
from tournament.engine.roster import loose_key, name_key, nearby
from tournament.federation.engine.questions import RegistrationQuestion, questions_of
from tournament.federation.engine.registration import EventPlaces
from tournament.federation.models import Registration, RegistrationRules
from tournament.models import Division, Entry, Event, Player
from tournament.queries.people.entries import way_of
from tournament.queries.people.persons import known_by_name

State = Registration.State
ALIVE = (State.PLACE, State.WAITING)


def rules_of(event: Event) -> RegistrationRules:
    """How the event takes registrations; a row that is not stored for one that takes none. One query."""
    rules = RegistrationRules.objects.filter(event=event).first() or RegistrationRules(event=event)
    rules.event = event
    return rules


def places_of(rules: RegistrationRules) -> EventPlaces:
    """The places of the event, those taken by players and by who is registered and no player yet. Three queries."""
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


def waiting_of(event: Event) -> list[Registration]:
    """Who waits, the first to move up first. One query."""
    rows = Registration.objects.filter(event=event, state=State.WAITING)
    return list(rows.select_related("division"))


def asked_questions(rules: RegistrationRules) -> list[RegistrationQuestion]:
    """The questions that the event asks now."""
    return [row for row in questions_of(rules.questions) if not row.is_removed]


def waiting_places(events: Collection[int]) -> dict[int, int]:
    """The place on the waiting list of its event, from 1, by the key of the registration. One query."""
    rows = Registration.objects.filter(event__in=events, state=State.WAITING)
    counted: Counter[int] = Counter()
    places: dict[int, int] = {}
    for key, event in rows.values_list("pk", "event"):
        counted[event] += 1
        places[key] = counted[event]
    return places


def registrations_of(event: Event) -> list[Registration]:
    """Every registration of the event, in the order of coming, each with `place` on the waiting list and `is_twice`,
    whether another of them has nearly the same name (a letter, accents, order aside) or the member number. One query.
    """
    rows = list(
        Registration.objects.filter(event=event).select_related(
            "division__event", "entry__division"
        )
    )
    alive = [row for row in rows if row.is_alive]
    keys = {row.pk: _keys(row.name) for row in alive}
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
    """A registration as everybody sees it: a name, its division, and the place on the waiting list, if it waits."""

    name: str
    division: str
    place: int | None


def public_registrations(event: Event) -> list[PublicRegistration]:
    """Who is registered and who waits, as everybody sees it; whether anybody does is the event's choice.

    Two queries.
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
    """The minors known here by name key, each with the name a list is sorted by. One query."""
    people = Player.objects.filter(organisation=event.organisation_id, is_minor=True)
    return dict(people.values_list("name_key", "sort_name"))


def registrations_by_code(code: str) -> list[Registration]:
    """The registration with that code, or everybody of the family with it; capitals or not, with or without spaces.

    One query.
    """
    typed = "".join(letter for letter in code.upper() if letter.isalpha())
    rows = Registration.objects.select_related("event", "division", "entry", "contact")
    return list(rows.filter(Q(code=typed) | Q(family=typed)).order_by("pk")) if typed else []


def place_in_line(registration: Registration) -> int | None:
    """The place on the waiting list, from 1; None for who does not wait. One query."""
    if registration.state != State.WAITING:
        return None
    before = Q(queued_at__lt=registration.queued_at) | Q(
        queued_at=registration.queued_at, pk__lt=registration.pk
    )
    rows = Registration.objects.filter(event=registration.event, state=State.WAITING)
    return rows.filter(before).count() + 1


def registered_already(
    rules: RegistrationRules, name: str, member: str, *, but: int | None = None
) -> Registration | None:
    """A registration that everybody sees in full, of the same member number or nearly the same name, the nearest first.

    Nearly the same are names that differ in one letter, accents and order aside. None where the event does not show
    names: who is registered is nobody else's business then. That of the key `but` is not looked at. Two queries.
    """
    if not rules.shows_names:
        return None
    event, keys = rules.event, _keys(name)
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
            not keys.isdisjoint(_keys(row.name))
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


def entered_as(event: Event, name: str, member: str) -> Entry | None:
    """The entry of somebody of that member number or nearly that name, who plays in the event.

    Nearly the same are names that differ in one letter, accents and order aside; whose name is the same to the letter
    comes first, then whose number is. Whom everybody sees by initials is not looked at, and nobody of an event that
    has no public pages. One query.
    """
    if not event.is_public:
        return None
    keys = _keys(name)
    entries = Entry.objects.filter(division__event=event, withdrawn_after=None)
    rows = [
        row
        for row in entries.select_related("division__event", "player")
        if (
            not keys.isdisjoint(_keys(row.player.name))
            or (member and row.member.casefold() == member.casefold())
        )
        and way_of(row) == FULL
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


def _keys(name: str) -> set[str]:
    """Of which two names share one when they are nearly the same: accents, marks, the order of words, a letter."""
    return {loose_key(name), *nearby(name)}


@dataclass(frozen=True, slots=True)
class Recognised:
    """Who a registration may be of the people known here."""

    by_member: Player | None
    by_name: Player | None
    nearly: tuple[Player, ...]
    """Of whom the name differs in accents, case or the order of its words alone, where nobody has the number or the
    very name: whether it is one of them is the director's to say."""


def to_enter(division: Division) -> list[Registration]:
    """Who has a place in the division, was accepted and is no player yet, in the order of coming. Two queries."""
    event = division.event
    rows = Registration.objects.filter(event=event, state=State.PLACE, entry=None)
    alone = event.divisions.count() == 1
    return [
        row
        for row in rows.exclude(accepted_at=None)
        if row.division_id == division.pk or (alone and row.division_id is None)
    ]


def recognise_people(event: Event, rows: Sequence[Registration]) -> dict[int, Recognised]:
    """Who each of these registrations may be, by its key. Four queries at most."""
    by_member = known_by_member(event, {row.member for row in rows if row.member})
    by_name = known_by_name([row.name_key for row in rows])
    unknown = [
        row.name
        for row in rows
        if row.name_key not in by_name and row.member.casefold() not in by_member
    ]
    nearly = known_by_loose_name(unknown)
    return {
        row.pk: Recognised(
            by_member.get(row.member.casefold()),
            by_name.get(row.name_key),
            tuple(nearly.get(loose_key(row.name), ())) if row.name in unknown else (),
        )
        for row in rows
    }


def undecided_registrations(division: Division) -> list[tuple[Registration, tuple[Player, ...]]]:
    """Whom to add to the division the director has to say who they are, with the people they may be. Six queries."""
    rows = to_enter(division)
    who = recognise_people(division.event, rows)
    return [(row, who[row.pk].nearly) for row in rows if who[row.pk].nearly]


def known_by_loose_name(names: Sequence[str]) -> dict[str, list[Player]]:
    """The people whose names differ from these in accents, marks and the order of words at most, by their loose key.

    One query over the people of the organisation, and one for those that match; none without names.
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


def known_by_member(event: Event, members: set[str]) -> dict[str, Player]:
    """The people who have these member numbers at the body that rates the event, by the number in small letters.

    The latest entry with a number says whose it is. One query.
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
