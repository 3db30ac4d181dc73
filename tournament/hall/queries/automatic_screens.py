"""The lists of screens that follow the event, chosen by the state of each division."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import groupby

from django.db.models import Count

from scoring.wording.phrases import ordinal
from tournament.hall.models.screens import ScreenList
from tournament.hall.queries.clock import ShownClock
from tournament.hall.queries.public import PublicDivision
from tournament.hall.queries.screen_lists import (
    LISTS,
    ListColumn,
    ShownList,
    clock_lists,
    list_with_division,
    prizes_list,
    site_code_lists,
)
from tournament.models import Entry, Event
from tournament.wording.event import event_wording

PODIUM_PLACES = 3


class AudienceState(Enum):
    """The state of a division from the point of view of the audience."""

    ARRIVING = "arriving"
    """No round is published."""
    PAIRED = "paired"
    """A round is published, and its clock has not been started."""
    PLAYING = "played"
    """The clock of the round has been started, and no result is in."""
    RESULTS_COMING_IN = "coming_in"
    """Some results of the round are in."""
    RESULTS_IN = "in"
    """Every result of the round is in."""
    OVER = "over"
    """Every result of the latest round is in, and that round is the last one planned or the event is closed."""


def audience_state_of(state: PublicDivision, clock: ShownClock | None) -> AudienceState:
    """Return the state of a division; `clock` is that of its latest round, or None if it has none. No queries."""
    latest = state.latest_round
    if latest is None:
        return AudienceState.ARRIVING
    if latest.missing:
        if latest.results:
            return AudienceState.RESULTS_COMING_IN
        return AudienceState.PLAYING if clock else AudienceState.PAIRED
    planned = state.division.rounds_planned
    is_last = planned is not None and latest.round.number >= planned
    return (
        AudienceState.OVER
        if is_last or state.division.event.closed_at
        else AudienceState.RESULTS_IN
    )


def automatic_lists(
    event: Event, check_in: str, states: Sequence[PublicDivision], clocks: Mapping[int, ShownClock]
) -> Iterator[ShownList]:
    """Yield the lists to show now for the divisions, check-in first and prizes last.

    The winners of a division come before its standings and the prizes, which would give them away.
    `check_in` is the path of the check-in page for phones. This takes one query while players are
    arriving, and the queries of `prizes_list` once every division is over.
    """
    several = len(states) > 1
    moments = []
    for state in states:
        clock = clocks.get(state.division.pk)
        if clock and state.latest_round and clock.round_number != state.latest_round.round.number:
            clock = None
        moments.append((state, clock, audience_state_of(state, clock)))
    arriving = [state for state, _clock, moment in moments if moment is AudienceState.ARRIVING]
    if arriving or not states:
        yield from _check_in_lists(event, check_in, arriving)
    for state, clock, moment in moments:
        runs = clock if moment in (AudienceState.PLAYING, AudienceState.RESULTS_COMING_IN) else None
        if runs:
            yield from clock_lists([state.division], clocks, several=several)
        if moment is AudienceState.OVER:
            yield from _winners(state, several)
        for made in _lists_of(state, moment):
            yield list_with_division(made, state, runs, several)
    over = [state for state, _clock, moment in moments if moment is AudienceState.OVER]
    if over and len(over) == len(states):
        prizes = prizes_list(event, states)
        if prizes.rows:
            yield replace(prizes, title=event_wording("prizes"))


def _lists_of(state: PublicDivision, moment: AudienceState) -> Iterator[ShownList]:
    """Yield the lists of one division for its state.

    If the standings have no rows, the pairings are shown instead. There are no lists while players
    are arriving, or while a round is being played and no result is in.
    """
    if moment is AudienceState.PAIRED:
        yield LISTS[ScreenList.NAMES](state)
        yield LISTS[ScreenList.PAIRINGS](state)
    elif moment is AudienceState.RESULTS_COMING_IN:
        yield LISTS[ScreenList.MISSING](state)
    elif moment in (AudienceState.RESULTS_IN, AudienceState.OVER):
        standings = LISTS[ScreenList.STANDINGS](state)
        yield standings if standings.rows else LISTS[ScreenList.PAIRINGS](state)


def _check_in_lists(
    event: Event, path: str, states: Sequence[PublicDivision]
) -> Iterator[ShownList]:
    """Yield the list for check-in: instructions, the number of players present, and the code if phones have access.

    If there are no players, yield only the code, if there is one. This takes one query.
    """
    players = Entry.objects.filter(
        division__in=[state.division for state in states], withdrawn_after=None
    )
    count = players.aggregate(here=Count("arrived_at"), players=Count("pk"))
    code = next(site_code_lists(event, path), None)
    how = event_wording("check_in_how" if code else "check_in_at_desk")
    line = f"{how} · {event_wording('are_here', **count)}" if count["here"] else how
    title = event_wording("check_in")
    if code and not count["players"]:
        yield code
    elif code:
        yield replace(code, key="check-in", title=title, caption=line)
    elif count["players"]:
        yield ShownList("check-in", "event", title, empty=line)


def _winners(state: PublicDivision, several: bool) -> Iterator[ShownList]:
    """Yield a list with third place, then one that adds second place, and one that adds first place.

    Equal players appear together. There are no lists if no round is published or the last one is
    withheld.
    """
    latest = state.latest_round
    if latest is None or state.standings.after != latest.round.number:
        return
    columns = (
        ListColumn(event_wording("place")),
        ListColumn(event_wording("name")),
        ListColumn(""),
    )
    made = ShownList("", "winners", event_wording("winners"), columns)
    made = list_with_division(made, state, None, several)
    first = [row for row in state.standings.rows if (row.line.place or 99) <= PODIUM_PLACES]
    for rank, equal in groupby(reversed(first), key=lambda row: row.line.rank):
        rows = tuple(
            (ordinal(rank), row.person.name, state.record(row.person.number)) for row in equal
        )
        made = replace(made, key=f"winners-{state.division.slug}-{rank}", rows=made.rows + rows)
        yield made
