"""The frame of every public page: the event, its divisions, the places of the site, and nothing of who reads.

A public page is the same for everybody and is rendered without the request, so that it can be made once and
handed out as bytes (`tournament.web.page_cache`). Its reader's own name is remembered by their phone alone.
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
from tournament.web.public_pages import public_page_of


@dataclass(frozen=True, slots=True)
class SitePlace:
    """One place of the public site: its icon has its key as its name."""

    key: str
    label: Promise
    screen: str
    of_division: bool = True


AT_THE_LAPTOP = ("mine",)
"""Places that need the laptop behind them: a published site has none of them."""


def is_published(request: HttpRequest) -> bool:
    """Whether the page is made for a file (`tournament.broadcast.web.published`)."""
    return hasattr(request, "published_as_of")


@dataclass(frozen=True, slots=True)
class SiteFrame:
    """Everything around a public page."""

    event: Event
    division: Division | None
    """The division the page is about; None for a page of the whole event."""
    divisions: tuple[Link, ...]
    """The same page of every division; empty where the event has one alone."""
    places: tuple[tuple[str, Link], ...]
    """The key of each place with the way there."""
    version: str
    """The state the page shows; empty for a page that does not refresh itself."""
    as_of: datetime | None = None
    """The moment a published page shows: it is a file of its own, without the laptop behind it."""

    @property
    def is_published(self) -> bool:
        """Whether the page is a file."""
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

    `here` is the key of its place, empty for none; `screen` the name of its address where another division has
    the same page. Places of a division lead to the first one where the page is about none. While the public site
    is off a page, such as a player's own, leads to no other.
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
            if (address := _same_page(event, row, screen))
        )
    return SiteFrame(event, division, switch, tuple(links), version)


def _same_page(event: Event, division: Division, screen: str) -> str:
    """Return where a division has the same page; without a `screen` its public page, empty where no room has one."""
    if screen:
        return reverse(screen, args=[event.slug, division.slug])
    return public_page_of("division", {"event": event.slug, "division": division.slug})


def public_page(
    request: HttpRequest,
    template: str,
    frame: SiteFrame,
    context: Mapping[str, Any],
    *,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a template, with nothing about its reader.

    What the template itself needs of the request (a form's token) is given by a view that is not made once.
    """
    if is_published(request):
        places = tuple(row for row in frame.places if row[0] not in AT_THE_LAPTOP)
        frame = replace(frame, version="", places=places, as_of=request.published_as_of)  # type: ignore[attr-defined]
    known = {"site": frame, "event": frame.event, "division": frame.division, **context}
    return HttpResponse(render_to_string(template, known), status=status)
