"""Registering for an event: by the players themselves, and what the director does with the list."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Action, Questionable, Refused, act, refuse_when_changed
from tournament.engine.roster import clean, loose_key, name_key, read_name
from tournament.federation.engine.registration import moving_up
from tournament.federation.models import Registration, RegistrationRules
from tournament.federation.models.registration import MAX_ABOUT_LENGTH, MAX_NOTES_LENGTH
from tournament.federation.queries.registrations import (
    entered_as,
    places_of,
    registered_already,
    rules_of,
    waiting_of,
)
from tournament.models import Division, Event
from tournament.queries.versions import version_of
from tournament.wording.log import say
from tournament.wording.sentences import sentence

State = Registration.State
MAX_REGISTRATIONS = 2_000
"""Of one event; more is a flood."""
LINK = re.compile(r"://|www\.", re.IGNORECASE)
"""What a name or a note of a player never holds, and one of a machine often does."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed to register."""

    name: str
    division: Division | None = None
    member: str = ""
    notes: str = ""
    by_initials: bool = False


def set_registration_rules(
    actor: Actor,
    event: Event,
    *,
    when: str,
    opens_at: dt.datetime | None = None,
    closes_at: dt.datetime | None = None,
    limit: int | None = None,
    division_limits: Mapping[str, int] | None = None,
    asks_director: bool = False,
    shows_names: bool = False,
    about: str = "",
    seen: str | None = None,
) -> RegistrationRules:
    """How the event takes registrations from now on; who waits and has a place now moves up.

    `seen` is the version of `about_registration` the form was made from. Raises `Refused` for dates the wrong way
    round and `ChangedMeanwhile`.
    """
    if opens_at and closes_at and closes_at <= opens_at:
        raise Refused(_("Registration closes before it opens. Change one of the two dates."))
    with act(actor, event) as action:
        held = rules_of(event)
        before = about_registration(held)
        stored = {key: getattr(held, key) for key in before}
        held.when, held.opens_at, held.closes_at = when, opens_at, closes_at
        held.limit, held.division_limits = limit, dict(division_limits or {})
        held.asks_director, held.shows_names = asks_director, shows_names
        held.about = about.strip()[:MAX_ABOUT_LENGTH]
        after = about_registration(held)
        if before == after and held.pk:
            return held
        refuse_when_changed(
            seen,
            version_of(before),
            what=_("Registration for {event}").format(event=event),
            now={key: stored[key] for key in before if before[key] != after[key]},
        )
        held.save()
        action.log(
            "set_registration", say("set_registration", event=event), before=before, after=after
        )
        _move_up(action, held)
    return held


def register(actor: Actor, event: Event, typed: Typed, *, accepted: bool = False) -> Registration:
    """Somebody registers and has a place, or waits where all are taken.

    A name that everybody sees there already, or one that differs from it by a letter, is asked about once (`accepted`
    is the second answer); a member number of theirs is not taken. Of others nothing is said: the director sees who
    may be there twice.

    Raises `Questionable`.
    """
    with act(actor, event) as action:
        rules = rules_of(Event.objects.get(pk=event.pk))
        if not rules.is_open:
            raise Refused(_("Registration is closed. Nothing was sent."))
        if Registration.objects.filter(event=event).count() >= MAX_REGISTRATIONS:
            raise Refused(_("The list of {event} is full. Ask the director.").format(event=event))
        typed = _understood(event, typed)
        _refuse_twice(rules, typed, accepted=accepted)
        now = timezone.now()
        has_place = places_of(rules).is_free(_division_key(typed.division))
        registration = Registration.objects.create(
            event=event,
            division=typed.division,
            name=typed.name,
            name_key=name_key(typed.name),
            member=typed.member,
            notes=typed.notes,
            by_initials=typed.by_initials,
            state=State.PLACE if has_place else State.WAITING,
            came_at=now,
            queued_at=now,
            accepted_at=None if rules.asks_director else now,
        )
        summary = (
            say("register", player=typed.name)
            if has_place
            else say("register_waiting", player=typed.name)
        )
        action.log("register", summary, after={"registration": registration.pk})
    return registration


