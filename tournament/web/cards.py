"""Cards and links that rooms add to pages of the core."""

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
    """A card that a room adds to a page of the core.

    `place` names the spot, as in ``cards_at("person", request, player)``. `values` is called
    with the request and the subject of the page; it returns the value of the template variable
    `card`, or None to show nothing.
    """

    place: str
    template: str
    values: Callable[..., Mapping[str, Any] | None]


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card with the values for its template."""

    template: str
    values: Mapping[str, Any]


def cards_at(place: str, *about: Any) -> list[ShownCard]:
    """Return the cards that rooms show at a spot; `about` is the request and the subject of the page.

    Cards whose `values` returns None are left out.
    """
    cards = [card for cards in CARDS for card in cards if card.place == place]
    answers = [(card.template, card.values(*about)) for card in cards]
    return [ShownCard(template, values) for template, values in answers if values is not None]


def _no_arguments(_about: Any) -> tuple[object, ...]:
    return ()


def _is_always_shown(_request: Any, _about: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class RoomLink:
    """A link that a room adds to a page of the core.

    `place` names the spot, as in ``{% room_links "events" %}`` in the page's template. `screen`
    is a URL name, and `names` returns its arguments for the subject of the page. `is_shown` is
    called with the request, which is None on public pages, and with the subject.
    """

    place: str
    label: Promise
    screen: str
    names: Callable[[Any], tuple[object, ...]] = _no_arguments
    is_shown: Callable[[Any, Any], bool] = _is_always_shown


def links_at(place: str, request: HttpRequest | None, about: Any = None) -> list[tuple[str, str]]:
    """Return the label and address of every link that rooms show to this reader at a spot."""
    return [
        (str(link.label), reverse(link.screen, args=link.names(about)))
        for links in LINKS
        for link in links
        if link.place == place and link.is_shown(request, about)
    ]
