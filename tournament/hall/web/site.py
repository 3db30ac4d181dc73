"""The public site of an event: now, find yourself, pairings, standings, players. No log-in is required.

Every page is rendered once for each state of the event and cached as bytes. Long lists are split
into parts, so that a page stays below 30 KB of HTML; their rows use minimal markup.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.engine.attendance import matches_search
from tournament.hall.queries.clock import clocks_of, notices_of
from tournament.hall.queries.meetings import games_between, head_to_heads
from tournament.hall.queries.public import PublicDivision, public_division, public_events
from tournament.models import Division, Event
from tournament.queries.cache import cache_reads, cached_read
from tournament.queries.event.frame import divisions_with_event
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page, query_number
from tournament.web.page_cache import cached_page
from tournament.web.people.player import facts_line
from tournament.web.public import is_published, public_page, site_frame
from tournament.wording.alphabet import alphabetical_key

Row = TypeVar("Row")
PageScope = tuple[Event, Sequence[Division], Division | None]
"""The event, all its divisions, and the division of the page, if any."""

BOARDS_PER_PAGE, NAMES_PER_PAGE, RANKS_PER_PAGE, PLAYERS_PER_PAGE = 100, 150, 50, 300
"""The maximum numbers on one page: boards, names with boards, lines of the standings, and names alone."""
MAX_LEADERS = 5
"""The maximum number of leaders on the page “now”."""


@dataclass(frozen=True, slots=True)
class ListSection:
    """A part of a long list: label, address, and the numbers of its entries."""

    label: str
    address: str
    is_current: bool
    entry_numbers: str = ""


def split_in_parts(
    request: HttpRequest, rows: Sequence[Row], size: int, address: str, numbers: Sequence[int] = ()
) -> tuple[Sequence[Row], list[ListSection]]:
    """Return the rows of the part given by `?from=`, and a link to every part if there are several.

    Without a valid `?from=`, the first part is returned. `address` is the prefix of the links, to which
    the first position of a part is appended; `numbers` are the entry numbers of the rows. A page
    published as a file contains the whole list.
    """
    if is_published(request):
        return rows, []
    start = query_number(request, "from") or 1
    slices = [slice(at, min(at + size, len(rows))) for at in range(0, len(rows), size)]
    shown = next((part for part in slices if part.start < start <= part.stop), slice(0, size))
    links = [
        ListSection(
            _("{first} to {last}").format(first=part.start + 1, last=part.stop),
            f"{address}{part.start + 1}",
            part == shown,
            " ".join(map(str, numbers[part])),
        )
        for part in slices
    ]
    return rows[shown], links if len(links) > 1 else []


def event_and_divisions(slug: str) -> tuple[Event, list[Division]]:
    """Return the event with this slug and its divisions. At most two queries, or none if the result is cached.

    Raise `Http404` for an unknown event, or one whose public site is off.
    """
    with cache_reads():
        return _event_and_divisions(slug)


@cached_read
def _event_and_divisions(slug: str) -> tuple[Event, list[Division]]:
    event = find_event(slug)
    if not event.is_public:
        raise Http404
    return event, divisions_with_event(event)


def division_with_slug(divisions: Sequence[Division], slug: str) -> Division:
    """Return the division with this slug. Raise `Http404` if there is none."""
    for division in divisions:
        if division.slug == slug:
            return division
    raise Http404


def site_page(
    request: HttpRequest,
    template: str,
    here: str,
    place: PageScope,
    *,
    screen: str = "",
    status: int = HTTPStatus.OK,
    **context: Any,
) -> HttpResponse:
    """Return the public page with this template below `site/`, in the frame of the site."""
    event, divisions, division = place
    version = str(getattr(request, "version", ""))
    frame = site_frame(event, divisions, division, here=here, screen=screen, version=version)
    return public_page(request, f"hall/site/{template}.html", frame, context, status=status)


def scope_and_state(event: str, division: str) -> tuple[PageScope, PublicDivision]:
    """Return the event, its divisions and the division of a page, and the public view of the division.

    Raise `Http404` for an unknown event or division, or if the public site is off.
    """
    event_, divisions = event_and_divisions(event)
    chosen = division_with_slug(divisions, division)
    with cache_reads():
        return (event_, divisions, chosen), public_division(chosen)


def missing_round_page(
    request: HttpRequest,
    here: str,
    place: PageScope,
    number: int,
    existing_rounds: Iterable[int],
    name: str,
) -> HttpResponse:
    """Return the page for an unknown round, with links to `existing_rounds`.

    `name` is the URL name of the links. Raise `Http404` on a published site, which has no such page.
    """
    if is_published(request):
        raise Http404
    event, _divisions, division = place
    assert division is not None  # rounds are those of a division
    links = [
        (row, reverse(name, args=[event.slug, division.slug, row]))
        for row in sorted(existing_rounds)
    ]
    status = HTTPStatus.NOT_FOUND
    return site_page(
        request, "no_such_round", here, place, status=status, number=number, links=links
    )


@requires(Permission.READ)
def events_page(request: HttpRequest) -> HttpResponse:
    """Redirect to the only current event, or list the current events, if any."""
    return choose_event(request, public_events())


def choose_event(request: HttpRequest, there: Sequence[Event]) -> HttpResponse:
    """Redirect to the public site of the only event, or show a choice."""
    if len(there) == 1:
        return redirect("site_now", there[0].slug)
    return page(request, "hall/site/events.html", {"events": there})


@cached_page()
@requires(Permission.READ)
def now_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the state of every division."""
    event_, divisions = event_and_divisions(event)
    alone = divisions[0] if len(divisions) == 1 else None
    return _now_response(request, (event_, divisions, alone), divisions)