def change_registration(actor: Actor, registration: Registration, typed: Typed) -> Registration:
    """What somebody registered becomes what is typed now; another division means its waiting list, if it is full.

    Raises `Refused` where it has ended, is a player by now, or names somebody registered.
    """
    event = registration.event
    with act(actor, event) as action:
        held = _held(registration)
        _refuse_ended(held)
        if held.entry_id:
            raise Refused(_on_the_list(held.name))
        typed = _understood(event, typed)
        rules = rules_of(event)
        _refuse_twice(rules, typed, accepted=True, but=held.pk)
        moves = typed.division != held.division
        changed = [
            name
            for name in ("name", "member", "notes", "by_initials", "division")
            if getattr(typed, name) != getattr(held, name)
        ]
        if not changed:
            return held
        for name in changed:
            setattr(held, name, getattr(typed, name))
        held.name_key = name_key(held.name)
        if moves:
            held.state, held.queued_at = State.WAITING, timezone.now()
            held.save()
            if places_of(rules).is_free(_division_key(held.division)):
                held.state = State.PLACE
        held.save()
        action.log(
            "change_registration",
            say("change_registration", player=held.name),
            after={"registration": held.pk, "changed": changed},
        )
        if moves:
            _move_up(action, rules)
    return held


def withdraw_registration(actor: Actor, registration: Registration) -> Registration:
    """Somebody does not come; the first of the waiting list moves up."""
    return withdraw_registrations(actor, [registration])[0]


def withdraw_registrations(
    actor: Actor, registrations: Sequence[Registration]
) -> list[Registration]:
    """These of one event do not come."""
    return _end(actor, registrations, State.WITHDRAWN)


def refuse_registrations(
    actor: Actor, registrations: Sequence[Registration], *, reason: str
) -> list[Registration]:
    """The director says no to these of one event, with a reason they read."""
    reason = " ".join(reason.split())[:300]
    if not reason:
        raise Refused(_("Say why. The person reads it on the page of the registration."))
    return _end(actor, registrations, State.REFUSED, reason)


def accept_registrations(actor: Actor, registrations: Sequence[Registration]) -> list[Registration]:
    """The director says yes to these of one event; who waits has a place, also above the limit."""
    with act(actor, registrations[0].event) as action:
        held = [_held(registration) for registration in registrations]
        for row in held:
            _refuse_ended(row)
        accepted = [row for row in held if row.state != State.PLACE or not row.accepted_at]
        waited = [row for row in accepted if row.state == State.WAITING]
        for row in accepted:
            row.state, row.accepted_at = State.PLACE, row.accepted_at or timezone.now()
            row.save(update_fields=["state", "accepted_at"])
        if len(accepted) == 1:
            name = accepted[0].name
            summary = (
                say("move_up_registration", player=name)
                if waited
                else say("accept_registration", player=name)
            )
        else:
            summary = say(
                "accept_registrations", registrations=len(accepted), names=_names(accepted)
            )
        if accepted:
            action.log("accept_registration", summary, after=_keys(accepted))
    return held


def _end(
    actor: Actor,
    registrations: Sequence[Registration],
    state: Registration.State,
    reason: str = "",
) -> list[Registration]:
    with act(actor, registrations[0].event) as action:
        held = [_held(registration) for registration in registrations]
        for row in held:
            _refuse_ended(row)
            if row.entry_id:
                raise Refused(_on_the_list(row.name))
            row.state, row.ended_at, row.refused_why = state, timezone.now(), reason
            row.save(update_fields=["state", "ended_at", "refused_why"])
        number, names = len(held), _names(held)
        if number == 1:
            summary = (
                say("refuse_registration", player=held[0].name, reason=reason)
                if reason
                else say("withdraw_registration", player=held[0].name)
            )
        elif reason:
            summary = say("refuse_registrations", registrations=number, names=names, reason=reason)
        else:
            summary = say("withdraw_registrations", registrations=number, names=names)
        action.log("end_registration", summary, after=_keys(held))
        _move_up(action, rules_of(held[0].event))
    return held


def _move_up(action: Action, rules: RegistrationRules) -> None:
    """Give free places to those who wait, in the order of coming, in one entry of the log."""
    waiting = waiting_of(rules.event)
    if not waiting:
        return
    by_key = {row.pk: row for row in waiting}
    line: Sequence[tuple[int, int]] = [(row.pk, row.division_id or 0) for row in waiting]
    moved = [by_key[key] for key in moving_up(places_of(rules), line)]
    for row in moved:
        row.state = State.PLACE
        row.save(update_fields=["state"])
    if moved:
        action.log(
            "move_up_registration",
            say("move_up_registration", player=moved[0].name)
            if len(moved) == 1
            else say("move_up_registrations", registrations=len(moved), names=_names(moved)),
            after=_keys(moved),
        )


