"""Find anything of an event: a player, a board, a page, something to do, a topic of the help."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.wording.phrases import and_list
from tournament.engine.roster import without_accents
from tournament.models import Event
from tournament.queries.event.find import boards_numbered, players_matching
from tournament.web.access import requires_desk
from tournament.web.event.commands import address_of_command, every_command
from tournament.web.frame import names_for, pages_of
from tournament.web.help_pages import topics
from tournament.web.page import find_event, page

LONGEST = 60
"""Letters of a search that are looked at."""


@dataclass(frozen=True, slots=True)
class Match:
    """Something that was looked for: what it is called, what it is, and where it is."""

    label: str
    kind: str
    address: str
    key: str = ""
    """The key that leads there; empty for none."""


@requires_desk
def find(request: HttpRequest, event: str) -> HttpResponse:
    """List what fits `?q=`; the list alone where a script asks for it."""
    event_ = find_event(event)
    search = request.GET.get("q", "")[:LONGEST].strip()
    context = {
        "event": event_,
        "search": search,
        "matches": list(_matches(request, event_, search)),
    }
    template = (
        "tournament/event/_matches.html"
        if "HX-Request" in request.headers
        else "tournament/event/find.html"
    )
    return page(request, template, context)


def _matches(request: HttpRequest, event: Event, search: str) -> Iterator[Match]:
    """Yield boards, players, pages, commands and topics, in this order."""
    if not search:
        return
    if search.isdecimal() and len(search) < 5:
        for board in boards_numbered(event, int(search)):
            names = [event.slug, board.division.slug, board.round, board.board]
            yield Match(
                _("Board {board}: {players}").format(
                    board=board.board, players=and_list(board.names)
                ),
                _("Round {number}, division {division}").format(
                    number=board.round, division=board.division
                ),
                reverse("board", args=names),
            )
    for entry in players_matching(event, search):
        names = [event.slug, entry.division.slug, entry.number]
        yield Match(
            f"{entry.number} {entry.name}",
            _("Player, division {division}").format(division=entry.division),
            reverse("entry", args=names),
        )
    names_there = names_for(event)
    pages = list(pages_of(request, names_there))
    for place in pages:
        if _fits(search, place.label):
            yield Match(place.label, _("Page"), place.address, place.key)
    by_address = {place.address: place for place in pages}
    for command in every_command():
        if _fits(search, str(command.label)) and (
            there := address_of_command(request, command, names_there)
        ):
            link = by_address.get(there.partition("?")[0])
            kind = _("Action, on the page {page}").format(page=link.label) if link else _("Action")
            yield Match(str(command.label), kind, there, link.key if link else "")
    for topic in topics().values():
        if _fits(search, topic.title):
            yield Match(topic.title, _("Help"), reverse("help_topic", args=[topic.key]))


def _fits(search: str, label: str) -> bool:
    """Return whether every word typed begins a word of the label, accents and case aside."""
    words = without_accents(label).split()
    return all(
        any(word.startswith(typed) for word in words) for typed in without_accents(search).split()
    )
