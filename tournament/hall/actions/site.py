"""Turning the public site of an event on and off."""

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.models import Event
from tournament.wording.log import say


def show_site(actor: Actor, event: Event, *, shown: bool) -> None:
    """Let everybody open the public site of an event, or nobody.

    While it is off the event is in no public list, season, calendar, feed or answer of the API. Players' own pages and
    screens go on.
    """
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if held.is_public == shown:
            return
        held.is_public = shown
        held.save(update_fields=["is_public"])
        verb = "show_site" if shown else "hide_site"
        action.log(verb, say(verb), before={"public": not shown}, after={"public": shown})
