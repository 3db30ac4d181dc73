"""Store, show and export people's contact details, and delete them after the organisation's retention period.

The log records who stored, viewed and deleted whose details. It never contains the details
themselves, so that deleting them is final.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.models import Organisation
from scoring.tenancy import tenant
from tournament.actions.act import Action, Refused, act
from tournament.actions.people.persons import act_on_person
from tournament.federation.actions.registration_checks import refuse_invalid_email
from tournament.federation.models import (
    Contact,
    Registration,
    RegistrationContact,
    RegistrationMessage,
)
from tournament.federation.queries.contacts import (
    CONTACT_FIELDS,
    contacts_of,
    due_contacts,
    due_registrations,
)
from tournament.federation.queries.erasure import erasure_of
from tournament.federation.queries.personal_data import PersonalData, personal_data
from tournament.models import Event, Player
from tournament.wording.log import say

MAX_KEPT_DAYS = 3650
"""The maximum retention period, in days."""
PROGRAM = Actor("Ninetimer")


def refuse_erased_person(player: Player) -> None:
    """Raise `Refused` for an erased person, for example from a form opened before the erasure."""
    if erasure_of(player) is not None:
        raise Refused(_("{player} was erased and is shown only by initials.").format(player=player))


def view_contacts(actor: Actor, player: Player) -> dict[str, str]:
    """Return a person's contact details by field, and log that the actor viewed them."""
    with act_on_person(actor, player) as action:
        contacts = contacts_of(player)
        action.log(
            "look_at_contacts", say("look_at_contacts", player=player), after={"person": player.pk}
        )
    return contacts


def change_contacts(actor: Actor, player: Player, contacts: Mapping[str, str]) -> tuple[str, ...]:
    """Store the contact details of a person and return the names of the changed fields.

    If all are empty, delete the row. Raise `Refused` for an invalid e-mail address or an erased
    person.
    """
    typed = {name: " ".join(contacts.get(name, "").split()) for name in CONTACT_FIELDS}
    refuse_invalid_email(typed["email"])
    with act_on_person(actor, player) as action:
        refuse_erased_person(player)
        before = contacts_of(player)
        changed = tuple(name for name in CONTACT_FIELDS if typed[name] != before[name])
        if not changed:
            return ()
        if any(typed.values()):
            Contact.objects.update_or_create(
                player=player, defaults={**typed, "changed_at": timezone.now()}
            )
        else:
            Contact.objects.filter(player=player).delete()
        action.log(
            "change_contacts",
            say(
                "change_contacts", player=player, what=[say(f"contact_{name}") for name in changed]
            ),
            after={"person": player.pk},
        )
    return changed


def set_retention_period(actor: Actor, organisation: Organisation, days: int) -> None:
    """Set the retention period in days after a person's last event.

    With 0, it ends once all events of the person are closed. Contact details and registration data that
    are now overdue are deleted at once. Raise `Refused` for a number outside 0 to `MAX_KEPT_DAYS`.
    """
    if not 0 <= days <= MAX_KEPT_DAYS:
        raise Refused(
            _("Contact details can be kept for 0 to {most} days after the last event.").format(
                most=MAX_KEPT_DAYS
            )
        )
    with tenant(organisation.pk), act(actor, None) as action:
        action.default_scope = organisation.scope
        held = Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        before, held.contacts_kept_days = held.contacts_kept_days, days
        if before != days:
            held.save(update_fields=["contacts_kept_days"])
            action.log(
                "keep_contacts_for",
                say("keep_contacts_for", days=days),
                before={"days": before},
                after={"days": days},
            )
        _delete_overdue(action, held, timezone.localdate())


def delete_overdue_contacts(actor: Actor = PROGRAM, today: dt.date | None = None) -> int:
    """Delete the overdue contact details and registration data of all organisations, in one action per organisation.

    Return the number of people and registrations affected.
    """
    today = today or timezone.localdate()
    return sum(
        delete_overdue_contacts_of(actor, organisation, today)
        for organisation in Organisation.objects.order_by("pk")
        if due_contacts(organisation, today) or due_registrations(organisation, today)
    )


def delete_overdue_contacts_of(actor: Actor, organisation: Organisation, today: dt.date) -> int:
    """Delete the overdue contact details and registration data of one organisation.

    Return the number of people and registrations affected.
    """
    with tenant(organisation.pk), act(actor, None) as action:
        action.default_scope = organisation.scope
        return _delete_overdue(action, organisation, today)


def _delete_overdue(action: Action, organisation: Organisation, today: dt.date) -> int:
    """Delete the overdue contact details and registration data of the organisation as part of the action.

    Return the number of people and registrations affected.
    """
    due = [row.contact for row in due_contacts(organisation, today)]
    registered = [row.pk for row in due_registrations(organisation, today)]
    count = len(due) + len(registered)
    if count:
        Contact.objects.filter(pk__in=[contact.pk for contact in due]).delete()
        delete_registration_contacts(registered)
        action.log(
            "forget_contacts",
            say("forget_contacts", people=count, days=organisation.contacts_kept_days),
            after={"people": [contact.player_id for contact in due]}
            | ({"registrations": registered} if registered else {}),
        )
    return count


def delete_registration_contacts(registrations: Collection[int]) -> None:
    """Delete contact details, answers, notes and messages of these registrations, as part of an action."""
    RegistrationContact.objects.filter(registration__in=registrations).delete()
    RegistrationMessage.objects.filter(registration__in=registrations).delete()
    Registration.objects.filter(pk__in=registrations).update(notes="")


def on_person_changing(player: Player, **_message: object) -> None:
    """Raise `Refused` if the person to be corrected has been erased."""
    refuse_erased_person(player)


def on_event_closed(event: Event, actor: Actor, **_message: object) -> None:
    """Delete overdue contact details and registration data if the organisation keeps them only until events close."""
    if event.organisation.contacts_kept_days == 0:
        delete_overdue_contacts_of(actor, event.organisation, timezone.localdate())


def on_persons_merged(keep: Player, other: Player, **_message: object) -> None:
    """Merge the contact details of `other` into those of `keep`.

    If both have a value in a field, that of `keep` remains.
    """
    moved = Contact.objects.filter(player=other).first()
    if moved is None:
        return
    own = Contact.objects.filter(player=keep).first()
    if own is None:
        Contact.objects.filter(pk=moved.pk).update(player=keep)
        return
    for name in CONTACT_FIELDS:
        setattr(own, name, getattr(own, name) or getattr(moved, name))
    own.save(update_fields=CONTACT_FIELDS)
    moved.delete()


def export_personal_data(actor: Actor, player: Player) -> PersonalData:
    """Return all data stored about a person, including contact details, and log who exported it."""
    with act_on_person(actor, player) as action:
        data = personal_data(player)
        action.log(
            "take_person_file", say("take_person_file", player=player), after={"person": player.pk}
        )
    return data
