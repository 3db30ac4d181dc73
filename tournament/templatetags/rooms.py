"""What rooms show on pages of the core."""

from typing import Any

from django import template

from tournament.web.cards import links_at

register = template.Library()


@register.simple_tag(takes_context=True)
def room_links(context: Any, place: str, about: Any = None) -> list[tuple[str, str]]:
    """Return the links of rooms at a place of a page, each a label and an address.

    Public pages are made once for everybody, so that nothing there depends on the request.
    """
    return links_at(place, context.get("request"), about)
