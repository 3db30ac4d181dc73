"""The frame around every page of an event: the sections of its menu, their open items and the navigation.

A tab is shown to readers who may open its page, in events of its size or larger; the search
finds every page.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from django.http import HttpRequest, QueryDict
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Division, Event
from tournament.models.rounds import Phase
from tournament.queries.event.frame import FrameState, frame_state
from tournament.web.access import Permission, has_page_permission
from tournament.web.menu import MenuSection, Tab, menu_sections

ROUND_IN_QUERY = frozenset({"division", "results", "standings"})
"""URL names of the pages that show the round given in `?round=`."""
ROUND_IN_ADDRESS = frozenset({"pairings", "edit_round"})
"""URL names of the pages whose address contains the number of the round they show."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to another page."""

    label: str
    address: str
    """The address of the page; empty for the current page."""
    is_current: bool = False
    key: str = ""
    """The keyboard shortcut, or an empty string."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A count of open items in a section of the menu; `kind` selects its mark: open, difference or draft."""

    count: int
    label: str
    kind: str = "open"

    @property
    def short(self) -> str:
        """The count with the mark of its kind, for narrow screens."""
        return f"{'≠' if self.kind == 'difference' else ''}{self.count}"


@dataclass(frozen=True, slots=True)
class SectionLink:
    """A section of the menu with its link and badges."""

    place: MenuSection
    link: Link
    badges: tuple[Badge, ...] = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """The navigation around a page of an event."""

    event: Event
    division: Division | None
    divisions: tuple[Link, ...]
    rounds: tuple[Link, ...]
    places: tuple[SectionLink, ...]
    tabs: tuple[Link, ...]
    more: tuple[Link, ...]
    """Rarely used pages of the current section."""
    title: str
    """The name of the current section, or an empty string if the page belongs to none."""

    @property
    def has_event_tab(self) -> bool:
        """Whether a tab leads to the page of the event, so that the event's name needs no link."""
        return any(tab.address == self.event.get_absolute_url() for tab in self.tabs)


def frame_of(
    request: HttpRequest, event: Event, division: Division | None, number: int | None
) -> Frame:
    """Return the frame of the requested page. Two queries.

    Sections without a page that the reader may open are left out. On a page of the whole event, the
    links lead to its first division (those of the results section to the division with the most
    missing results), and the open items of all divisions are counted. `number` is the round shown,
    or None for a page without a round.
    """
    at_desk = has_page_permission(request, Permission.DESK)
    state = frame_state(event, division, at_desk=at_desk)
    framed, current = state.division, state.current
    screen = _url_name_of(request)
    names = {
        "event": event.slug,
        "division": framed.slug if framed else None,
        "number": number or (current.number if current else None),
    }
    badges = _badges(state, of_all=division is None)
    places: list[SectionLink] = []
    tabs: tuple[Link, ...] = ()
    more: tuple[Link, ...] = ()
    title = ""
    for place in menu_sections():
        most = state.busiest_division if division is None and place.key == "results" else None
        there = {**names, "division": most.slug} if most else names
        is_here = _section_keys_by_screen().get(screen) == place.key
        links = _visible_tabs(request, place.tabs, there, screen)
        _tab, first = next(links, (None, None))
        if first is None:
            continue
        if is_here:
            title = str(place.label)
            rest = [
                (tab, link)
                for tab, link in links
                if link.is_current or event.shows_pages_for_size(tab.size)
            ]
            tabs = (first, *(link for tab, link in rest if link.is_current or not tab.in_more))
            more = tuple(link for _tab, link in rest if link not in tabs)
        link = Link(str(place.label), first.address, is_here, place.shortcut)
        places.append(SectionLink(place, link, badges.get(place.key, ())))
    return Frame(
        event,
        framed,
        tuple(
            _unlink_shown_page(
                request, Link(str(row), _address_in_division(screen, row), row == framed)
            )
            for row in (state.divisions if at_desk and len(state.divisions) > 1 else ())
        ),
        _round_links(request, screen, names, state, number) if at_desk else (),
        tuple(places),
        tuple(_unlink_shown_page(request, tab) for tab in tabs)
        if len(tabs) + len(more) > 1
        else (),
        more,
        title,
    )


def _unlink_shown_page(request: HttpRequest, link: Link) -> Link:
    """Return the link, without its address if it leads to the page that is shown."""
    is_shown = request.method == "GET" and link.address == request.get_full_path()
    return replace(link, address="") if is_shown else link


def _url_name_of(request: HttpRequest) -> str:
    """Return the URL name of the page shown, or an empty string if it is unknown.

    A request that submits a form counts as the page that contains the form.
    """
    match, path = request.resolver_match, request.path_info
    while (
        match
        and request.method != "GET"
        and match.view_name not in _section_keys_by_screen()
        and path != "/"
    ):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        with suppress(Resolver404):
            match = resolve(path)
    return match.view_name if match else ""


@cache
def _section_keys_by_screen() -> Mapping[str, str]:
    """Return the section key of every page that belongs to a section, by URL name."""
    tabs = [(place.key, tab) for place in menu_sections() for tab in place.tabs]
    return {name: place for place, tab in tabs for name in (tab.screen, *tab.leads_to)}


def _visible_tabs(
    request: HttpRequest, tabs: Iterable[Tab], names: Mapping[str, object], screen: str
) -> Iterator[tuple[Tab, Link]]:
    """Yield the tabs that the reader may open, whatever the size of the event, each with its link."""
    for tab in tabs:
        address = address_of(tab.screen, names)
        if address and has_page_permission(request, permission_of(tab.screen)):
            yield tab, Link(str(tab.label), address, screen in (tab.screen, *tab.leads_to))


