"""The content of screens in the hall, which show no more than the public site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.hall.models import Screen
from tournament.hall.models.screens import ScreenList
from tournament.hall.queries.automatic_screens import automatic_lists
from tournament.hall.queries.clock import ShownClock, ShownNotice, clocks_of, notices_of
from tournament.hall.queries.public import public_division
from tournament.hall.queries.screen_lists import (
    LISTS,
    ListColumn,
    ShownList,
    clock_lists,
    list_with_division,
    live_lists,
    prizes_list,
    site_code_lists,
)
from tournament.models import Division, Event
from tournament.queries.event.frame import divisions_with_event


@dataclass(frozen=True)
class ShownScreen:
    """The content of a screen, sufficient for it to keep rotating without the laptop."""

    screen: Screen
    event: Event
    lists: tuple[ShownList, ...]
    notices: tuple[ShownNotice, ...]


def screens_of(event: Event) -> list[Screen]:
    """Return the screens of an event by number. This takes one query."""
    return list(Screen.objects.filter(event=event))


def waiting_screens() -> list[Screen]:
    """Return the organisation's waiting screens by number. This takes one query."""
    return list(Screen.objects.filter(event=None))


def screen_content(screen: Screen, event: Event, site: str, check_in: str) -> ShownScreen:
    """Return the current content of a screen: the list that the desk has set, or else the screen's rotation.

    If the set list is empty, the rotation is shown; if all lists are empty, the clocks, the notices or
    the name of the event are shown instead. `site` is the path of the event's public site, and
    `check_in` that of its check-in page. This takes at most three queries, plus nine for each division
    whose lists are shown (`public_division`), and those of `prize_sections` for prizes and best plays.
    """
    divisions = [
        row
        for row in divisions_with_event(event)
        if not screen.divisions or row.slug in screen.divisions
    ]
    kinds = {*screen.shows, screen.shows_now}
    clocks = clocks_of(divisions) if kinds & {ScreenList.CLOCK, ScreenList.FOLLOW} else {}
    slugs = {row.slug for row in divisions}
    notices = tuple(
        row
        for row in (notices_of(event) if kinds & {ScreenList.NOTICES, ScreenList.FOLLOW} else ())
        if row.division is None or row.division.slug in slugs
    )
    for wanted in ([screen.shows_now], screen.shows):
        if ScreenList.FOLLOW in wanted:
            states = [public_division(division) for division in divisions]
            lists = list(automatic_lists(event, check_in, states, clocks))
        else:
            lists = _lists(event, site, wanted, divisions, clocks)
        if not lists and ScreenList.CLOCK in wanted:
            lists += clock_lists(divisions, clocks, several=len(divisions) > 1)
        if not lists and notices and (ScreenList.NOTICES in wanted or wanted is screen.shows):
            rows = tuple((row.sentence,) for row in notices)
            large = ShownList("notices", ScreenList.NOTICES, str(event), (ListColumn(""),), rows)
            return ShownScreen(screen, event, (large,), ())
        if lists:
            return ShownScreen(screen, event, tuple(lists), notices)
    lists = _lists(event, site, [screen.shows_now], divisions, clocks, also_empty=True)
    lists = lists or [ShownList("event", "event", str(event))]
    return ShownScreen(screen, event, tuple(lists), notices)


def _lists(
    event: Event,
    site: str,
    wanted: Sequence[str],
    divisions: Sequence[Division],
    clocks: Mapping[int, ShownClock],
    *,
    also_empty: bool = False,
) -> list[ShownList]:
    """Return those of the wanted lists that have content, or all of them with `also_empty`."""
    lists: list[ShownList] = []
    kinds = [kind for kind in LISTS if kind in wanted]
    states = []
    if kinds or ScreenList.PRIZES in wanted or ScreenList.LIVE in wanted:
        states = [public_division(division) for division in divisions]
    for state in states if ScreenList.LIVE in wanted else ():
        lists += live_lists(state, clocks.get(state.division.pk), len(states) > 1)
    for state in states:
        clock = clocks.get(state.division.pk)
        made = [
            list_with_division(LISTS[kind](state), state, clock, len(states) > 1) for kind in kinds
        ]
        lists += [row for row in made if row.rows or also_empty]
    if ScreenList.PRIZES in wanted:
        prizes = prizes_list(event, states)
        lists += [prizes] if prizes.rows or also_empty else []
    if ScreenList.CODE in wanted:
        lists += site_code_lists(event, site)
    return lists


LOGGED_VALUES = {"shows": dict(ScreenList.choices)}
"""Labels for the values of a screen in the log."""
