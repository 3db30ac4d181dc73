"""The hall's page at the desk, with a card and a switch for each service."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.hall.actions.site import set_site_visibility
from tournament.hall.queries.my_page import open_requests_of
from tournament.hall.queries.reports import boards_with_open_reports
from tournament.hall.queries.screens import screens_of, waiting_screens
from tournament.hall.web.phones import phones_state_of
from tournament.models import Event
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.cards import cards_at
from tournament.web.page import find_event, page
from tournament.web.perform import perform


@requires(Permission.RECORD)
def hall_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show phones, screens, the public site and services of other rooms, and whether each is on."""
    event_ = find_event(event)
    cards = [*cards_at("hall", request, event_), *cards_at("hall_last", request, event_)]
    return page(request, "hall/event/hall.html", {"event": event_, "cards": cards})


def phones_card(_request: HttpRequest, event: Event) -> Mapping[str, Any]:
    """Return the state of phone access, whether it is on, and the number of open reports and requests."""
    phones = phones_state_of(event)
    return {
        "phones": phones,
        "is_on": phones.access.is_open or not phones.is_ours,
        "waiting": len(open_requests_of(event)) + len(boards_with_open_reports(event)),
    }


def screens_card(request: HttpRequest, event: Event) -> Mapping[str, Any] | None:
    """Return the screens of an event and the waiting ones; None for readers who may not control them."""
    if not has_page_permission(request, Permission.DIRECT):
        return None
    return {"screens": screens_of(event), "waiting": waiting_screens()}


def site_card(_request: HttpRequest, _event: Event) -> Mapping[str, Any]:
    """Return an empty context: the card of the public site needs only the event."""
    return {}


@requires(Permission.DIRECT)
@require_POST
def switch_site(request: HttpRequest, event: str) -> HttpResponse:
    """Turn the public site on or off."""
    event_ = find_event(event)
    shown = request.POST.get("on") == "yes"
    return perform(
        request,
        lambda actor: set_site_visibility(actor, event_, shown=shown),
        done=_("The public site is on: everybody can open it.")
        if shown
        else _("The public site is off: it is hidden from everybody."),
        to=reverse("hall", args=[event]),
    )
