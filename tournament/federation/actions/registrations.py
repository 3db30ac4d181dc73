"""Actions on registrations, by the people who register and by the director."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from tournament.actions.act import Action, Refused, act
from tournament.engine.roster import name_key
from tournament.federation.actions.registration_checks import (
    CONTACT_FIELDS,
    TypedContact,
    TypedRegistration,
    already_entered_message,
    checked_form,
)
from tournament.federation.actions.registration_messages import (
    create_messages,
    delete_unsent_messages,
)
from tournament.federation.engine.registration import promoted_from_waiting_list
from tournament.federation.models import (
    Registration,
    RegistrationContact,
    RegistrationMessage,
    RegistrationRules,
)
from tournament.federation.queries.registrations import (
    current_questions,
    places_of,
    registration_rules_of,
    waiting_list_of,
)
from tournament.models import Division, Event
from tournament.models.codes import new_registration_code
from tournament.wording.log import say

State = Registration.State
Kind = RegistrationMessage.Kind
MAX_REGISTRATIONS = 2_000
"""The maximum number of registrations for one event, as a protection against abuse."""


def register(
    actor: Actor,
    event: Event,
    typed: TypedRegistration,
    *,
    accepted: bool = False,
    contact: TypedContact | None = None,
) -> Registration:
    """Register one person as `register_family` does; `accepted` confirms that a similar name is somebody else's."""
    people = [replace(typed, accepted=accepted or typed.accepted)]
    return register_family(actor, event, people, contact or TypedContact())[0]


def register_family(
    actor: Actor, event: Event, people: Sequence[TypedRegistration], contact: TypedContact
) -> list[Registration]:
    """Register the people of one form, all or none. Each gets a place or joins the waiting list.

    A name equal or similar to a publicly visible one raises a question once; the name of a player,
    and the member number of a player or a publicly visible registration, are refused. Other
    registrations are not revealed; the director sees possible duplicates. If an e-mail address is
    given, a confirmation is queued. Raise `InvalidForm` with all problems, `PossibleDuplicates`
    with all questions, and `Refused` if registration is closed or the list is full.
    """
    with act(actor, event) as action:
        rules = registration_rules_of(Event.objects.get(pk=event.pk))
        if not rules.is_open:
            raise Refused(_("Registration is closed. Nothing was sent."))
        there = Registration.objects.filter(event=event).count()
        if there + len(people) > MAX_REGISTRATIONS:
            raise Refused(
                _("Registration for {event} is full. Ask the director.").format(event=event)
            )
        people, contact = checked_form(rules, people, contact)
        family = new_registration_code() if len(people) > 1 else ""
        of_adults = contact
        if any(typed.is_minor for typed in people):
            of_adults = replace(contact, guardian="")  # the guardian is for minors only
        rows = [
            _store_registration(
                action, rules, typed, contact if typed.is_minor else of_adults, family
            )
            for typed in people
        ]
        if contact.email:
            create_messages(rows[:1], Kind.REGISTERED)
    return rows


def _store_registration(
    action: Action,
    rules: RegistrationRules,
    typed: TypedRegistration,
    contact: TypedContact,
    family: str,
) -> Registration:
    """Store one person's registration, with a log entry."""
    now = timezone.now()
    has_place = places_of(rules).is_free(_division_key(typed.division))
    registration = Registration.objects.create(
        event=rules.event,
        division=typed.division,
        name=typed.name,
        name_key=name_key(typed.name),
        member=typed.member,
        notes=typed.notes,
        by_initials=typed.by_initials,
        club=typed.club,
        is_minor=typed.is_minor,
        family=family,
        state=State.PLACE if has_place else State.WAITING,
        came_at=now,
        queued_at=now,
        accepted_at=None if rules.asks_director else now,
    )
    _store_contact(registration, contact, typed)
    summary = (
        say("register", player=typed.name)
        if has_place
        else say("register_waiting", player=typed.name)
    )
    action.log("register", summary, after={"registration": registration.pk})
    return registration


def _store_contact(
    registration: Registration, contact: TypedContact, typed: TypedRegistration
) -> list[str]:
    """Store a person's contact details and answers, and return the names of the changed fields.

    A stored language, address and time of consent are kept; the time is removed if no contact
    details are given.
    """
    before = contact_of(registration)
    values = {name: getattr(contact, name) for name in CONTACT_FIELDS} | {"answers": typed.answers}
    changed = [name for name, value in values.items() if value != getattr(before, name)]
    if changed:
        for name, value in values.items():
            setattr(before, name, value)
        before.language = before.language or contact.language
        before.address = before.address or contact.address
        before.agreed_at = before.agreed_at or timezone.now() if contact.is_given else None
        before.save()
    return changed


def change_registration(
    actor: Actor,
    registration: Registration,
    typed: TypedRegistration,
    contact: TypedContact | None = None,
) -> Registration:
    """Change a registration. If it moves to a division that is full, it joins the waiting list.

    Without `contact`, the contact details and answers remain. Places that become free go to the
    waiting list. Raise `InvalidForm` for invalid values, including a player's name and a member
    number already in use, and `Refused` if the registration has ended or its person is already a player.
    """
    event = registration.event
    with act(actor, event) as action:
        held = _locked_registration(registration)
        _refuse_ended_registration(held)
        if held.entry_id:
            raise Refused(already_entered_message(held.name))
        rules = registration_rules_of(event)
        given = contact_of(held).answers
        if contact is None:
            typed = replace(typed, answers=given)
        people = [replace(typed, accepted=True)]
        if contact is None:
            (typed,), contact = checked_form(rules, people, None, but=held.pk)
        else:
            (typed,), contact = checked_form(rules, people, contact, but=held.pk)
        keys = {question.key for question in current_questions(rules)}
        not_asked = {key: answer for key, answer in given.items() if key not in keys}
        typed = replace(typed, answers={**not_asked, **typed.answers})
        moves = typed.division != held.division
        changed = [
            name
            for name in ("name", "member", "notes", "by_initials", "division", "club", "is_minor")
            if getattr(typed, name) != getattr(held, name)
        ]
        reached = _store_contact(held, contact, typed) if contact is not None else []
        if not changed and not reached:
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
            after={"registration": held.pk, "changed": [*changed, *reached]},
        )
        if moves:
            promote_waiting_list(action, rules)
    return held