@cached_page()
@requires(Permission.READ)
def division_now_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the state of one division."""
    event_, divisions = event_and_divisions(event)
    chosen = division_with_slug(divisions, division)
    return _now_response(request, (event_, divisions, chosen), [chosen])


def _now_response(
    request: HttpRequest, place: PageScope, shown: Sequence[Division]
) -> HttpResponse:
    with cache_reads():
        states = [public_division(division) for division in shown]
    clocks = clocks_of(shown)
    rows = [
        (state, state.standings.rows[:MAX_LEADERS], clocks.get(state.division.pk))
        for state in states
    ]
    return site_page(
        request,
        "now",
        "now",
        place,
        screen="site_division",
        states=rows,
        notices=notices_of(place[0], place[2]),
    )


@cached_page("q", "from")
@requires(Permission.READ)
def find_page(request: HttpRequest, event: str) -> HttpResponse:
    """List the players of the event with their boards; `?q=` searches by name or number.

    Players who have left are listed only while they have a board.
    """
    event_, divisions = event_and_divisions(event)
    with cache_reads():
        states = [public_division(division) for division in divisions]
    wanted = request.GET.get("q", "").replace(",", " ")
    people = [
        (state.division, person, state.seat(person.number))
        for state in states
        for person in state.games.people
        if person.left_after is None or state.seat(person.number)
    ]
    people = [row for row in people if matches_search(wanted, row[1].name, row[1].number)]
    people.sort(key=lambda row: (alphabetical_key(row[1].sort_name), row[0].position))
    place = (event_, divisions, divisions[0] if len(divisions) == 1 else None)
    shown, parts = split_in_parts(request, people, PLAYERS_PER_PAGE, "?from=")
    return site_page(
        request,
        "find",
        "mine",
        place,
        screen="site_division",
        people=shown,
        parts=parts,
        wanted=request.GET.get("q", ""),
        several=len(divisions) > 1,
    )


@cached_page("by", "from")
@requires(Permission.READ)
def pairings_page(
    request: HttpRequest, event: str, division: str, number: int | None = None
) -> HttpResponse:
    """Show the pairings of a round, by default the current one, by board or with `?by=name` by name.

    For an unknown round, show links to the existing ones.
    """
    place, state = scope_and_state(event, division)
    latest = state.latest_round
    shown = number if number is not None else (latest.round.number if latest else 0)
    summary = next((row for row in state.rounds if row.round.number == shown), None)
    if number is not None and summary is None:
        rounds = [row.round.number for row in state.rounds]
        return missing_round_page(request, "rounds", place, number, rounds, "site_pairings_of")
    by_name = request.GET.get("by") == "name"
    rows: Sequence[Any] = state.seats_by_name(shown) if by_name else state.boards_of_round(shown)
    this_round = reverse("site_pairings_of", args=[event, division, shown])
    rows, parts = split_in_parts(
        request,
        rows,
        NAMES_PER_PAGE if by_name else BOARDS_PER_PAGE,
        f"{this_round}?by=name&from=" if by_name else f"{this_round}?from=",
    )
    return site_page(
        request,
        "pairings",
        "rounds",
        place,
        screen="site_pairings",
        state=state,
        shown=summary,
        rows=rows,
        by_name=by_name,
        hides=state.division.holds_back_results(shown),
        up="" if number is None else "../",
        this_round=this_round,
        parts=parts,
    )


@cached_page("from")
@requires(Permission.READ)
def standings_page(
    request: HttpRequest, event: str, division: str, number: int | None = None
) -> HttpResponse:
    """Show the standings after a round, by default the latest.

    For an unknown round, show links to the existing ones.
    """
    with cache_reads():
        place, state = scope_and_state(event, division)
        table = state.standings_after(number)
        ratings = state.ratings_after(table.after)
    if number is not None and number != table.after:
        rounds = state.standings.rounds
        return missing_round_page(
            request, "standings", place, number, rounds, "site_standings_after"
        )
    base = (
        reverse("site_standings_after", args=[event, division, number])
        if number
        else reverse("site_standings", args=[event, division])
    )
    numbers = [row.person.number for row in table.rows]
    rows, parts = split_in_parts(request, table.rows, RANKS_PER_PAGE, f"{base}?from=", numbers)
    return site_page(
        request,
        "standings",
        "standings",
        place,
        screen="site_standings",
        state=state,
        standings=table,
        ratings=ratings,
        rows=rows,
        parts=parts,
        is_first="from" not in request.GET,
    )


@cached_page("from")
@requires(Permission.READ)
def players_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """List the players of a division."""
    place, state = scope_and_state(event, division)
    people = sorted(state.games.people, key=lambda person: alphabetical_key(person.sort_name))
    shown, parts = split_in_parts(request, people, PLAYERS_PER_PAGE, "?from=")
    return site_page(
        request, "players", "people", place, screen="site_players", people=shown, parts=parts
    )


@cached_page()
@requires(Permission.READ)
def player_page(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Show a player's board, games so far, and records by opponent. Raise `Http404` for an unknown player."""
    place, state = scope_and_state(event, division)
    person = state.games.by_number.get(entry)
    if person is None:
        raise Http404
    return site_page(
        request,
        "player",
        "people",
        place,
        screen="site_players",
        state=state,
        person=person,
        facts=facts_line(state.division, number=entry, rating=person.rating, team=person.team),
        seat=state.seat(entry),
        lines=state.rounds_of(entry),
        row=state.rows.get(entry) if state.standings.after else None,
        record=state.record(entry),
        against=head_to_heads(state, entry),
    )


@cached_page()
@requires(Permission.READ)
def head_to_head_page(
    request: HttpRequest, event: str, division: str, entry: int, other: int
) -> HttpResponse:
    """Show the games between two players of a division, in this event and in all public events.

    Raise `Http404` if they are not two players of the division.
    """
    place, state = scope_and_state(event, division)
    people = state.games.by_number
    if entry not in people or other not in people or entry == other:
        raise Http404
    return site_page(
        request,
        "head_to_head",
        "people",
        place,
        screen="site_players",
        one=people[entry],
        other=people[other],
        meetings=games_between(state, entry, other),
    )
