"""Waiting messages to registered people, sent by the mail server or by hand."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.actions.activity import Actor
from tournament.federation.actions.registration_messages import (
    DeliveryResult,
    log_messages_view,
    mark_delivered,
    send_messages,
)
from tournament.federation.queries.registration_messages import (
    is_mail_configured,
    loaded_contact_of,
    mail_facts,
    waiting_messages,
)
from tournament.federation.wording.registration_mail import mail_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.perform import perform

MAX_SHOWN = 50


@requires(Permission.DIRECT)
@never_cache
def messages_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the first `MAX_SHOWN` waiting messages in full, with a log entry if there are any.

    On POST, send all of them if `send` is given, or mark the chosen ones as delivered by hand.
    """
    event_ = find_event(event)
    waiting = waiting_messages(event_)
    here = reverse("registration_messages", args=[event_.slug])
    if request.method == "POST" and "send" in request.POST:
        return perform(
            request, lambda actor: send_messages(actor, event_), done=_delivery_in_words, to=here
        )
    if request.method == "POST":
        chosen = [row for row in waiting if str(row.pk) in request.POST.getlist("message")]
        return perform(
            request,
            lambda actor: mark_delivered(actor, event_, chosen),
            done=lambda count: ngettext(
                "{count} message marked as sent.", "{count} messages marked as sent.", count
            ).format(count=count),
            to=here,
        )
    shown = waiting[:MAX_SHOWN]
    if shown:
        log_messages_view(Actor.for_user(request.user), event_, len(shown))
    mails = [mail_of(facts) for facts in mail_facts(shown)]
    failed = next((row for row in waiting if row.problem), None)
    return page(
        request,
        "federation/people/registration_messages.html",
        {
            "event": event_,
            "rows": [
                (row, loaded_contact_of(row.registration), mail)
                for row, mail in zip(shown, mails, strict=True)
            ],
            "total": len(waiting),
            "is_mail_set": is_mail_configured(),
            "can_be_sent": any(loaded_contact_of(row.registration).email for row in waiting),
            "host": settings.EMAIL_HOST,
            "failed": failed,
        },
    )


def _delivery_in_words(delivered: DeliveryResult) -> str:
    sent = ngettext("{count} message sent.", "{count} messages sent.", delivered.sent).format(
        count=delivered.sent
    )
    if not delivered.waiting:
        return sent
    waiting = ngettext(
        "{count} message is still waiting: the mail server says “{problem}”.",
        "{count} messages are still waiting: the mail server says “{problem}”.",
        delivered.waiting,
    ).format(count=delivered.waiting, problem=delivered.problem)
    return f"{sent} {waiting}" if delivered.sent else waiting
