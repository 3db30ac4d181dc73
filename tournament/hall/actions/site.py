"""Switch the public site of an event on or off."""

from scoring.actions.activity import Actor
from tournament.actions.act import act
from tournament.models import Event
from tournament.wording.log import say


def set_site_visibility(actor: Actor, event: Event, *, shown: bool) -> None:
    """Switch the public site of an event on or off.

    While it is off, the event is omitted from public lists, seasons, calendars, feeds and the API.
    Players' own pages and screens keep working.
    """
    with act(actor, event, allow_closed=True) as action:
        held = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if held.is_public == shown:
            return
        held.is_public = shown
        held.save(update_fields=["is_public"])
        verb = "show_site" if shown else "hide_site"
        action.log(verb, say(verb), before={"public": not shown}, after={"public": shown})
