"""Public pages of rooms that correspond to pages of the desk."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from tournament.extension import PUBLIC_PAGES


def public_address_of(page: str, names: Mapping[str, Any]) -> str:
    """Return the address of the public page for a page of the desk, or an empty string if no room has one.

    `names` are the arguments of the desk's address, such as ``{"event": "autumn-open",
    "division": "a"}``.
    """
    for pages in PUBLIC_PAGES:
        if page in pages:
            screen, wanted = pages[page]
            return reverse(screen, kwargs={name: names[name] for name in wanted})
    return ""


def public_or_desk_address(page: str, names: Mapping[str, Any]) -> str:
    """Return the address of the public page for a page of the desk, or of the page itself if there is none."""
    return public_address_of(page, names) or reverse(page, kwargs=dict(names))
