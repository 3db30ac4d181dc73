"""What the frame of every page of an event shows: its divisions, the rounds, and what is open."""

from dataclasses import dataclass
from typing import Any

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Case, Count, Exists, OuterRef, QuerySet, Subquery, When

from tournament.models import Division, Entry, Event, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.compiled_queries import compiled_query
from tournament.queries.people.check_in import is_absent
from tournament.queries.rounds.rounds import is_contested, lacks_result

UNDER_WAY = (Phase.PUBLISHED, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class Open:
    """How much is open, in a division or in all divisions of an event together."""

    missing: int = 0
    """Boards of the round under way that lack a result."""
    contested: int = 0
    """Boards of the round under way that lack a decision between two results."""
    not_here: int = 0
    """Entries not checked in; 0 where check-in is not used."""

    @property
    def results(self) -> int:
        """How many results are missing or stand twice."""
        return self.missing + self.contested


@dataclass(frozen=True, slots=True)
class FrameState:
    """The divisions of an event, the rounds of the one that frames the page, and what is open there and in all."""

    divisions: tuple[Division, ...]
    division: Division | None
    """The one that frames the page: its own, else the first; None where the event has none."""
    rounds: tuple[Round, ...]
    here: Open = Open()
    in_all: Open = Open()
    most: Division | None = None
    """The division in which most results are open, the first of them; None where none is."""

    @property
    def under_way(self) -> Round | None:
        """The first round that is published and not closed."""
        return next((row for row in self.rounds if row.phase in UNDER_WAY), None)

    @property
    def draft(self) -> Round | None:
        """The first draft."""
        return next((row for row in self.rounds if row.phase == Phase.DRAFT), None)

    @property
    def current(self) -> Round | None:
        """The round that matters now: under way, else the first draft, else the last one closed."""
        return self.under_way or self.draft or (self.rounds[-1] if self.rounds else None)


def divisions_in(event: Event) -> list[Division]:
    """Return the divisions of an event in order, each knowing its event. One query."""
    divisions = list(Division.objects.filter(event=event).order_by("position"))
    for division in divisions:
        division.event = event
    return divisions


def frame_state(event: Event, division: Division | None, *, at_desk: bool) -> FrameState:
    """Return the state of the frame of a page of `division`, or of the whole event. Two queries.

    The other divisions are read with their names alone, the rounds with number and phase. People away from the desk
    see neither drafts nor what is open.
    """
    divisions: list[Division] = []
    open_in: dict[int, Open] = {}
    for key, slug, name, absent in _divisions(event.pk):
        row = Division.from_db(DEFAULT_DB_ALIAS, ("id", "slug", "name"), (key, slug, name))
        row.event = event
        divisions.append(row)
        open_in[key] = Open(not_here=absent or 0)
    framed = division or next(iter(divisions), None)
    rounds: list[Round] = []
    playing: set[int] = set()
    for *values, missing, contested in _rounds(event.pk) if divisions else ():
        round_ = Round.from_db(DEFAULT_DB_ALIAS, ("id", "division_id", "number", "phase"), values)
        key = round_.division_id
        if framed and key == framed.pk:
            rounds.append(round_)
        if round_.phase in UNDER_WAY and key in open_in and key not in playing:
            playing.add(key)
            open_in[key] = Open(missing or 0, contested or 0, open_in[key].not_here)
    if not at_desk or framed is None:
        return FrameState(tuple(divisions), framed, tuple(row for row in rounds if row.is_public))
    most = max(divisions, key=lambda row: open_in[row.pk].results, default=framed)
    return FrameState(
        tuple(divisions),
        framed,
        tuple(rounds),
        open_in.get(framed.pk, Open()),
        Open(
            sum(row.missing for row in open_in.values()),
            sum(row.contested for row in open_in.values()),
            sum(row.not_here for row in open_in.values()),
        ),
        most if open_in.get(most.pk, Open()).results else None,
    )


@compiled_query
def _divisions(event: int) -> QuerySet[Any, Any]:
    """Key, slug and name of the divisions of an event in order, and how many are not here where check-in is used."""
    playing = Entry.objects.filter(division=OuterRef("pk"), withdrawn_after=None)
    checks_in = Exists(playing.filter(arrived_at__isnull=False))
    absent = Case(When(checks_in, then=_number_of(playing.filter(is_absent()), "division")))
    rows = Division.objects.filter(event=event).order_by("position")
    return rows.values_list("pk", "slug", "name", absent)


@compiled_query
def _rounds(event: int) -> QuerySet[Any, Any]:
    """Key, division, number and phase of the rounds of an event that have pairings, by number.

    Of a round under way also how many boards lack a result, and how many a decision.
    """
    live = Pairing.objects.filter(round=OuterRef("pk"), replaced_at=None)
    boards = live.filter(board__isnull=False)
    missing, contested = (
        Case(When(phase__in=UNDER_WAY, then=_number_of(boards.filter(open_), "round")))
        for open_ in (lacks_result(), is_contested())
    )
    rows = Round.objects.filter(Exists(live), division__event=event).order_by("number")
    return rows.values_list("pk", "division", "number", "phase", missing, contested)


def _number_of(rows: QuerySet[Any], column: str) -> Subquery:
    """How many of these rows have in `column` the key of the row around them; null for none."""
    return Subquery(rows.order_by().values(column).annotate(number=Count("pk")).values("number"))