def _names(rows: Sequence[Registration]) -> list[str]:
    return [row.name for row in rows]


def _keys(rows: Sequence[Registration]) -> dict[str, object]:
    """What the log keeps of registrations: the key of one, the keys of several."""
    if len(rows) == 1:
        return {"registration": rows[0].pk}
    return {"registrations": [row.pk for row in rows]}


def _understood(event: Event, typed: Typed) -> Typed:
    """What was typed with its spaces put right."""
    if LINK.search(typed.name) or LINK.search(typed.notes):
        raise Refused(_("Write it without a link."))
    if not any(letter.isalpha() for letter in typed.name):
        raise Refused(_("Type your first and family name."))
    line = read_name(typed.name, family_first=event.rules.family_first)
    if line.problem:
        raise Refused(sentence(line.problem))
    member = "".join(clean(typed.member).lstrip("#").split())
    if len(member) > 40:
        raise Refused(_("A member number has at most 40 letters."))
    notes = " ".join(clean(typed.notes).split())
    if len(notes) > MAX_NOTES_LENGTH:
        raise Refused(
            _("The notes have {count} letters. Write at most {most}.").format(
                count=len(notes), most=MAX_NOTES_LENGTH
            )
        )
    divisions = list(event.divisions.all())
    division = typed.division
    if division is None and len(divisions) == 1:
        division = divisions[0]
    if division is None and divisions:
        raise Refused(_("Choose a division."))
    return replace(typed, name=line.name, member=member, notes=notes, division=division)


def _refuse_twice(
    rules: RegistrationRules, typed: Typed, *, accepted: bool, but: int | None = None
) -> None:
    """Notice who registers twice, as far as everybody sees who is there: the page tells a stranger nothing else.

    Raises `Refused` for a member number, `Questionable` for a name alone.
    """
    key, loose = name_key(typed.name), loose_key(typed.name)
    entry = entered_as(rules.event, typed.name, typed.member)
    if entry is not None:
        there = _on_the_list(entry.name if name_key(entry.name) == key else typed.name)
        member = typed.member.casefold()
        if name_key(entry.player.name) == key or (member and entry.member.casefold() == member):
            raise Refused(there)
        if not accepted:  # a name written otherwise: perhaps another person
            near = _(
                "{player} is on the list of players already, and the names differ by a letter. "
                "If you are another person, send it once more."
            ).format(player=entry.player.name)
            raise Questionable([there if loose_key(entry.player.name) == loose else near])
    other = registered_already(rules, typed.name, typed.member, but=but)
    if other is None:
        return
    if typed.member and other.member.casefold() == typed.member.casefold():
        taken = _("The member number {member} is registered already. Use your code to change it.")
        raise Refused(taken.format(member=typed.member))
    if not accepted and loose_key(other.name) != loose:
        near = _(
            "{player} is registered already, and the names differ by a letter. If that is you, use your code. "
            "If you are another person, send it once more."
        )
        raise Questionable([near.format(player=other.name)])
    if not accepted:
        same = _(
            "Somebody called {player} is registered already. If that is you, use your code. "
            "If you are another person, send it once more."
        )
        raise Questionable([same.format(player=typed.name)])


def _held(registration: Registration) -> Registration:
    rows = Registration.objects.select_related("event", "division").select_for_update(
        of=("self",), no_key=True
    )
    held = rows.get(pk=registration.pk)
    held.event = registration.event
    return held


def _refuse_ended(held: Registration) -> None:
    if not held.is_alive:
        raise Refused(
            _("The registration of {player} is {state} and can no longer be changed.").format(
                player=held.name, state=held.get_state_display()
            )
        )


def _on_the_list(name: str) -> str:
    return _("{player} is on the list of players already. Ask the director.").format(player=name)


def _division_key(division: Division | None) -> int:
    return division.pk if division else 0


def about_registration(rules: RegistrationRules) -> dict[str, object]:
    """How an event takes registrations, as the log holds it."""
    return {
        "when": str(rules.when),
        "opens_at": rules.opens_at.isoformat() if rules.opens_at else None,
        "closes_at": rules.closes_at.isoformat() if rules.closes_at else None,
        "limit": rules.limit,
        "division_limits": rules.division_limits,
        "asks_director": rules.asks_director,
        "shows_names": rules.shows_names,
        "about": rules.about,
    }
