"""The contacts of a person, and those that are kept longer than their organisation says."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import Count, Max, Q
from django.utils import timezone

from scoring.models import Organisation
from tournament.federation.models import Contact, Registration
from tournament.models import Player

FIELDS = ("email", "telephone", "call_whom")
"""What contacts are made of."""


@dataclass(frozen=True)
class Due:
    """Contacts that are kept no longer."""

    contact: Contact
    since: dt.date
    """The day on which they should have been removed."""


def contacts_of(player: Player) -> dict[str, str]:
    """The contacts of a person by field; empty texts where nothing is stored. One query."""
    contact = Contact.objects.filter(player=player).first()
    return {name: getattr(contact, name, "") for name in FIELDS}


def stored_contacts(player: Player) -> tuple[str, ...]:
    """Which contacts of a person are stored, by field, without what they are. One query."""
    return tuple(name for name, value in contacts_of(player).items() if value)


def due_contacts(organisation: Organisation, today: dt.date) -> list[Due]:
    """The contacts that the organisation keeps no longer: its days have passed since the person's last event.

    An event without a date counts from the day it was made; who plays in none, from the day the contacts were written.
    With 0 days contacts go as soon as every event of the person is closed. One query.
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
                due.append(Due(row, timezone.localtime(row.closed).date()))
        elif (since := last + dt.timedelta(days=days)) < today:
            due.append(Due(row, since))
    return due


def due_registrations(organisation: Organisation, today: dt.date) -> list[Registration]:
    """The registrations whose contacts, answers and notes the organisation keeps no longer.

    They count from the day of the event, or from the day it was made where it has no date. With 0 days they go as
    soon as the event is closed. One query.
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
