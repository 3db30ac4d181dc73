"""Render pages, and find the objects named in addresses."""

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.models.organisation import Organisation
from scoring.tenancy import FIRST_TENANT, set_tenant
from tournament.models import Division, Event, Pairing, Round, SecondFactor
from tournament.queries.cache import reuse_answers
from tournament.queries.rounds.rounds import RoundSummary
from tournament.queries.standings.standings import DivisionStandings
from tournament.web.access import (
    Permission,
    SecondFactorMissing,
    has_page_permission,
    has_permission,
    own_organisation_key,
)
from tournament.web.frame import Frame, frame_of
from tournament.web.page_cache import page_cache
from tournament.web.public_pages import public_address_of

BETWEEN_TAGS = re.compile(rb">\s{2,}<(?!/textarea|/pre)")
"""Pattern of white space between tags, which `page` replaces with one line break.

It makes up a quarter of a page with 300 players.
"""

Row = TypeVar("Row")
NOTHING_NEW = 204
"""The status of the answer to a page that asks for changes when there are none."""
MAX_ROWS = 160
"""Maximum number of rows in one part of a list that is not a table; 300 players sit at 150 boards."""


def page(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Render a template with the reader's permissions and, on pages of an event, its frame."""
    event = _event_in(context)
    known = {
        "frame": _frame_for(request, event, context) if event and "frame" not in context else None,
        "looks": has_page_permission(request, Permission.LOOK),
        "records": has_page_permission(request, Permission.RECORD),
        "directs": has_page_permission(request, Permission.DIRECT),
        "owns": has_page_permission(request, Permission.OWN),
        "practice": event if event and event.is_practice else None,
    }
    response = render(request, template, known | context, status=status)
    response.content = BETWEEN_TAGS.sub(b">\n<", response.content)
    return response


def job_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Return a page with the progress bar of the background job in `context["job"]`, None if there is no job.

    The bar polls the page and replaces only itself, so that the button beside it is not touched.
    Without a job or once it has ended, everything inside the element `job` is replaced.
    """
    answer = page(request, template, context, status=status)
    if "HX-Request" in request.headers and not (context["job"] and context["job"].is_running):
        answer["HX-Retarget"] = "#job"
        answer["HX-Reselect"] = "#job > *"
        answer["HX-Reswap"] = "innerHTML"
    return answer


def go_to(request: HttpRequest, address: str) -> HttpResponse:
    """Redirect to an address; a request by htmx gets the header that makes it load the address."""
    if "HX-Request" in request.headers:
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


@dataclass(frozen=True, slots=True)
class ListPart:
    """One part of a long list: its number, its first and last row (1-based), and whether the page shows it."""

    number: int
    first: int
    last: int
    is_shown: bool


def select_list_part(
    request: HttpRequest, rows: Sequence[Row], most: int = MAX_ROWS
) -> tuple[Sequence[Row], list[ListPart]]:
    """Return the rows of the part in `?part=` and all parts; all rows and no parts if they fit on one page.

    Parts are as equal as possible. An invalid number shows the first part, too large a number the last.
    """
    count = -(-len(rows) // most)
    if count < 2:
        return rows, []
    size = -(-len(rows) // count)
    shown = min(max(query_number(request, "part") or 1, 1), count)
    parts = [
        ListPart(number, (number - 1) * size + 1, min(number * size, len(rows)), number == shown)
        for number in range(1, count + 1)
    ]
    return rows[(shown - 1) * size : shown * size], parts


def _event_in(context: dict[str, Any]) -> Event | None:
    """Return the event that the page is about, taken from its division if it has one; None for other pages."""
    event = context.get("event")
    if isinstance(context.get("division"), Division):
        event = context["division"].event
    return event if isinstance(event, Event) else None


def _frame_for(request: HttpRequest, event: Event, context: dict[str, Any]) -> Frame | None:
    """Return the frame of an event page, or None for a fragment that is sent alone.

    A page polled for changes since a version gets the frame too, for its counts.
    """
    if "HX-Request" in request.headers and "since" not in request.GET:
        return None
    division = context.get("division")
    return frame_of(
        request,
        event,
        division if isinstance(division, Division) else None,
        _round_number_in(context),
    )


def _round_number_in(context: dict[str, Any]) -> int | None:
    """Return the number of the round a page shows, or None if its context contains no round."""
    for name in ("round", "shown", "table"):
        value = context.get(name)
        if isinstance(value, RoundSummary):
            return value.round.number
        if isinstance(value, Round):
            return value.number
        if isinstance(value, DivisionStandings):
            return value.after
    return None


def shared_values_of(slug: str) -> AbstractContextManager[None]:
    """Share, within the block, the values that other pages read at the same version of the event.

    Without a version, nothing is shared. One or two queries.
    """
    version = page_cache.versions.version_of(slug)
    return reuse_answers(page_cache.answers(slug, version) if version else {})


def find_event(slug: str) -> Event:
    """Return the event at an address, or raise `Http404`; its organisation becomes the current one."""
    event = get_object_or_404(Event.everywhere, slug=slug)
    set_tenant(event.organisation_id)
    return event


def find_own_organisation(request: HttpRequest) -> Organisation:
    """Return the user's own organisation.

    If there are several organisations, a confirmed second factor is required. Raise
    `SecondFactorMissing` if the user has none.
    """
    user = request.user
    key = own_organisation_key(user) if isinstance(user, User) else FIRST_TENANT
    if organisation_if_several(request) is not None:
        own = SecondFactor.objects.filter(user=request.user.pk, confirmed_at__isnull=False)
        if not own.exists():
            raise SecondFactorMissing(
                _(
                    "This server has several organisations, so their owners must log in with a "
                    "second factor. Turn it on first; you only need an authenticator app on "
                    "your phone."
                )
            )
    return get_object_or_404(Organisation, pk=key)


def organisation_if_several(request: HttpRequest) -> Organisation | None:
    """Return the user's organisation, or None if there is only one or the reader is logged out. One query."""
    user = request.user
    if not isinstance(user, User):
        return None
    own = own_organisation_key(user)
    two = list(Organisation.objects.order_by(Case(When(pk=own, then=0), default=1), "pk")[:2])
    return two[0] if len(two) > 1 else None


def find_division(event_slug: str, slug: str) -> Division:
    """Return the division at an address with its event, or raise `Http404`.

    The organisation of the event becomes the current one.
    """
    division = get_object_or_404(
        Division.objects.select_related("event"), event__slug=event_slug, slug=slug
    )
    set_tenant(division.event.organisation_id)
    return division


def find_round(request: HttpRequest, division: Division, number: int) -> Round:
    """Return the round of that number.

    Raise `Http404` if there is none, or if it is a draft and the reader may not see drafts.
    """
    round_ = get_object_or_404(Round, division=division, number=number)
    if not round_.is_public and not has_page_permission(request, Permission.LOOK):
        raise Http404
    round_.division = division
    return round_


def find_pairing(round_: Round, board: int) -> Pairing:
    """Return the current pairing at a board of the round, or raise `Http404`."""
    pairing = get_object_or_404(
        Pairing.objects.select_related("first__player", "second__player", "game"),
        round=round_,
        board=board,
        replaced_at=None,
    )
    pairing.round = round_
    return pairing


def return_address(request: HttpRequest, event: str, otherwise: str) -> str:
    """Return the address in the form's `back` if it is a page of the event, else `otherwise`."""
    back = request.POST.get("back", "")
    inside = back.startswith(f"/events/{event}/") and "//" not in back.partition("?")[0]
    return back if inside else otherwise


def query_number(request: HttpRequest, name: str) -> int | None:
    """Return a whole number from the query string.

    Return None if it is missing, not a whole number, or longer than five digits.
    """
    return parse_whole_number(request.GET.get(name, ""), digits=5)


def parse_whole_number(text: str, *, digits: int = 9) -> int | None:
    """Return the number in a submitted text, or None if it is not one or has more than `digits` digits."""
    return int(text) if text.isdecimal() and len(text) <= digits else None


def may_open_event(request: HttpRequest, event: Event) -> bool:
    """Return whether the reader may open the event: its public page, its desk or the check-in."""
    if public_address_of("event", {"event": event.slug}):
        return True
    seen_by = (Permission.DESK, Permission.CHECK_IN)
    return any(
        has_permission(request.user, permission, f"event:{event.slug}") for permission in seen_by
    )
