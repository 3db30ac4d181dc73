"""Search an event's players, boards and pages, then all other events, people, commands and help topics."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.access import OWN_ORGANISATION
from scoring.queries.text_search import search_rows
from scoring.wording.phrases import and_list
from tournament.engine.roster import accentless_key
from tournament.models import Event
from tournament.queries.event.events import all_events
from tournament.queries.event.find import MAX_MATCHES, boards_with_number, entries_matching
from tournament.queries.people.persons import all_persons
from tournament.web.access import has_permission, requires_desk
from tournament.web.event.commands import address_of_command, every_command
from tournament.web.frame import Link, page_links, permission_of, url_arguments
from tournament.web.help_pages import topics
from tournament.web.page import find_event, may_open_event, page

MAX_SEARCH_LENGTH = 60
"""Maximum number of characters of a search; the rest is ignored."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A search result: its label, its kind and its address."""

    label: str
    kind: str
    address: str
    key: str = ""
    """The keyboard shortcut of the page, or an empty string."""


@login_required
def find_everywhere(request: HttpRequest) -> HttpResponse:
    """List the events, people, commands and help topics that match `?q=`."""
    search = _search_text(request)
    return _search_response(
        request, {"search": search, "matches": list(_matches_everywhere(request, search))}
    )


@requires_desk
def find_in_event(request: HttpRequest, event: str) -> HttpResponse:
    """List everything that matches `?q=`, first within the event."""
    event_ = find_event(event)
    search = _search_text(request)
    matches = [*_matches_in_event(request, event_, search), *_matches_everywhere(request, search)]
    return _search_response(
        request, {"event": event_, "search": search, "matches": _unique_matches(matches)}
    )


def _search_text(request: HttpRequest) -> str:
    return request.GET.get("q", "")[:MAX_SEARCH_LENGTH].strip()


def _search_response(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Return only the list for a request by the search field's script, else the whole page."""
    template = (
        "tournament/event/_matches.html"
        if "HX-Request" in request.headers
        else "tournament/event/find.html"
    )
    return page(request, template, context)


def _matches_in_event(request: HttpRequest, event: Event, search: str) -> Iterator[SearchHit]:
    """Yield the matching boards, players, pages and commands of an event, in this order.

    Yield nothing for an empty search.
    """
    if not search:
        return
    if search.isdecimal() and len(search) < 5:
        for board in boards_with_number(event, int(search)):
            names = [event.slug, board.division.slug, board.round, board.board]
            yield SearchHit(
                _("Board {board}: {players}").format(
                    board=board.board, players=and_list(board.names)
                ),
                _("Round {number}, division {division}").format(
                    number=board.round, division=board.division
                ),
                reverse("board", args=names),
            )
    for entry in entries_matching(event, search):
        names = [event.slug, entry.division.slug, entry.number]
        yield SearchHit(
            f"{entry.number} {entry.name}",
            _("Player, division {division}").format(division=entry.division),
            reverse("entry", args=names),
        )
    names_there = url_arguments(event)
    pages = list(page_links(request, names_there))
    for place in pages:
        if _matches_label(search, place.label):
            yield SearchHit(place.label, _("Page"), place.address, place.key)
    yield from _matching_commands(request, search, names_there, pages)


def _matches_everywhere(request: HttpRequest, search: str) -> Iterator[SearchHit]:
    """Yield the matching events, people, commands and topics that the reader may open, in this order.

    Yield nothing for an empty search.
    """
    if not search:
        return
    for event in all_events(search)[:MAX_MATCHES]:
        if may_open_event(request, event):
            day = date_format(event.date) if event.date else ""
            yield SearchHit(
                event.name, f"{_('Event')}, {day}" if day else _("Event"), event.get_absolute_url()
            )
    if has_permission(request.user, permission_of("person"), OWN_ORGANISATION):
        for player in search_rows(all_persons(), ("name",), search)[:MAX_MATCHES]:
            yield SearchHit(player.name, _("Player"), reverse("person", args=[player.pk]))
    yield from _matching_commands(request, search, {}, [])
    for topic in topics().values():
        if _matches_label(search, topic.title):
            yield SearchHit(topic.title, _("Help"), reverse("help_topic", args=[topic.key]))


def _matching_commands(
    request: HttpRequest, search: str, names: Mapping[str, object], pages: list[Link]
) -> Iterator[SearchHit]:
    """Yield the matching commands the reader may use, each with the page it is on if that is one of `pages`."""
    by_address = {link.address: link for link in pages}
    for command in every_command():
        if not _matches_label(search, str(command.label)):
            continue
        if there := address_of_command(request, command, names):
            link = by_address.get(there.partition("?")[0])
            kind = _("Action on the “{page}” page").format(page=link.label) if link else _("Action")
            yield SearchHit(str(command.label), kind, there, link.key if link else "")


def _unique_matches(matches: list[SearchHit]) -> list[SearchHit]:
    """Return the matches in order, leaving out later ones with the same label and address."""
    return list({(match.label, match.address): match for match in reversed(matches)}.values())[::-1]


def _matches_label(search: str, label: str) -> bool:
    """Return whether every typed word begins a word of the label, ignoring accents and case."""
    words = accentless_key(label).split()
    return all(
        any(word.startswith(typed) for word in words) for typed in accentless_key(search).split()
    )
