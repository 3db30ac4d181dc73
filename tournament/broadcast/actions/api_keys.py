"""Create, show once and end the API keys of programs."""

from __future__ import annotations

import secrets

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.actions.refusals import required_text
from tournament.actions.act import Refused, act
from tournament.broadcast.models import ApiKey
from tournament.broadcast.models.api_key import DEFAULT_REQUESTS_PER_SECOND
from tournament.broadcast.queries.api_keys import digest_of
from tournament.models import Event
from tournament.wording.log import say

MAX_KEYS = 20
MAX_REQUESTS_PER_SECOND = 1000


def make_api_key(
    actor: Actor,
    event: Event,
    name: str,
    *,
    per_second: int = DEFAULT_REQUESTS_PER_SECOND,
    is_of_club: bool = False,
) -> tuple[ApiKey, str]:
    """Create a key for a program, and return it with the secret itself, which is not stored.

    The key is valid for this event or, with `is_of_club`, for every event of its club. Raise `Refused` if
    the name or a required club is missing, there are too many keys, or `per_second` is out of bounds.
    """
    name = required_text(name, _("Name the program that uses the key."))[:60]
    if not 1 <= per_second <= MAX_REQUESTS_PER_SECOND:
        raise Refused(
            _("A key can allow 1 to {most} requests per second.").format(
                most=MAX_REQUESTS_PER_SECOND
            )
        )
    if is_of_club and event.club_id is None:
        raise Refused(_("The event has no club. Name one in its settings first."))
    text = f"nt_{secrets.token_urlsafe(20)}"
    with act(actor, event, allow_closed=True) as action:
        if ApiKey.objects.filter(event=event, ended_at=None).count() >= MAX_KEYS:
            raise Refused(
                _("The event already has {most} keys. Revoke one first.").format(most=MAX_KEYS)
            )
        key = ApiKey.objects.create(
            event=event,
            name=name,
            digest=digest_of(text),
            per_second=per_second,
            is_of_club=is_of_club,
            made_at=timezone.now(),
        )
        action.log(
            "make_api_key",
            say("make_api_key", program=name),
            after={"name": name, "per_second": per_second, "is_of_club": is_of_club},
        )
    return key, text


def end_api_key(actor: Actor, key: ApiKey) -> None:
    """End a key, if it is still valid."""
    with act(actor, key.event, allow_closed=True) as action:
        held = ApiKey.objects.select_for_update(no_key=True).get(pk=key.pk)
        if held.ended_at is None:
            held.ended_at = timezone.now()
            held.save(update_fields=["ended_at"])
            action.log("end_api_key", say("end_api_key", program=held.name))
