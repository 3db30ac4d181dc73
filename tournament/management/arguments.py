"""What is typed after a command, as the commands understand it alike."""

from django.core.management.base import CommandError

from tournament.models import Event
from tournament.queries.event.events import NotThere, event_named


def asked_event(slug: str) -> Event:
    """The event with that short name. Raises `CommandError` naming those there are."""
    try:
        return event_named(slug)
    except NotThere as reason:
        raise CommandError(str(reason)) from reason
