"""The menu of an event: seven sections (“places” in the manual), each with its tabs; rooms add tabs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _lazy

from tournament import extension
from tournament.models import EventSize


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of a section: the URL name of its page, and those of the pages reached from it."""

    label: Promise
    screen: str
    leads_to: tuple[str, ...] = ()
    after: str = ""
    """The screen of the tab that precedes this tab of a room; empty to put this tab at the end."""
    size: str = EventSize.CLUB
    """The smallest event size whose menus contain the tab."""
    in_more: bool = False
    """Whether the page is rarely used and goes under “More”."""
    part_of: str = ""
    """The screen of the tab from which the page is reached; such a page is in no menu, but the search finds it."""


@dataclass(frozen=True, slots=True)
class MenuSection:
    """One of the seven sections of an event's menu; its key is also the name of its icon."""

    key: str
    label: Promise
    tabs: tuple[Tab, ...]
    shortcut: str = ""
    parts: tuple[Tab, ...] = ()
    """The pages reached from the section's tabs."""


MENU_SECTIONS = (
    MenuSection(
        "overview",
        _lazy("Overview"),
        (
            Tab(_lazy("Desk"), "division", ("type_result",)),
            Tab(_lazy("Whole event"), "event", size=EventSize.TOURNAMENT),
        ),
        "o",
    ),
    MenuSection(
        "people",
        _lazy("People"),
        (
            Tab(_lazy("Check-in"), "check_in"),
            Tab(_lazy("Players"), "players", ("entry",)),
            Tab(_lazy("Add players"), "roster"),
            Tab(_lazy("Rating classes"), "classes", size=EventSize.TOURNAMENT, in_more=True),
            Tab(_lazy("Keep apart"), "apart", in_more=True),
        ),
        "c",
    ),
    MenuSection(
        "rounds",
        _lazy("Rounds"),
        (
            Tab(_lazy("Pairings"), "pairings", ("edit_round", "round_reasoning")),
            Tab(_lazy("Plan"), "plan", ("change_plan_lines",)),
            Tab(
                _lazy("Make a round"),
                "make_round",
                ("pair_present", "pairing_progress"),
                in_more=True,
            ),
            Tab(_lazy("What if"), "what_if", in_more=True),
        ),
        "p",
    ),
    MenuSection(
        "results",
        _lazy("Results"),
        (
            Tab(_lazy("Enter results"), "results", ("board", "bye", "type_line", "board_result")),
            Tab(_lazy("All rounds"), "all_results"),
            Tab(_lazy("Recorded games"), "event_games"),
        ),
        "r",
    ),
    MenuSection(
        "standings",
        _lazy("Standings"),
        (
            Tab(_lazy("Standings"), "standings"),
            Tab(_lazy("Prizes"), "prizes", ("prize", "new_prize", "change_prizes")),
            Tab(_lazy("Ratings"), "ratings", size=EventSize.TOURNAMENT),
            Tab(_lazy("Charts"), "pictures", in_more=True),
        ),
        "s",
    ),
    MenuSection(
        "files",
        _lazy("Print & files"),
        (
            Tab(_lazy("Print desk"), "print_desk"),
            Tab(_lazy("All papers"), "reports"),
            Tab(_lazy("Rating body"), "send_results", size=EventSize.TOURNAMENT),
            Tab(_lazy("Files for others"), "files", size=EventSize.TOURNAMENT),
            Tab(_lazy("All papers as one file"), "whole_event", in_more=True),
        ),
        "f",
    ),
    MenuSection(
        "settings",
        _lazy("Settings"),
        (
            Tab(_lazy("All"), "rules"),
            Tab(_lazy("Helpers"), "helpers", ("invitation",), size=EventSize.TOURNAMENT),
            Tab(_lazy("Activity"), "event_activity", ("check_event",), in_more=True),
            Tab(_lazy("Undo"), "undo_list", in_more=True),
            Tab(_lazy("Word list"), "word_list", in_more=True),
            Tab(_lazy("Details and closing"), "housekeeping", in_more=True),
        ),
        "t",
    ),
)


@cache
def menu_sections() -> tuple[MenuSection, ...]:
    """Return the sections, including the tabs of the rooms that are turned on (`extension.TABS`)."""
    tabs = {place.key: list(place.tabs) for place in MENU_SECTIONS}
    for added in extension.TABS:
        for key, tab in added:
            screens = [row.screen for row in tabs[key]]
            at = screens.index(tab.after) + 1 if tab.after in screens else len(screens)
            tabs[key].insert(at, tab)
    return tuple(_section_with_tabs(place, tabs[place.key]) for place in MENU_SECTIONS)


def _section_with_tabs(place: MenuSection, tabs: Sequence[Tab]) -> MenuSection:
    """Return a section with these tabs, each leading to the pages reached from it."""
    parts = tuple(tab for tab in tabs if tab.part_of)
    whole = []
    for tab in tabs:
        reached = [row for row in parts if row.part_of == tab.screen]
        screens = [name for row in reached for name in (row.screen, *row.leads_to)]
        if tab not in parts:
            whole.append(replace(tab, leads_to=(*tab.leads_to, *screens)))
    return replace(place, tabs=tuple(whole), parts=parts)