def url_arguments(event: Event) -> dict[str, object]:
    """Return the event's slug, its first division and its last public round as URL arguments. Two queries.

    `division` is None if the event has no division, `number` if it has no public round.
    """
    state = frame_state(event, None, at_desk=False)
    return {
        "event": event.slug,
        "division": state.division.slug if state.division else None,
        "number": state.rounds[-1].number if state.rounds else None,
    }


def page_links(request: HttpRequest, names: Mapping[str, object]) -> Iterator[Link]:
    """Yield a link to every page that the reader may open.

    The first link of each section has the section's shortcut. Pages that need a missing argument are
    left out.
    """
    for place in menu_sections():
        for at, (_tab, link) in enumerate(
            _visible_tabs(request, place.tabs + place.parts, names, "")
        ):
            yield replace(link, key="" if at else place.shortcut)


def _badges(state: FrameState, *, of_all: bool) -> dict[str, tuple[Badge, ...]]:
    """Return the badges by section key; a badge without open items is left out.

    A badge counts all divisions, and its label also names the count of the framed division unless
    `of_all` is true. Only the draft badge is about the framed division alone.
    """
    in_all = state.event_items
    here = in_all if of_all else state.here
    badges = {
        "people": [
            _badge(
                here.not_here,
                in_all.not_here,
                ngettext("{count} not here", "{count} not here", here.not_here),
                _("{count} not here, {all} in total"),
            )
        ],
        "rounds": [Badge(1 if state.draft else 0, _("Draft"), "draft")],
        "results": [
            _badge(
                here.missing,
                in_all.missing,
                ngettext("{count} missing", "{count} missing", here.missing),
                _("{count} missing, {all} in total"),
            ),
            _badge(
                here.contested,
                in_all.contested,
                ngettext("{count} disputed", "{count} disputed", here.contested),
                _("{count} disputed, {all} in total"),
                "difference",
            ),
        ],
    }
    return {place: tuple(row for row in rows if row.count) for place, rows in badges.items()}


def _badge(here: int, in_all: int, alone: str, with_all: str, kind: str = "open") -> Badge:
    """Return a badge with the count of all divisions; its label also names the division's count if that differs."""
    return Badge(
        in_all, (alone if here == in_all else with_all).format(count=here, all=in_all), kind
    )


def _round_links(
    request: HttpRequest,
    screen: str,
    names: Mapping[str, object],
    state: FrameState,
    number: int | None,
) -> tuple[Link, ...]:
    """Return links to the rounds the reader may see: to the same page if that shows a round, else to the desk.

    The link to the round that the page already shows has no address. A page with `?round=` keeps the
    rest of its query.
    """
    there = screen if screen in ROUND_IN_QUERY | ROUND_IN_ADDRESS else "division"
    neighbours = {}
    if number is not None:
        neighbours = {number - 1: "ArrowLeft", number + 1: "ArrowRight"}
    links = []
    looks = has_page_permission(request, Permission.LOOK)
    for row in [row for row in state.rounds if looks or row.is_public]:
        address = address_of(there, {**names, "number": row.number})
        if there in ROUND_IN_QUERY:
            query = request.GET.copy() if there == screen else QueryDict(mutable=True)
            query["round"] = str(row.number)
            address += f"?{query.urlencode()}"
        label = (
            _("{number}, draft").format(number=row.number)
            if row.phase == Phase.DRAFT
            else str(row.number)
        )
        is_current = row.number == number
        if is_current and there == screen and request.method == "GET":
            address = ""
        links.append(Link(label, address, is_current, neighbours.get(row.number, "")))
    return tuple(links)


def _address_in_division(screen: str, division: Division) -> str:
    """Return the address of the same page in another division, or of that division's desk.

    The desk is used if the page's address has arguments other than the event and the division.
    """
    there = screen if set(_argument_names(screen)) == {"event", "division"} else "division"
    return address_of(there, {"event": division.event.slug, "division": division.slug})


def address_of(screen: str, names: Mapping[str, object]) -> str:
    """Return the address of a page, or an empty string if an argument is missing or None."""
    needed = {name: names.get(name) for name in _argument_names(screen)}
    return "" if None in needed.values() else reverse(screen, kwargs=needed)


def permission_of(screen: str) -> Permission:
    """Return the permission that a page requires, by URL name. Raise `KeyError` for an unknown page."""
    return _permissions()[screen]


@cache
def _argument_names(screen: str) -> tuple[str, ...]:
    """Return the argument names in the address of a page, such as `event` and `division`; empty for an unknown page."""
    ways = get_resolver().reverse_dict.getlist(screen)
    return tuple(ways[0][0][0][1]) if ways else ()


@cache
def _permissions() -> Mapping[str, Permission]:
    """Return the permission of every page by URL name."""
    return {
        name: pattern.callback.permission
        for name, pattern in _url_patterns(get_resolver())
        if pattern.name and hasattr(pattern.callback, "permission")
    }


def _url_patterns(resolver: URLResolver, app: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield every URL pattern of the program with its qualified name, such as `standings` or `dispute:check`."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _url_patterns(
                pattern, f"{app}{pattern.namespace}:" if pattern.namespace else app
            )
        else:
            yield f"{app}{pattern.name}", pattern
