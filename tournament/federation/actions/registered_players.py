"""Those who registered become players: recognised by member number or name, none of them twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Action, Refused, act
from tournament.actions.people.entries import enter, players_for
from tournament.engine.ratings.performance import nearest
from tournament.engine.roster import RosterLine, read_name, without_accents
from tournament.federation.models import Registration
from tournament.federation.queries.registrations import recognised, to_enter
from tournament.models import Division, Entry, Event, Player
from tournament.queries.people.rating_lists import event_system, listed, lists_of, ratings_now


@dataclass(frozen=True, slots=True)
class AddedRegistered:
    """What came of adding the registered: how many are players now, and of whom nothing was done, with why."""

    added: int
    linked: int
    """How many were players already."""
    left_out: tuple[str, ...]
    """A sentence for each."""
    undecided: int
    """How many have nearly the name of somebody known here: the director says who they are."""


def add_registered(
    actor: Actor, division: Division, people: Mapping[int, int | None] | None = None
) -> AddedRegistered:
    """Everybody with a place in the division becomes a player of it, in one step that is undone as one.

    A person known by member number or name is entered, not created again. Whose name differs from that of somebody
    known in accents or the order of its words alone is left out, unless `people` says who it is: the key of the
    person by the key of the registration, or None for somebody new. Who is a player of the event already is not
    entered a second time. Ratings are those of the list that holds for the event.
    """
    event = division.event
    with act(actor, division, whole_event=True) as action:
        waiting = to_enter(division)
        if not waiting:
            raise Refused(
                _("Nobody registered for division {division} is left to add.").format(
                    division=division
                )
            )
        known, undecided = _persons(event, waiting, people or {})
        lines, linked, left_out = _to_enter(event, known)
        entries = _entered(action, lines) if lines else {}
        for key, (row, _newcomer) in lines.items():
            row.entry = entries[key]
        done = [*linked, *(row for row, _newcomer in lines.values())]
        Registration.objects.bulk_update(done, ["entry"])
    return AddedRegistered(len(lines), len(linked), tuple(left_out), undecided)


Lines = dict[str, tuple[Registration, "_Newcomer"]]
"""Who is to be entered, by name key."""


@dataclass(frozen=True, slots=True)
class _Newcomer:
    """A line of a roster, and the person it is; None for somebody new to the program."""

    line: RosterLine
    person: Player | None


Known = tuple[Registration, Player | None, Player | None]
"""A registration, the person it is, and the person who has its member number."""


def _persons(
    event: Event, registered: Sequence[Registration], people: Mapping[int, int | None]
) -> tuple[list[Known], int]:
    """Who everybody is, and of how many nobody has said it."""
    who = recognised(event, registered)
    known: list[Known] = []
    undecided = 0
    for row in registered:
        own = who[row.pk]
        person = own.by_member or own.by_name
        if own.nearly:
            chosen = people.get(row.pk, 0)
            person = next((other for other in own.nearly if other.pk == chosen), None)
            if person is None and chosen is not None:
                undecided += 1
                continue
        known.append((row, person, own.by_member))
    return known, undecided


def _to_enter(event: Event, known: Sequence[Known]) -> tuple[Lines, list[Registration], list[str]]:
    """Who is to be entered, who is a player already (with the entry), and of whom nothing can be done, with why."""
    entries = Entry.objects.filter(division__event=event, withdrawn_after=None)
    there = {entry.player_id: entry for entry in entries}
    lines: Lines = {}
    linked: list[Registration] = []
    left_out: list[str] = []
    people: set[int] = set()
    for row, person, by_number in known:
        entry = there.get(person.pk) if person else None
        if by_number is not None and not _alike(by_number.name, row.name):
            left_out.append(
                _(
                    "{player} gave the member number {member} of {other}. Correct one of them."
                ).format(player=row.name, member=row.member, other=by_number.name)
            )
        elif entry is not None:
            row.entry = entry
            linked.append(row)
        elif row.name_key in lines or (person is not None and person.pk in people):
            left_out.append(
                _("{player} is registered twice. Give one of them another name.").format(
                    player=row.name
                )
            )
        else:
            line = read_name(row.name, family_first=event.rules.family_first)
            lines[row.name_key] = row, _Newcomer(replace(line, member=row.member), person)
            people |= {person.pk} if person else set()
    return lines, linked, left_out


def _entered(action: Action, lines: Lines) -> dict[str, Entry]:
    """Enter these people with the ratings they come with; the entries by the name key of the registration."""
    division = action.division
    assert division is not None
    event = division.event
    newcomers = [newcomer for _row, newcomer in lines.values()]
    players = players_for([row.line for row in newcomers if row.person is None]) | {
        key: newcomer.person for key, (_row, newcomer) in lines.items() if newcomer.person
    }
    system = event_system(event)
    on_list = lists_of(event, system).holds if system else None
    called = {key: (players[key].name, row.member) for key, (row, _newcomer) in lines.items()}
    rows = listed(on_list, list(called.values())) if on_list else {}
    earlier = {
        entry.player_id: entry
        for entry in Entry.objects.filter(player__in=players.values())
        .select_related("player", "division__event")
        .order_by("added_at")
    }
    came = ratings_now(event, earlier.values())
    rated = []
    for key, (_row, newcomer) in lines.items():
        row, last = rows.get(called[key]), earlier.get(players[key].pk)
        rating = max(1, nearest(row.rating)) if row else came[last.pk] if last else None
        rated.append(replace(newcomer.line, rating=rating))
    hidden = {key for key, (row, _newcomer) in lines.items() if row.by_initials}
    by_player = {
        entry.player_id: entry for entry in enter(action, rated, players, by_initials=hidden)
    }
    return {key: by_player[players[key].pk] for key in lines}


def _alike(one: str, other: str) -> bool:
    """Whether two names have a word in common: one person may have changed the rest."""
    return bool(set(without_accents(one).split()) & set(without_accents(other).split()))
