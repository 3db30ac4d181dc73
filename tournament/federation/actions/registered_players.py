"""Add registered people as players, matched by member number or name and without duplicates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Action, Refused, act
from tournament.actions.people.entries import enter_players, find_or_create_players
from tournament.engine.roster import RosterLine, accentless_key, read_name
from tournament.federation.actions.registration_fees import entry_fee_values
from tournament.federation.models import Registration
from tournament.federation.queries.registered_ratings import initial_ratings_of
from tournament.federation.queries.registration_fees import payments_of
from tournament.federation.queries.registrations import (
    recognise_people,
    registration_rules_of,
    registrations_to_enter,
)
from tournament.models import Division, Entry, Event, Player
from tournament.wording.log import say


@dataclass(frozen=True, slots=True)
class AddedPlayers:
    """The result of adding registered people: new players, and people left out with reasons."""

    added: int
    linked: int
    """The number of people who were already players."""
    left_out: tuple[str, ...]
    """A sentence for each person left out."""
    undecided: int
    """The number of people whom the director must identify, because a known person has a similar name."""


def add_registered_players(
    actor: Actor, division: Division, people: Mapping[int, int | None] | None = None
) -> AddedPlayers:
    """Add all accepted registered people with a place in the division as players, in one action.

    Known people are matched by member number or name. People whose names differ from a known one only
    in accents or word order are left out, unless `people` identifies them: it maps registration keys to
    person keys, or to None for a new person. Registrations of existing players are only linked to them.
    Ratings come from the event's current list, else from the latest entry. Raise `Refused` if nobody is
    left to add.
    """
    event = division.event
    with act(actor, division, whole_event=True) as action:
        waiting = registrations_to_enter(division)
        if not waiting:
            raise Refused(
                _("All registered players of division {division} have already been added.").format(
                    division=division
                )
            )
        known, undecided = _match_people(event, waiting, people or {})
        lines, linked, left_out = _people_to_enter(event, known)
        for row in linked:
            row.save(update_fields=["entry"])
        if linked:
            action.log(
                "link_registered",
                say("link_registered", players=len(linked), names=[row.name for row in linked]),
            )
        if lines:
            _enter_people(action, lines)
    return AddedPlayers(len(lines), len(linked), tuple(left_out), undecided)


Lines = dict[str, tuple[Registration, "_Newcomer"]]
"""Registrations to enter with their roster lines, by name key."""


@dataclass(frozen=True, slots=True)
class _Newcomer:
    """A roster line and its person, or None for a person new to the program."""

    line: RosterLine
    person: Player | None


MatchedRegistration = tuple[Registration, Player | None, Player | None]
"""A registration, the person it matches, and the person who has its member number."""


def _match_people(
    event: Event, registered: Sequence[Registration], people: Mapping[int, int | None]
) -> tuple[list[MatchedRegistration], int]:
    """Return the registrations with their matching people, and how many were left out as undecided."""
    who = recognise_people(event, registered)
    known: list[MatchedRegistration] = []
    undecided = 0
    for row in registered:
        own = who[row.pk]
        person = own.by_member or own.by_name
        if own.near_matches:
            chosen = people.get(row.pk, 0)
            person = next((other for other in own.near_matches if other.pk == chosen), None)
            if person is None and chosen is not None:
                undecided += 1
                continue
        known.append((row, person, own.by_member))
    return known, undecided


def _people_to_enter(
    event: Event, known: Sequence[MatchedRegistration]
) -> tuple[Lines, list[Registration], list[str]]:
    """Return the people to enter, registrations of existing players, and sentences about those left out."""
    entries = Entry.objects.filter(division__event=event, withdrawn_after=None)
    there = {entry.player_id: entry for entry in entries}
    lines: Lines = {}
    linked: list[Registration] = []
    left_out: list[str] = []
    people: set[int] = set()
    for row, person, by_number in known:
        entry = there.get(person.pk) if person else None
        if by_number is not None and not _share_a_word(by_number.name, row.name):
            left_out.append(
                _(
                    "{player} gave member number {member}, which belongs to {other}. Correct one "
                    "of the two member numbers."
                ).format(player=row.name, member=row.member, other=by_number.name)
            )
        elif entry is not None:
            row.entry = entry
            linked.append(row)
        elif row.name_key in lines or (person is not None and person.pk in people):
            left_out.append(
                _(
                    "{player} is registered twice. Change the name in one of the two registrations."
                ).format(player=row.name)
            )
        else:
            line = read_name(row.name, family_first=event.rules.family_first)
            lines[row.name_key] = row, _Newcomer(replace(line, member=row.member), person)
            people |= {person.pk} if person else set()
    return lines, linked, left_out


def _enter_people(action: Action, lines: Lines) -> None:
    """Enter these people with their ratings, and link their registrations to the entries."""
    division = action.division
    assert division is not None
    event = division.event
    newcomers = [newcomer for _row, newcomer in lines.values()]
    players = find_or_create_players([row.line for row in newcomers if row.person is None]) | {
        key: newcomer.person for key, (_row, newcomer) in lines.items() if newcomer.person
    }
    minors = {players[key].pk for key, (row, _newcomer) in lines.items() if row.is_minor}
    Player.objects.filter(pk__in=minors, is_minor=False).update(is_minor=True)
    ratings = initial_ratings_of(
        event, {key: (players[key], row.name, row.member) for key, (row, _line) in lines.items()}
    )
    rated = [replace(newcomer.line, rating=ratings[key]) for key, (_row, newcomer) in lines.items()]
    hidden = {key for key, (row, _newcomer) in lines.items() if row.by_initials}
    registered = {players[key].pk: row for key, (row, _newcomer) in lines.items()}

    def link_registrations(entries: Sequence[Entry]) -> None:
        rules, payments = registration_rules_of(event), payments_of(list(registered.values()))
        for entry in entries:
            row = registered[entry.player_id]
            row.entry = entry
            row.save(update_fields=["entry"])
            entry.owes, entry.paid_at = entry_fee_values(row, rules, payments[row.pk])
        Entry.objects.bulk_update(entries, ["owes", "paid_at"])

    enter_players(action, rated, players, by_initials=hidden, entered=link_registrations)


def _share_a_word(one: str, other: str) -> bool:
    """Return whether two names share a word, as the names of one person nearly always do."""
    return bool(set(accentless_key(one).split()) & set(accentless_key(other).split()))
