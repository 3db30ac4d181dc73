"""Create messages to registered people, and send them by mail or record their delivery by hand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from smtplib import SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act
from tournament.federation.models import Registration, RegistrationMessage
from tournament.federation.queries.registration_messages import (
    email_of,
    is_mail_configured,
    mail_facts,
    waiting_messages,
)
from tournament.federation.wording.registration_mail import mail_of
from tournament.models import Event
from tournament.wording.log import say

PROGRAM = Actor("Ninetimer")
INTERVAL_SECONDS = 20.0
"""Seconds between two checks for waiting messages."""
RETRY_DELAY = dt.timedelta(minutes=5)
"""The delay before another automatic attempt to send a message that failed."""
MAX_MESSAGES_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """The result of sending: how many messages were sent and how many are waiting, and the mail server's error."""

    sent: int = 0
    waiting: int = 0
    problem: str = ""


def create_messages(
    rows: Sequence[Registration], kind: str, *, unreachable_too: bool = False
) -> None:
    """Create a message to each of these people who can be reached, as part of an action.

    People without an e-mail address or telephone number get one only if `unreachable_too` is set,
    so that they are informed at the desk.
    """
    reachable = Registration.objects.filter(pk__in=[row.pk for row in rows], contact__isnull=False)
    reached = set(
        reachable.exclude(contact__email="", contact__telephone="").values_list("pk", flat=True)
    )
    now = timezone.now()
    RegistrationMessage.objects.bulk_create(
        RegistrationMessage(registration=row, kind=kind, made_at=now)
        for row in rows
        if unreachable_too or row.pk in reached
    )


def delete_unsent_messages(rows: Sequence[Registration]) -> None:
    """Delete the unsent messages to these people, which are now out of date, as part of an action."""
    RegistrationMessage.objects.filter(registration__in=rows, sent_at=None).delete()


def send_messages(actor: Actor, event: Event) -> DeliveryResult:
    """Send the waiting messages of an event, and return the result.

    Raise `Refused` if mail is not configured or no waiting message has an e-mail address.
    """
    if not is_mail_configured():
        raise Refused(_("No mail server is set up. Send the messages by hand."))
    messages = [row for row in waiting_messages(event) if email_of(row)]
    if not messages:
        raise Refused(_("No waiting message has an e-mail address."))
    return _send(actor, event, messages)


def send_waiting_messages(now: dt.datetime | None = None) -> None:
    """Send the waiting messages of all open events by mail, at most `MAX_MESSAGES_AT_ONCE` for each event.

    Messages that could not be sent are tried again after `RETRY_DELAY`. Do nothing if mail is not
    configured.
    """
    if not is_mail_configured():
        return
    before = (now or timezone.now()) - RETRY_DELAY
    waiting = [
        row
        for row in waiting_messages()
        if email_of(row) and (row.tried_at is None or row.tried_at < before)
    ]
    for event, messages in groupby(waiting, key=lambda row: row.registration.event):
        _send(PROGRAM, event, list(messages)[:MAX_MESSAGES_AT_ONCE])


def _send(actor: Actor, event: Event, messages: Sequence[RegistrationMessage]) -> DeliveryResult:
    """Send these messages outside a transaction, and store the result in one action.

    Messages that another process is sending are skipped.
    """
    sent: list[int] = []
    failed: dict[int, str] = {}
    mine = [row for row in messages if _claim_message(row)]
    connection = get_connection(fail_silently=False)
    problem = ""
    try:
        connection.open()
        for row, facts in zip(mine, mail_facts(mine), strict=True):
            mail, to = mail_of(facts), [email_of(row)]
            try:
                EmailMessage(mail.subject, mail.body, to=to, connection=connection).send()
            except (SMTPRecipientsRefused, SMTPResponseException) as refused:
                failed[row.pk] = _error_message_of(refused)  # refused for this recipient only
            else:
                sent.append(row.pk)
    except OSError as away:  # exceptions of smtplib are OSErrors
        problem = _error_message_of(away)
    finally:
        connection.close()
    failed = {row.pk: failed.get(row.pk, problem) for row in mine if row.pk not in sent}
    _store_delivery(actor, event, sent, failed)
    return DeliveryResult(len(sent), len(failed), next(iter(failed.values()), ""))


