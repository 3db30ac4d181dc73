"""Messages to the people who registered: written with what they tell of, sent by mail or by hand."""

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
    is_mail_set,
    mail_facts,
    waiting_messages,
)
from tournament.federation.wording.registration_mail import mail_of
from tournament.models import Event
from tournament.wording.log import say

PROGRAM = Actor("Ninetimer")
EVERY = 20.0
"""Seconds between two looks for messages that wait."""
TRY_AGAIN = dt.timedelta(minutes=5)
"""After a message could not be sent the program waits so long before it tries again by itself."""
AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Delivered:
    """What came of sending: how many were sent, how many wait still, and why, in the words of the mail server."""

    sent: int = 0
    waiting: int = 0
    problem: str = ""


def write_messages(
    rows: Sequence[Registration], kind: str, *, unreachable_too: bool = False
) -> None:
    """Write a message to each of these people, as part of an action.

    People without e-mail and telephone get one only if `unreachable_too`: then somebody at the desk tells them.
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


def drop_messages(rows: Sequence[Registration]) -> None:
    """Remove messages that were not sent yet and are no longer true, as part of an action."""
    RegistrationMessage.objects.filter(registration__in=rows, sent_at=None).delete()


def send_messages(actor: Actor, event: Event) -> Delivered:
    """Send the messages of an event that wait, and return what came of it.

    Raises `Refused` where no mail server is set, or nothing waits that can go by mail.
    """
    if not is_mail_set():
        raise Refused(_("No mail server is set. Send the messages by hand."))
    messages = [row for row in waiting_messages(event) if email_of(row)]
    if not messages:
        raise Refused(_("No waiting message can be sent by mail."))
    return _send(actor, event, messages)


def send_what_waits(now: dt.datetime | None = None) -> None:
    """Send by mail what waits in any event; what could not be sent is tried again after some minutes."""
    if not is_mail_set():
        return
    before = (now or timezone.now()) - TRY_AGAIN
    waiting = [
        row
        for row in waiting_messages()
        if email_of(row) and (row.tried_at is None or row.tried_at < before)
    ]
    for event, messages in groupby(waiting, key=lambda row: row.registration.event):
        _send(PROGRAM, event, list(messages)[:AT_ONCE])


def _send(actor: Actor, event: Event, messages: Sequence[RegistrationMessage]) -> Delivered:
    """Send these, outside any transaction, and write down what came of it in one action."""
    sent: list[int] = []
    failed: dict[int, str] = {}
    mine = [row for row in messages if _claim(row)]
    connection = get_connection(fail_silently=False)
    problem = ""
    try:
        connection.open()
        for row, facts in zip(mine, mail_facts(mine), strict=True):
            mail, to = mail_of(facts), [email_of(row)]
            try:
                EmailMessage(mail.subject, mail.body, to=to, connection=connection).send()
            except (SMTPRecipientsRefused, SMTPResponseException) as refused:
                failed[row.pk] = _words_of(refused)  # this one alone: the server goes on
            else:
                sent.append(row.pk)
    except OSError as away:  # what smtplib raises is an OSError, too
        problem = _words_of(away)
    finally:
        connection.close()
    failed = {row.pk: failed.get(row.pk, problem) for row in mine if row.pk not in sent}
    _write_down(actor, event, sent, failed)
    return Delivered(len(sent), len(failed), next(iter(failed.values()), ""))


def _claim(row: RegistrationMessage) -> bool:
    """Note that the message is being sent; False where another process or page does so just now."""
    rows = RegistrationMessage.objects.filter(pk=row.pk, sent_at=None, tried_at=row.tried_at)
    return bool(rows.update(tried_at=timezone.now()))


def _words_of(failure: OSError) -> str:
    """What the mail server, or the network, says of a failure."""
    answer = failure
    if isinstance(failure, SMTPRecipientsRefused):
        answer = SMTPResponseException(*next(iter(failure.recipients.values())))
    words = str(failure)
    if isinstance(answer, SMTPResponseException):
        error = answer.smtp_error
        text = error.decode("utf-8", "replace") if isinstance(error, bytes) else error
        words = f"{answer.smtp_code} {text}"
    return " ".join(words.split())[:300] or type(failure).__name__


def _write_down(actor: Actor, event: Event, sent: Sequence[int], failed: dict[int, str]) -> None:
    """Store what was sent and what was not; the log tells of a failure once, not at every try."""
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
                "keep_messages",
                say("keep_messages", messages=len(news), host=settings.EMAIL_HOST),
            )


def mark_delivered(actor: Actor, event: Event, messages: Sequence[RegistrationMessage]) -> int:
    """Note that somebody told these people by hand, and return how many there were."""
    with act(actor, event, allow_closed=True) as action:
        rows = RegistrationMessage.objects.filter(
            pk__in=[row.pk for row in messages], registration__event=event, sent_at=None
        )
        count = rows.update(sent_at=timezone.now(), by_hand=True, problem="")
        if not count:
            raise Refused(_("These messages are already marked as sent."))
        action.log("deliver_by_hand", say("deliver_by_hand", messages=count))
    return count


def write_again(actor: Actor, registration: Registration) -> None:
    """Let the confirmation wait once more, for somebody who lost the code."""
    with act(actor, registration.event) as action:
        kind = RegistrationMessage.Kind.REGISTERED
        waiting = RegistrationMessage.objects.filter(
            registration=registration, kind=kind, sent_at=None
        )
        if not waiting.exists():
            write_messages([registration], kind, unreachable_too=True)
        action.log("write_again", say("write_again", player=registration.name))


def look_at_registration(actor: Actor, registration: Registration) -> None:
    """Write down that somebody saw how a registered person is reached."""
    with act(actor, registration.event, allow_closed=True) as action:
        action.log(
            "look_at_registration",
            say("look_at_registration", player=registration.name),
            after={"registration": registration.pk},
        )


def look_at_messages(actor: Actor, event: Event, count: int) -> None:
    """Write down that somebody saw so many messages with their addresses."""
    with act(actor, event, allow_closed=True) as action:
        action.log("look_at_messages", say("look_at_messages", messages=count))


BACKGROUND_TASK = (send_what_waits, EVERY)
"""Messages are sent beside the pages, so that nobody waits for a mail server."""
