"""The frame of every public page: the event, its divisions and the sections of the site.

A public page is the same for every reader and is rendered without the request, so that it
can be cached as bytes (`tournament.web.page_cache`). A reader's own name is stored only on
their phone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import Promise

from tournament.extension import PUBLIC_PLACES
from tournament.models import Division, Event
from tournament.web.frame import Link
from tournament.web.public_pages import public_address_of


@dataclass(frozen=True, slots=True)
class SiteSection:
    """A section of the public site; its key is also the name of its icon."""

    key: str
    label: Promise
    screen: str
    of_division: bool = True


LAPTOP_ONLY_SECTIONS = ("mine",)
"""Keys of the sections that need the running laptop; a published site has none of them."""


def is_published(request: HttpRequest) -> bool:
    """Return whether the page is rendered for a published file (`tournament.broadcast.web.site_files`)."""
    return hasattr(request, "published_as_of")


@dataclass(frozen=True, slots=True)
class SiteFrame:
    """The navigation around a public page."""

    event: Event
    division: Division | None
    """The division the page is about, or None for a page of the whole event."""
    divisions: tuple[Link, ...]
    """Links to the same page of every division; empty if the event has only one or its public site is off."""
    places: tuple[tuple[str, Link], ...]
    """The key of each section with its link."""
    version: str
    """The version the page shows; empty for a page that does not refresh itself."""
    as_of: datetime | None = None
    """The moment a published page shows; None for a page of the running laptop."""

    @property
    def is_published(self) -> bool:
        """Whether the page is a published file."""
        return self.as_of is not None


def site_frame(
    event: Event,
    divisions: Sequence[Division],
    division: Division | None = None,
    *,
    here: str,
    screen: str = "",
    version: str = "",
) -> SiteFrame:
    """Return the frame of a public page.

    `here` is the key of its section, or an empty string; `screen` is its URL name if other divisions
    have the same page. Without a division, sections that belong to a division lead to the first one.
    While the public site is off, a page such as a player's own has no links.
    """
    if not event.is_public:
        return SiteFrame(event, division, (), (), version)
    leads_to = division or next(iter(divisions), None)
    links = []
    for place in (place for places in PUBLIC_PLACES for place in places):
        if place.of_division and leads_to is None:
            continue
        names = [event.slug]
        if place.of_division and leads_to is not None:
            names.append(leads_to.slug)
        link = Link(str(place.label), reverse(place.screen, args=names), place.key == here)
        links.append((place.key, link))
    switch: tuple[Link, ...] = ()
    if len(divisions) > 1:
        switch = tuple(
            Link(str(row), address, row == division)
            for row in divisions
            if (address := _address_in_division(event, row, screen))
        )
    return SiteFrame(event, division, switch, tuple(links), version)


def _address_in_division(event: Event, division: Division, screen: str) -> str:
    """Return the address of a division's page `screen`, or of its public page if `screen` is empty.

    Return an empty string if the division has no public page.
    """
    if screen:
        return reverse(screen, args=[event.slug, division.slug])
    return public_address_of("division", {"event": event.slug, "division": division.slug})


def public_page(
    request: HttpRequest,
    template: str,
    frame: SiteFrame,
    context: Mapping[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Return a page that contains nothing about its reader.

    In a published file, the frame has no version and no sections that need the running laptop. A
    template that needs the request, for example for a form's token, belongs to a view that is not
    cached.
    """
    if is_published(request):
        places = tuple(row for row in frame.places if row[0] not in LAPTOP_ONLY_SECTIONS)
        frame = replace(frame, version="", places=places, as_of=request.published_as_of)  # type: ignore[attr-defined]
    known = {"site": frame, "event": frame.event, "division": frame.division, **context}
    return HttpResponse(render_to_string(template, known), status=status)