def _claim_message(row: RegistrationMessage) -> bool:
    """Mark a message as being sent; return False if another process is sending it."""
    rows = RegistrationMessage.objects.filter(pk=row.pk, sent_at=None, tried_at=row.tried_at)
    return bool(rows.update(tried_at=timezone.now()))


def _error_message_of(failure: OSError) -> str:
    """Return the error message from the mail server or the network."""
    answer = failure
    if isinstance(failure, SMTPRecipientsRefused):
        answer = SMTPResponseException(*next(iter(failure.recipients.values())))
    words = str(failure)
    if isinstance(answer, SMTPResponseException):
        error = answer.smtp_error
        text = error.decode("utf-8", "replace") if isinstance(error, bytes) else error
        words = f"{answer.smtp_code} {text}"
    return " ".join(words.split())[:300] or type(failure).__name__


def _store_delivery(
    actor: Actor, event: Event, sent: Sequence[int], failed: dict[int, str]
) -> None:
    """Store which messages were sent, and why others were not. A repeated failure is logged only once."""
    with act(actor, event, allow_closed=True) as action:
        rows = RegistrationMessage.objects.filter(pk__in=failed)
        news = [row.pk for row in rows if row.problem != failed[row.pk]]
        for pk in news:
            RegistrationMessage.objects.filter(pk=pk).update(problem=failed[pk])
        RegistrationMessage.objects.filter(pk__in=sent).update(
            sent_at=timezone.now(), by_hand=False, problem=""
        )
        if sent:
            action.log("send_messages", say("send_messages", messages=len(sent)))
        if news:
            action.log(
                "keep_messages", say("keep_messages", messages=len(news), host=settings.EMAIL_HOST)
            )


def mark_delivered(actor: Actor, event: Event, messages: Sequence[RegistrationMessage]) -> int:
    """Mark messages as delivered by hand, and return their number.

    Raise `Refused` if all of them have been sent already.
    """
    with act(actor, event, allow_closed=True) as action:
        rows = RegistrationMessage.objects.filter(
            pk__in=[row.pk for row in messages], registration__event=event, sent_at=None
        )
        count = rows.update(sent_at=timezone.now(), by_hand=True, problem="")
        if not count:
            raise Refused(_("These messages are already marked as sent."))
        action.log("deliver_by_hand", say("deliver_by_hand", messages=count))
    return count


def requeue_confirmation(actor: Actor, registration: Registration) -> None:
    """Queue the confirmation again for a person who lost the code, unless it is still waiting to be sent."""
    with act(actor, registration.event) as action:
        kind = RegistrationMessage.Kind.REGISTERED
        waiting = RegistrationMessage.objects.filter(
            registration=registration, kind=kind, sent_at=None
        )
        if not waiting.exists():
            create_messages([registration], kind, unreachable_too=True)
        action.log("write_again", say("write_again", player=registration.name))


def log_registration_view(actor: Actor, registration: Registration) -> None:
    """Log that the actor viewed the contact details of a registered person."""
    with act(actor, registration.event, allow_closed=True) as action:
        action.log(
            "look_at_registration",
            say("look_at_registration", player=registration.name),
            after={"registration": registration.pk},
        )


def log_messages_view(actor: Actor, event: Event, count: int) -> None:
    """Log that the actor viewed messages with their addresses."""
    with act(actor, event, allow_closed=True) as action:
        action.log("look_at_messages", say("look_at_messages", messages=count))


BACKGROUND_TASK = (send_waiting_messages, INTERVAL_SECONDS)
"""The background task that sends messages, so that no page waits for a mail server."""
