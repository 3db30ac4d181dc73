"""Cards and links that rooms show on pages of the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from tournament.extension import LINKS, Joined


@dataclass(frozen=True, slots=True)
class RoomCard:
    """A part of a page that a room shows: its template, and the values which that template knows as `card`."""

    template: str
    values: Mapping[str, Any]


def cards_of(place: Joined, *about: Any) -> list[RoomCard]:
    """Return the cards of a place whose function does not answer None; it is called with the request and `about`."""
    answers = ((template, ask(*about)) for template, ask in place)
    return [RoomCard(template, values) for template, values in answers if values is not None]


def _no_names(_about: Any) -> tuple[object, ...]:
    return ()


def _always(_request: Any, _about: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class RoomLink:
    """A link that a room shows on a page of the core.

    `place` names the spot, as in ``{% room_links "home" %}`` of the page's template; `screen` is the name of the
    address, and `names` returns what stands in it, of what the page is about. `is_shown` is called with the request,
    which is None on public pages, and with what the page is about.
    """

    place: str
    label: Promise
    screen: str
    names: Callable[[Any], tuple[object, ...]] = _no_names
    is_shown: Callable[[Any, Any], bool] = _always


def links_at(place: str, request: HttpRequest | None, about: Any = None) -> list[tuple[str, str]]:
    """Return the label and the address of every link that rooms show at a place."""
    return [
        (str(link.label), reverse(link.screen, args=link.names(about)))
        for links in LINKS
        for link in links
        if link.place == place and link.is_shown(request, about)
    ]
