"""Waiting messages to registered people, and the data for their wording."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.db.models import QuerySet

from tournament.federation.engine.fees import format_amount
from tournament.federation.models import (
    Registration,
    RegistrationContact,
    RegistrationMessage,
    RegistrationPayment,
    RegistrationRules,
)
from tournament.federation.queries.registration_fees import fee_of, payments_of
from tournament.federation.queries.registrations import ALIVE, waiting_positions
from tournament.federation.wording.registration_mail import MailFacts, MailPerson
from tournament.models import Event

SMTP_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


def is_mail_configured() -> bool:
    """Return whether mail can be sent: a mail server or another e-mail backend is configured."""
    return settings.EMAIL_BACKEND != SMTP_BACKEND or bool(settings.EMAIL_HOST)


def waiting_messages(event: Event | None = None) -> list[RegistrationMessage]:
    """Return the unsent messages of one event, or of all open events if `event` is None. This takes one query."""
    rows = _messages().filter(sent_at=None)
    if event is None:
        rows = rows.filter(registration__event__closed_at=None)
    else:
        rows = rows.filter(registration__event=event)
    return list(rows.order_by("registration__event", "made_at", "pk"))


def count_waiting_messages(event: Event) -> int:
    """Return the number of unsent messages of an event. This takes one query."""
    return RegistrationMessage.objects.filter(registration__event=event, sent_at=None).count()


def messages_to(registration: Registration) -> list[RegistrationMessage]:
    """Return every message to one person, oldest first. This takes one query."""
    return list(_messages().filter(registration=registration))


def email_of(message: RegistrationMessage) -> str:
    """Return the e-mail address of a message; empty if there is none."""
    return loaded_contact_of(message.registration).email


def loaded_contact_of(registration: Registration) -> RegistrationContact:
    """Return the loaded contact details of a registration, or an unsaved row if there are none."""
    stored = getattr(registration, "contact", None)
    return stored or RegistrationContact(registration=registration)


def _messages() -> QuerySet[RegistrationMessage]:
    return RegistrationMessage.objects.select_related(
        "registration__event",
        "registration__division",
        "registration__contact",
        "registration__entry",
    )


def mail_facts(messages: Sequence[RegistrationMessage]) -> list[MailFacts]:
    """Return the data for the text of each message. At most four queries."""
    events = {row.registration.event_id for row in messages}
    rules = {row.event_id: row for row in RegistrationRules.objects.filter(event__in=events)}
    families: dict[str, list[Registration]] = defaultdict(list)
    codes = {row.registration.family for row in messages} - {""}
    rows = Registration.objects.filter(family__in=codes, state__in=ALIVE).order_by("pk")
    for row in rows.select_related("division", "entry"):
        families[row.family].append(row)
    people = [row.registration for row in messages] + [
        row for family in families.values() for row in family
    ]
    payments = payments_of(people)
    places = waiting_positions(events)
    return [
        _facts_of(
            message,
            families.get(message.registration.family, []),
            rules.get(message.registration.event_id)
            or RegistrationRules(event=message.registration.event),
            payments,
            places,
        )
        for message in messages
    ]


def _facts_of(
    message: RegistrationMessage,
    family: Sequence[Registration],
    rules: RegistrationRules,
    payments: Mapping[int, Sequence[RegistrationPayment]],
    places: Mapping[int, int],
) -> MailFacts:
    own, contact = message.registration, loaded_contact_of(message.registration)
    is_confirmation = message.kind == message.Kind.REGISTERED
    people = list(family) if is_confirmation and len(family) > 1 else [own]
    owed = sum(fee_of(rules, row, payments.get(row.pk, ())).owed for row in people)
    event = own.event
    return MailFacts(
        kind=str(message.kind),
        event=event.name,
        day=event.date,
        where=event.place,
        to=contact.email,
        addressee=contact.guardian or own.name,
        people=tuple(
            MailPerson(
                row.name,
                str(row.division or ""),
                places.get(row.pk),
                row.accepted_at is not None,
                row.shown_code,
            )
            for row in people
        ),
        code=own.family if len(people) > 1 else own.code,
        fee=format_amount(owed, rules.fee) if owed else "",
        about=rules.about,
        reason=own.refused_why,
        language=contact.language,
        site=contact.address,
    )
