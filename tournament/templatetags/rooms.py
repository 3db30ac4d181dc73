"""Template tags for the links and cards that rooms add to pages of the core, and for public pages."""

from typing import Any

from django import template

from tournament.web.cards import ShownCard, cards_at, links_at
from tournament.web.public_pages import public_address_of, public_or_desk_address

register = template.Library()


@register.simple_tag(takes_context=True)
def room_links(context: Any, place: str, about: Any = None) -> list[tuple[str, str]]:
    """Return the links that rooms add at a spot on a page, as (label, address) pairs.

    Public pages are created once for all visitors, so their links must not depend on the request.
    """
    return links_at(place, context.get("request"), about)


@register.simple_tag(takes_context=True)
def room_cards(context: Any, place: str, about: Any = None) -> list[ShownCard]:
    """Return the cards that rooms add at a spot on a page."""
    return cards_at(place, context.get("request"), about)


@register.simple_tag
def public_page(page: str, **names: str) -> str:
    """Return the address of the public page that corresponds to a page of the desk, or "" if no room has one."""
    return public_address_of(page, names)


@register.simple_tag
def public_or_desk(page: str, **names: str) -> str:
    """Return the address of the public page that corresponds to a page of the desk, or of the desk's page itself.

    The latter is returned if no room has a public page for it.
    """
    return public_or_desk_address(page, names)
