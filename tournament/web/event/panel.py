"""The side panel of an event: what needs a decision, then the latest actions, each with its undo button."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve
from django.utils.translation import ngettext
from django.views.decorators.gzip import gzip_page

from scoring.wording.phrases import and_list
from tournament.actions.safety.running_copy import running_copy_state
from tournament.models import Division, Entry
from tournament.queries.event.desk import round_to_show
from tournament.queries.people.check_in import absent_entries
from tournament.queries.results.recorded_games import counting_flips
from tournament.queries.rounds.rounds import Board, RoundSummary, boards_of, round_summaries
from tournament.queries.safety.undo import UndoOffer, last_own_results, last_steps_in
from tournament.queries.versions import version_of_division
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.cards import cards_at
from tournament.web.error_pages import low_disk_space
from tournament.web.event.desk_warnings import desk_warnings
from tournament.web.frame import Frame, frame_of
from tournament.web.page import NOTHING_NEW, find_division, page, parse_whole_number

MAX_RECENT_ACTIONS = 3
"""Number of recent actions shown."""
MAX_NAMES = 6
"""Maximum number of absent players named."""


@requires(Permission.RECORD)
@gzip_page
def panel_changes(request: HttpRequest, event: str, division: str, version: int) -> HttpResponse:
    """Return the panel of a division and the counts in its navigation.

    The response is empty if nothing has changed since `version`. `?back=` is the page that shows
    the panel; its buttons lead back there.
    """
    division_ = find_division(event, division)
    now = version_of_division(division_)
    if now == version:
        return HttpResponse(status=NOTHING_NEW)
    looks = has_page_permission(request, Permission.LOOK)
    rounds = [row for row in round_summaries(division_) if looks or row.round.is_public]
    shown = round_to_show(rounds, None, drafts=looks)
    boards = boards_of(shown.round) if shown else []
    back = request.GET.get("back", "")
    context: dict[str, Any] = {
        "division": division_,
        "shown": shown,
        "version": now,
        "back": back,
        "frame": _frame_at_address(request, division_, back),
    }
    context |= panel_context(request, division_, rounds, boards, absent_entries(division_))
    return page(request, "tournament/event/_panel.html", context)


def _frame_at_address(request: HttpRequest, division: Division, back: str) -> Frame | None:
    """Return the frame of the page at the address `back`, or None if it is not a page of the event.

    This also sets the request's `resolver_match` to that page's.
    """
    address = urlsplit(back)
    try:
        match = resolve(address.path)
    except Resolver404:
        return None
    if match.kwargs.get("event") != division.event.slug:
        return None
    query = QueryDict(address.query)
    request.resolver_match = match
    number = match.kwargs.get("number") or parse_whole_number(query.get("round", ""), digits=3)
    own = division if match.kwargs.get("division") == division.slug else None
    return frame_of(request, division.event, own, number)


def panel_context(
    request: HttpRequest,
    division: Division,
    rounds: Sequence[RoundSummary],
    boards: Sequence[Board],
    absent: Sequence[Entry],
) -> dict[str, Any]:
    """Return the warnings about these boards with their details, the cards that rooms add, and the recent actions.

    Only what the reader may see is included. `absent` are the entries not checked in. At most
    six queries.
    """
    directs, records = (
        has_page_permission(request, Permission.DIRECT),
        has_page_permission(request, Permission.RECORD),
    )
    flips = counting_flips([(board.pairing, board.result) for board in boards])
    contested = [
        b.pairing.board
        for b in boards
        if b.pairing.board and (b.beside or (records and b.reports_differ))
    ]
    reported = [b.pairing.board for b in boards if records and b.state == "reported"]
    copy = running_copy_state() if directs else None
    room = low_disk_space() if records else None
    return {
        "flips": flips,
        "contested": contested,
        "reported": reported,
        "warnings": desk_warnings(
            room=room,
            contested=bool(contested),
            flips=bool(flips),
            reported=bool(reported),
            not_here=bool(absent and directs),
            before_the_first=not any(row.round.is_public for row in rounds),
            has_copy=copy is not None,
            copy_is_well=bool(copy and copy.made_at and not copy.problem),
        ),
        "decisions": cards_at("decisions", request, division),
        "copy": copy,
        "room": room,
        "not_here": absent if directs else [],
        "absent_names": shortened_name_list(absent) if directs else "",
        "steps": recent_actions(request, [division]),
    }


def shortened_name_list(entries: Sequence[Entry]) -> str:
    """Return the names of these entries in a list.

    If there are more than `MAX_NAMES`, return the first ones and how many more there are.
    """
    names = [entry.name for entry in entries[:MAX_NAMES]]
    if more := len(entries) - len(names):
        names.append(ngettext("{count} more", "{count} more", more).format(count=more))
    return and_list(names)


def recent_actions(request: HttpRequest, divisions: Sequence[Division]) -> list[UndoOffer]:
    """Return the latest `MAX_RECENT_ACTIONS` actions that the reader has permission to undo, latest first.

    Directors may undo every action, scorekeepers only their own results, and other readers nothing.
    """
    if has_page_permission(request, Permission.DIRECT):
        return last_steps_in(divisions, MAX_RECENT_ACTIONS)
    if has_page_permission(request, Permission.RECORD) and isinstance(request.user, User):
        return last_own_results(divisions, request.user, MAX_RECENT_ACTIONS)
    return []
