"""Cards and links that rooms show on pages of the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from tournament.extension import CARDS, LINKS


@dataclass(frozen=True, slots=True)
class RoomCard:
    """A part of a page of the core that a room shows.

    `place` names the spot, as in ``cards_at("person", request, player)``. `values` is called with the request and
    what the page is about, and returns what `template` knows as `card`, or None where nothing is shown. A page that
    has room for that also loads the files named by its `styles` and `scripts`.
    """

    place: str
    template: str
    values: Callable[..., Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card as a page shows it."""

    template: str
    values: Mapping[str, Any]


def cards_at(place: str, *about: Any) -> list[ShownCard]:
    """Return the cards that rooms show at a place; `about` is the request and what the page is about."""
    cards = [card for cards in CARDS for card in cards if card.place == place]
    answers = [(card.template, card.values(*about)) for card in cards]
    return [ShownCard(template, values) for template, values in answers if values is not None]


def _no_names(_about: Any) -> tuple[object, ...]:
    return ()


def _always(_request: Any, _about: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class RoomLink:
    """A link that a room shows on a page of the core.

    `place` names the spot, as in ``{% room_links "events" %}`` of the page's template; `screen` is the name of the
    address, and `names` returns its parameters, given what the page is about. `is_shown` is called with the request,
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
