"""Contact details of people, and those past their retention period."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.utils import timezone

from scoring.models import Organisation
from tournament.federation.models import Contact, Registration
from tournament.models import Player

CONTACT_FIELDS = ("email", "telephone", "call_whom")
"""The fields of a person's contact details."""


@dataclass(frozen=True)
class DueContact:
    """Contact details past their retention period."""

    contact: Contact
    since: dt.date
    """The last day of the retention period."""


def contacts_of(player: Player) -> dict[str, str]:
    """Return a person's contact details by field; empty strings if none are stored. This takes one query."""
    contact = Contact.objects.filter(player=player).first()
    return {name: getattr(contact, name, "") for name in CONTACT_FIELDS}


def stored_contact_fields(player: Player) -> tuple[str, ...]:
    """Return the names of the contact fields stored for a person, without their values. This takes one query."""
    return tuple(name for name, value in contacts_of(player).items() if value)


def due_contacts(organisation: Organisation, today: dt.date) -> list[DueContact]:
    """Return the contact details past the retention period after the person's last event. This takes one query.

    An event without a date counts from its creation; for a person without events, the period starts when
    the contact details were last changed. With 0 days, contact details expire once all events of the
    person are closed, and never for a person without events.
    """
    rows = (
        Contact.objects.filter(player__organisation=organisation)
        .select_related("player")
        .annotate(
            latest=Max("player__entries__division__event__date"),
            made=Max(
                "player__entries__division__event__created_at",
                filter=Q(player__entries__division__event__date=None),
            ),
            closed=Max("player__entries__division__event__closed_at"),
            events=Count("player__entries__division__event", distinct=True),
            still_open=Count(
                "player__entries__division__event",
                filter=Q(player__entries__division__event__closed_at=None),
                distinct=True,
            ),
        )
        .order_by("pk")
    )
    due = []
    days = organisation.contacts_kept_days
    for row in rows:
        moments = [
            moment for moment in (row.made, row.changed_at if not row.events else None) if moment
        ]
        ends = [timezone.localtime(moment).date() for moment in moments]
        last = max([*ends, *([row.latest] if row.latest else [])])
        if days == 0:
            if row.events and not row.still_open:
                due.append(DueContact(row, timezone.localtime(row.closed).date()))
        elif (since := last + dt.timedelta(days=days)) < today:
            due.append(DueContact(row, since))
    return due


def due_registrations(organisation: Organisation, today: dt.date) -> list[Registration]:
    """Return the registrations with contact details, answers or notes past the retention period.

    The period starts on the date of the event, or on the day of its creation if it has no date. With 0
    days, it ends once the event is closed. This takes one query.
    """
    rows = (
        Registration.objects.filter(event__organisation=organisation)
        .exclude(Q(contact=None) & Q(notes=""))
        .select_related("event")
        .order_by("pk")
    )
    days = organisation.contacts_kept_days
    if days == 0:
        return list(rows.exclude(event__closed_at=None))
    kept_from = today - dt.timedelta(days=days)
    return [
        row
        for row in rows
        if (row.event.date or timezone.localtime(row.event.created_at).date()) < kept_from
    ]
