"""Lists for screens in the hall. They show no more than the public site and are the same for everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.wording.phrases import and_list
from tournament.engine.standings.metric import Metric
from tournament.hall.models.screens import ScreenList
from tournament.hall.queries.clock import ShownClock
from tournament.hall.queries.live import LiveBoard
from tournament.hall.queries.phone_access import current_phone_access
from tournament.hall.queries.public import PublicDivision
from tournament.models import Division, Event
from tournament.queries.event.frame import divisions_with_event
from tournament.queries.event.highlights import division_highlights
from tournament.queries.standings.prizes import awards_of, prize_sections, prizes_of
from tournament.queries.standings.standings import DivisionStandings
from tournament.queries.visibility import public_games
from tournament.wording.event import event_wording
from tournament.wording.plugins import short_name_of
from tournament.wording.sentences import sentence

PLAYS_SHOWN = 10
"""The maximum number of best plays on a screen."""


@dataclass(frozen=True)
class ListColumn:
    """A column heading of a list, and whether the column contains numbers."""

    label: str
    is_number: bool = False


@dataclass(frozen=True)
class ShownList:
    """A list for a screen, spread over as many pages as it needs.

    `key` identifies the list on its screen and stays the same when the content changes. A list without
    rows shows its `empty` sentence.
    """

    key: str
    kind: str
    title: str
    columns: tuple[ListColumn, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    clock: ShownClock | None = None
    empty: str = ""
    live: LiveBoard | None = None
    """The live board, if the list shows one."""
    address: str = ""
    """The address of a QR code; empty for lists without one."""
    address_to_type: str = ""
    alternative_address: str = ""
    """The alternative address to type, or an empty string."""
    caption: str = ""
    """The text below a code."""

    @property
    def lines(self) -> Iterator[Iterator[tuple[ListColumn, str]]]:
        """Yield the rows, each string with its column."""
        for row in self.rows:
            yield zip(self.columns, row, strict=True)


def list_with_division(
    made: ShownList, state: PublicDivision, clock: ShownClock | None, several: bool
) -> ShownList:
    """Return the list with a key and a title for its division, and with the division's clock.

    The title names the division only if there are several.
    """
    title = made.title
    if several:
        division = event_wording("division") % {"division": state.division}
        title = event_wording("titled", division=division, title=title)
    return replace(made, key=f"{made.kind}-{state.division.slug}", title=title, clock=clock)


def _pairings(state: PublicDivision) -> ShownList:
    """Return the boards of the latest round with the results so far; an empty list if there is no round."""
    latest = state.latest_round
    if latest is None:
        return ShownList(
            "", ScreenList.PAIRINGS, event_wording("pairings"), empty=_no_round_message()
        )
    return ShownList(
        "",
        ScreenList.PAIRINGS,
        str(latest.round),
        (
            ListColumn(event_wording("board"), is_number=True),
            ListColumn(event_wording("first")),
            ListColumn(event_wording("second")),
            ListColumn(event_wording("result"), is_number=True),
        ),
        tuple(
            (
                str(row.board or "–"),
                row.first_name,
                row.second_name or event_wording("bye"),
                row.result,
            )
            for row in state.boards_of_round(latest.round.number)
        ),
    )


def _players_by_name(state: PublicDivision) -> ShownList:
    """Return all players by name with their boards in the current round; an empty list if there is no round."""
    latest = state.latest_round
    if latest is None:
        return ShownList("", ScreenList.NAMES, event_wording("pairings"), empty=_no_round_message())
    return ShownList(
        "",
        ScreenList.NAMES,
        str(latest.round),
        (
            ListColumn(event_wording("name")),
            ListColumn(event_wording("board"), is_number=True),
            ListColumn(event_wording("opponent")),
        ),
        tuple(
            (seat.sort_name, str(seat.board or "–"), seat.opponent_name or event_wording("bye"))
            for seat in state.seats_by_name(latest.round.number)
        ),
    )


def _missing_results(state: PublicDivision) -> ShownList:
    """Return the boards without a result, once the round has some results; else an empty list."""
    latest = state.latest_round
    title = event_wording("missing_boards")
    if latest is None or not latest.results or not latest.missing:
        is_in = latest is not None and latest.results and not latest.missing
        empty = event_wording("none_missing" if is_in else "no_result_yet")
        return ShownList("", ScreenList.MISSING, title, empty=empty)
    return ShownList(
        "",
        ScreenList.MISSING,
        event_wording("missing_of_round", round=latest.round),
        (
            ListColumn(event_wording("board"), is_number=True),
            ListColumn(event_wording("first")),
            ListColumn(event_wording("second")),
        ),
        tuple(
            (str(row.board), row.first_name, row.second_name)
            for row in state.boards_of_round(latest.round.number)
            if row.board and row.is_missing
        ),
    )


def _standings(state: PublicDivision) -> ShownList:
    """Return the public standings, with ratings if the event publishes them; an empty list before any result."""
    table = state.standings
    if not table.after:
        empty = event_wording("no_result_yet")
        return ShownList("", ScreenList.STANDINGS, event_wording("standings"), empty=empty)
    title = "standings_under_way" if state.is_under_way else "standings_after"
    ratings = state.ratings
    heads = []
    if ratings is not None:
        heads = [event_wording("rating" if ratings.is_official else "rating_not_official")]
    return ShownList(
        "",
        ScreenList.STANDINGS,
        event_wording(title, round=table.after),
        (
            ListColumn(event_wording("rank"), is_number=True),
            ListColumn(event_wording("name")),
            *(
                ListColumn(_metric_heading(table, metric), is_number=True)
                for metric in table.metrics
            ),
            *(ListColumn(head, is_number=True) for head in heads),
        ),
        tuple(
            (
                str(row.line.place or "–"),
                row.person.name,
                *(cell.text for cell in row.cells),
                *([ratings.text(row.person.number)] if ratings is not None else []),
            )
            for row in table.rows
        ),
    )


def _metric_heading(table: DivisionStandings, metric: Metric) -> str:
    """Return the column heading of a metric, as the standings show it."""
    if metric == table.record_metric:
        return event_wording("record_column")
    return short_name_of(metric)


def prizes_list(event: Event, states: Sequence[PublicDivision]) -> ShownList:
    """Return the prizes with their current winners; an empty list if there are none or rounds are withheld.

    All divisions compete for the prizes of the whole event. A prize is left out if a winner is not in `states`.
    """
    none = ShownList(
        "prizes", ScreenList.PRIZES, event_wording("prizes"), empty=event_wording("no_winner_yet")
    )
    prizes = prizes_of(event)
    divisions = divisions_with_event(event) if prizes else []
    if not prizes or any(division.held_back_from is not None for division in divisions):
        return none
    names = {state.division.name: state.games.name for state in states}
    awards = awards_of(prizes, prize_sections(event, divisions, public=True))
    rows = tuple(
        (
            sentence(award.title),
            and_list([names[row.who.division](row.who.number) for row in award.winners]),
            and_list(award.values),
        )
        for award in awards
        if award.winners and all(row.who.division in names for row in award.winners)
    )
    columns = (
        ListColumn(event_wording("prize")),
        ListColumn(event_wording("winner")),
        ListColumn(""),
    )
    return replace(none, title=event_wording("prizes_now"), columns=columns, rows=rows)


def _best_plays(state: PublicDivision) -> ShownList:
    """Return the highest plays of completely recorded games."""
    (section,) = prize_sections(
        state.division.event, [state.division], public=True
    )  # finished games only
    best = sorted(section.plays, key=lambda play: (-play.score, play.round, play.board or 0))
    return ShownList(
        "",
        ScreenList.PLAYS,
        event_wording("best_plays"),
        (
            ListColumn(event_wording("score"), is_number=True),
            ListColumn(event_wording("word")),
            ListColumn(event_wording("name")),
            ListColumn(event_wording("round"), is_number=True),
        ),
        tuple(
            (str(play.score), play.word, state.games.name(play.number), str(play.round))
            for play in best[:PLAYS_SHOWN]
        ),
        empty=event_wording("no_recorded_game"),
    )


def _highlights(state: PublicDivision) -> ShownList:
    """Return the highlights so far, followed by the leaders after each round."""
    best = division_highlights(state.division)
    leaders = (
        (event_wording("leader"), row.record, and_list(row.names), str(row.round))
        for row in best.leaders
    )
    return ShownList(
        "",
        ScreenList.HIGHLIGHTS,
        event_wording("highlights"),
        (
            ListColumn(""),
            ListColumn(event_wording("figure")),
            ListColumn(event_wording("who")),
            ListColumn(event_wording("round"), is_number=True),
        ),
        (*((row.label, row.figure, row.who, str(row.round)) for row in best.rows), *leaders),
        empty=event_wording("no_result_yet"),
    )


def live_lists(
    state: PublicDivision, clock: ShownClock | None, several: bool
) -> Iterator[ShownList]:
    """Yield a page for each live board, as of its last released turn."""
    for released in public_games(state.division, live=True):
        title = event_wording("live_board", round=released.round, board=released.board)
        made = ShownList("", ScreenList.LIVE, title, live=LiveBoard(released))
        key = f"live-{state.division.slug}-{released.round}-{released.board}"
        yield replace(list_with_division(made, state, clock, several), key=key)


def _no_round_message() -> str:
    return event_wording("no_round_yet")


LISTS: dict[str, Callable[[PublicDivision], ShownList]] = {
    ScreenList.PAIRINGS: _pairings,
    ScreenList.NAMES: _players_by_name,
    ScreenList.MISSING: _missing_results,
    ScreenList.STANDINGS: _standings,
    ScreenList.PLAYS: _best_plays,
    ScreenList.HIGHLIGHTS: _highlights,
}
"""The functions that make the lists from the public view of a division, by kind of list."""


def site_code_lists(event: Event, site: str) -> Iterator[ShownList]:
    """Yield a list with the QR code of the public site; nothing while the site is off or phones have no access."""
    state = current_phone_access()
    if state.address and event.is_public:
        address = state.chosen_address or state.address
        other = state.other_address
        yield ShownList(
            "code",
            ScreenList.CODE,
            event_wording("on_your_phone", event=event),
            address=f"{address}{site}",
            address_to_type=address.removeprefix("http://") + "/hall/",
            alternative_address=other.removeprefix("http://") + "/hall/" if other else "",
        )


def clock_lists(
    divisions: Sequence[Division], clocks: Mapping[int, ShownClock], *, several: bool
) -> Iterator[ShownList]:
    """Yield a page for each clock, with its division in the title if there are several."""
    for division in divisions:
        if division.pk in clocks:
            yield ShownList(
                f"clock-{division.slug}",
                ScreenList.CLOCK,
                event_wording("division") % {"division": division}
                if several
                else str(division.event),
                clock=clocks[division.pk],
            )
