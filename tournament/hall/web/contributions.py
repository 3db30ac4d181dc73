"""Contributions of the hall to pages of the core: public pages, links and cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _lazy

from tournament.hall.queries.clock import clock_of, clocks_of, default_clocks
from tournament.hall.queries.my_page import calls_from_other_divisions, open_requests_of
from tournament.hall.queries.public import public_events
from tournament.hall.web.hall import phones_card, screens_card, site_card
from tournament.hall.web.phones import phones_state_of
from tournament.hall.web.site import choose_event
from tournament.models import Division, Event
from tournament.queries.rounds.rounds import Board
from tournament.web.access import Permission, has_page_permission
from tournament.web.cards import RoomCard, RoomLink
from tournament.web.public import SiteSection

PUBLIC_PLACES = (
    SiteSection("now", _lazy("Now"), "site_now", of_division=False),
    SiteSection("mine", _lazy("My board"), "site_find", of_division=False),
    SiteSection("rounds", _lazy("Pairings"), "site_pairings"),
    SiteSection("standings", _lazy("Standings"), "site_standings"),
    SiteSection("people", _lazy("Players"), "site_players"),
    SiteSection("results", _lazy("Games"), "site_games"),
    SiteSection("more", _lazy("More"), "site_more", of_division=False),
)
"""The entries of the navigation bar of the public site, in order."""

PUBLIC_PREFIXES = {"/hall/": True, "/me/": True, "/screen/": True, "/kiosk/": False}
OF_EVENT, OF_DIVISION = ("event",), ("event", "division")
PUBLIC_PAGES = {
    "event": ("site_now", OF_EVENT),
    "event_games": ("site_now", OF_EVENT),
    "find": ("site_find", OF_EVENT),
    "division": ("site_division", OF_DIVISION),
    "standings": ("site_standings", OF_DIVISION),
    "pictures": ("site_standings", OF_DIVISION),
    "board": ("site_pairings_of", (*OF_DIVISION, "number")),
    "entry": ("site_player", (*OF_DIVISION, "entry")),
}
"""The public counterparts of the desk's pages, for visitors who are not logged in."""


def front_page(request: HttpRequest) -> HttpResponse | None:
    """Redirect to the public site of the current event, or show a choice of several.

    Return None if there is no public event.
    """
    there = public_events()
    return choose_event(request, there) if there else None


def _help_arguments(_about: Any) -> tuple[str]:
    return ("hall",)


def _event_arguments(event: Event) -> tuple[str]:
    return (event.slug,)


LINKS = (
    RoomLink("front", _lazy("Events"), "site_events"),
    RoomLink("public_help", _lazy("Help"), "help_topic", _help_arguments),
    RoomLink("reported", _lazy("Players' phones"), "player_phones", _event_arguments),
)

CALL_SCRIPTS = ("tournament/calls.js",)
CLOCK_FILES = {"styles": ("tournament/clock.css",), "scripts": ("tournament/clock.js",)}


def _clock_context(request: HttpRequest, division: Division) -> Mapping[str, Any]:
    clock = clock_of(division)
    may_start = has_page_permission(request, Permission.DIRECT) and not clock
    usual = default_clocks([division]).get(division.pk) if may_start else None
    scripts = (
        *CLOCK_FILES["scripts"],
        *(CALL_SCRIPTS if has_page_permission(request, Permission.RECORD) else ()),
    )
    return {"clock": clock, "usual": usual, **CLOCK_FILES, "scripts": scripts}


def _clocks_context(
    request: HttpRequest, divisions: Sequence[Division]
) -> Mapping[str, Any] | None:
    clocks = clocks_of(divisions)
    if not clocks and not has_page_permission(request, Permission.RECORD):
        return None
    return {"clocks": clocks, **CLOCK_FILES}


def _phones_context(request: HttpRequest, division: Division) -> Mapping[str, Any] | None:
    if division.event.closed_at or not has_page_permission(request, Permission.RECORD):
        return None
    if not has_page_permission(request, Permission.DIRECT):
        return {"phones": None}
    event = division.event
    return {
        "phones": phones_state_of(event),
        "elsewhere": calls_from_other_divisions(event, division.slug),
    }


def _requests_context(request: HttpRequest, division: Division) -> Mapping[str, Any] | None:
    if not has_page_permission(request, Permission.RECORD):
        return None
    requests = open_requests_of(division.event, division)
    return {"requests": requests} if requests else None


def _reports_context(_request: HttpRequest, board: Board | None) -> Mapping[str, Any] | None:
    return {} if board else None


def _empty_context(_request: HttpRequest | None, _about: Any) -> Mapping[str, Any]:
    return {}


CARDS = (
    RoomCard("desk", "hall/event/_desk_clock.html", _clock_context),
    RoomCard("divisions", "hall/event/_division_clock.html", _clocks_context),
    RoomCard("panel", "hall/event/_desk_phones.html", _phones_context),
    RoomCard("decisions", "hall/event/_desk_requests.html", _requests_context),
    RoomCard("board", "hall/results/_reported.html", _reports_context),
    RoomCard("only_here", "hall/_let_phones_in_first.html", _empty_context),
    RoomCard("unknown_name", "hall/_not_let_in.html", _empty_context),
    RoomCard("hall", "hall/event/_hall_phones.html", phones_card),
    RoomCard("hall", "hall/event/_hall_screens.html", screens_card),
    RoomCard("hall_last", "hall/event/_hall_site.html", site_card),
)