def withdraw_registration(actor: Actor, registration: Registration) -> Registration:
    """Withdraw one registration, as `withdraw_registrations` does."""
    return withdraw_registrations(actor, [registration])[0]


def withdraw_registrations(
    actor: Actor, registrations: Sequence[Registration]
) -> list[Registration]:
    """Withdraw registrations of one event, so that the waiting list moves up.

    Unsent messages to these people are deleted. Raise `Refused` if a registration has ended, or if its
    person is already a player.
    """
    return _end_registrations(actor, registrations, State.WITHDRAWN)


def refuse_registrations(
    actor: Actor, registrations: Sequence[Registration], *, reason: str
) -> list[Registration]:
    """Refuse registrations of one event, with a reason for the person, so that the waiting list moves up.

    Raise `Refused` if there is no reason, if a registration has ended, or if its person is already a player.
    """
    reason = required_text(
        reason, _("Give a reason. The person can read it on the registration page.")
    )[:300]
    return _end_registrations(actor, registrations, State.REFUSED, reason)


def accept_registrations(actor: Actor, registrations: Sequence[Registration]) -> list[Registration]:
    """Accept registrations of one event, and queue messages to these people.

    People on the waiting list get a place, even above the limit; those already accepted are skipped.
    Raise `Refused` if one of the registrations has ended.
    """
    with act(actor, registrations[0].event) as action:
        held = [_locked_registration(registration) for registration in registrations]
        for row in held:
            _refuse_ended_registration(row)
        accepted = [row for row in held if row.state != State.PLACE or not row.accepted_at]
        waited = [row for row in accepted if row.state == State.WAITING]
        for row in accepted:
            row.state, row.accepted_at = State.PLACE, row.accepted_at or timezone.now()
            row.save(update_fields=["state", "accepted_at"])
        create_messages(waited, Kind.MOVED_UP, unreachable_too=True)
        create_messages([row for row in accepted if row not in waited], Kind.ACCEPTED)
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
            action.log("accept_registration", summary, after=_log_keys(accepted))
    return held


def _end_registrations(
    actor: Actor, registrations: Sequence[Registration], state: Registration.State, reason: str = ""
) -> list[Registration]:
    with act(actor, registrations[0].event) as action:
        held = [_locked_registration(registration) for registration in registrations]
        for row in held:
            _refuse_ended_registration(row)
            if row.entry_id:
                raise Refused(already_entered_message(row.name))
            row.state, row.ended_at, row.refused_why = state, timezone.now(), reason
            row.save(update_fields=["state", "ended_at", "refused_why"])
        delete_unsent_messages(held)
        if state == State.REFUSED:
            create_messages(held, Kind.REFUSED)
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
        action.log("end_registration", summary, after=_log_keys(held))
        promote_waiting_list(action, registration_rules_of(held[0].event))
    return held


def promote_waiting_list(action: Action, rules: RegistrationRules) -> None:
    """Give free places to the waiting list in order, log this once, and queue a message to each person."""
    waiting = waiting_list_of(rules.event)
    if not waiting:
        return
    by_key = {row.pk: row for row in waiting}
    line: Sequence[tuple[int, int]] = [(row.pk, row.division_id or 0) for row in waiting]
    moved = [by_key[key] for key in promoted_from_waiting_list(places_of(rules), line)]
    for row in moved:
        row.state = State.PLACE
        row.save(update_fields=["state"])
    create_messages(moved, Kind.MOVED_UP, unreachable_too=True)
    if moved:
        action.log(
            "move_up_registration",
            say("move_up_registration", player=moved[0].name)
            if len(moved) == 1
            else say("move_up_registrations", registrations=len(moved), names=_names(moved)),
            after=_log_keys(moved),
        )


def contact_of(registration: Registration) -> RegistrationContact:
    """Return the contact details of a registration, or an unsaved row if there are none. This takes one query."""
    stored = RegistrationContact.objects.filter(registration=registration).first()
    return stored or RegistrationContact(registration=registration)


def _names(rows: Sequence[Registration]) -> list[str]:
    return [row.name for row in rows]


def _log_keys(rows: Sequence[Registration]) -> dict[str, object]:
    """Return the keys of registrations for the log."""
    if len(rows) == 1:
        return {"registration": rows[0].pk}
    return {"registrations": [row.pk for row in rows]}


def _locked_registration(registration: Registration) -> Registration:
    rows = Registration.objects.select_related("event", "division").select_for_update(
        of=("self",), no_key=True
    )
    held = rows.get(pk=registration.pk)
    held.event = registration.event
    return held


def _refuse_ended_registration(held: Registration) -> None:
    if not held.is_alive:
        raise Refused(
            _("The registration of {player} is {state} and can no longer be changed.").format(
                player=held.name, state=held.get_state_display()
            )
        )


def _division_key(division: Division | None) -> int:
    return division.pk if division else 0
