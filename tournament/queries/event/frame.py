"""The data of the frame around every page of an event: divisions, rounds and open items."""

from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, When

from tournament.models import Division, Entry, Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.compiled_queries import compiled_query
from tournament.queries.people.check_in import absent_filter
from tournament.queries.rounds.rounds import contested_filter, missing_result_filter

ACTIVE_PHASES = (Phase.PUBLISHED, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class OpenItems:
    """The number of open items of each kind, in a division or in the whole event."""

    missing: int = 0
    """The number of boards in the active round without a result."""
    contested: int = 0
    """The number of boards in the active round with two undecided results."""
    not_here: int = 0
    """The number of entries not checked in, 0 if check-in is not used."""

    @property
    def open_result_count(self) -> int:
        """The number of missing and contested results."""
        return self.missing + self.contested


@dataclass(frozen=True, slots=True)
class FrameState:
    """The divisions of an event, the rounds of `division`, and the open items."""

    divisions: tuple[Division, ...]
    division: Division | None
    """The page's own division, else the first; None if the event has none."""
    rounds: tuple[Round, ...]
    here: OpenItems = OpenItems()
    event_items: OpenItems = OpenItems()
    busiest_division: Division | None = None
    """The first division with the most open results, or None."""

    @property
    def under_way(self) -> Round | None:
        """The first round that is published and not closed, or None."""
        return next((row for row in self.rounds if row.phase in ACTIVE_PHASES), None)

    @property
    def draft(self) -> Round | None:
        """The first draft, or None."""
        return next((row for row in self.rounds if row.phase == Phase.DRAFT), None)

    @property
    def current(self) -> Round | None:
        """The current round: the active one, else the first draft, else the last one; None if there are no rounds."""
        return self.under_way or self.draft or (self.rounds[-1] if self.rounds else None)


def divisions_with_event(event: Event) -> list[Division]:
    """Return the divisions of an event in order, each with its event set. One query."""
    divisions = list(Division.objects.filter(event=event).order_by("position"))
    for division in divisions:
        division.event = event
    return divisions


def frame_state(event: Event, division: Division | None, *, at_desk: bool) -> FrameState:
    """Return the state of the frame around a page of `division` or of the whole event. Two queries.

    Only the names of other divisions and the number and phase of each round are read. Away from the
    desk, neither drafts nor open items are included.
    """
    divisions: list[Division] = []
    open_in: dict[int, OpenItems] = {}
    for key, slug, name, absent in _divisions(event.pk):
        row = Division.from_db(DEFAULT_DB_ALIAS, ("id", "slug", "name"), (key, slug, name))
        row.event = event
        divisions.append(row)
        open_in[key] = OpenItems(not_here=absent or 0)
    framed = division or next(iter(divisions), None)
    rounds: list[Round] = []
    playing: set[int] = set()
    for *values, missing, contested in _rounds(event.pk) if divisions else ():
        round_ = Round.from_db(DEFAULT_DB_ALIAS, ("id", "division_id", "number", "phase"), values)
        key = round_.division_id
        if framed and key == framed.pk:
            rounds.append(round_)
        if round_.phase in ACTIVE_PHASES and key in open_in and key not in playing:
            playing.add(key)
            open_in[key] = OpenItems(missing or 0, contested or 0, open_in[key].not_here)
    if not at_desk or framed is None:
        return FrameState(tuple(divisions), framed, tuple(row for row in rounds if row.is_public))
    most = max(divisions, key=lambda row: open_in[row.pk].open_result_count, default=framed)
    return FrameState(
        tuple(divisions),
        framed,
        tuple(rounds),
        open_in.get(framed.pk, OpenItems()),
        OpenItems(
            sum(row.missing for row in open_in.values()),
            sum(row.contested for row in open_in.values()),
            sum(row.not_here for row in open_in.values()),
        ),
        most if open_in.get(most.pk, OpenItems()).open_result_count else None,
    )


@compiled_query
def _divisions(event: int) -> QuerySet[Any, Any]:
    """Return the key, slug and name of an event's divisions in order, and how many players are absent.

    The number of absent players is null if check-in is not used.
    """
    playing = Entry.objects.filter(division=OuterRef("pk"), withdrawn_after=None)
    checks_in = Exists(playing.filter(arrived_at__isnull=False))
    absent = Case(When(checks_in, then=_row_count(playing.filter(absent_filter()), "division")))
    rows = Division.objects.filter(event=event).order_by("position")
    return rows.values_list("pk", "slug", "name", absent)


@compiled_query
def _rounds(event: int) -> QuerySet[Any, Any]:
    """Return the key, division, number and phase of the event's rounds that have pairings, by number.

    For an active round, this includes how many boards have no result and how many are contested.
    """
    live = Pairing.objects.filter(round=OuterRef("pk"), replaced_at=None)
    boards = live.filter(board__isnull=False)
    missing, contested = (
        Case(When(phase__in=ACTIVE_PHASES, then=_row_count(boards.filter(open_), "round")))
        for open_ in (missing_result_filter(), contested_filter())
    )
    rows = Round.objects.filter(Exists(live), division__event=event).order_by("number")
    return rows.values_list("pk", "division", "number", "phase", missing, contested)


def _row_count(rows: QuerySet[Any], column: str) -> Subquery:
    """Return a subquery that counts the rows whose `column` is the outer row's key; null if there are none."""
    return Subquery(rows.order_by().values(column).annotate(number=Count("pk")).values("number"))
