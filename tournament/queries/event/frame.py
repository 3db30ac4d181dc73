"""What the frame of every page of an event says: its divisions, the rounds, and what is open."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournament.models import Division, Event, Round
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import absent_of
from tournament.queries.rounds.rounds import OpenBoards, open_boards_under_way

UNDER_WAY = (Phase.PUBLISHED, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class OpenInAll:
    """How much is open in all divisions of an event together."""

    missing: int = 0
    contested: int = 0
    not_here: int = 0
    most: Division | None = None
    """The division in which most results are open, the first of them; None where none is."""


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A division of the frame: its rounds in order, and what is still open in it."""

    rounds: tuple[Round, ...] = ()
    open_boards: OpenBoards = field(default_factory=OpenBoards)
    """Of the round under way; empty where none is."""
    not_here: int = 0
    """Entries not checked in; 0 where check-in is not used."""
    in_all: OpenInAll = field(default_factory=OpenInAll)

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


def division_state(
    division: Division, *, at_desk: bool, divisions: Sequence[Division] = ()
) -> DivisionState:
    """Return the rounds of a division, and what is open in it and in all `divisions`. Three queries at most.

    Who is not at the desk sees neither drafts nor what is open; that is one query.
    """
    several = divisions if at_desk and len(divisions) > 1 else [division]
    paired = Round.objects.filter(division__in=several, pairings__replaced_at=None).distinct()
    rows = list(paired.only("number", "phase", "division_id").order_by("number"))
    rounds = tuple(row for row in rows if row.division_id == division.pk)
    if not at_desk:
        return DivisionState(tuple(row for row in rounds if row.is_public))
    boards: dict[int, OpenBoards] = {}
    if any(row.phase in UNDER_WAY for row in rows):
        boards = open_boards_under_way(several)
    absent = absent_of(several)
    most = max(several, key=lambda row: _open_in(boards.get(row.pk)))
    return DivisionState(
        rounds,
        boards.get(division.pk, OpenBoards()),
        absent.get(division.pk, 0),
        OpenInAll(
            sum(len(there.missing) for there in boards.values()),
            sum(len(there.contested) for there in boards.values()),
            sum(absent.values()),
            most if _open_in(boards.get(most.pk)) else None,
        ),
    )


def _open_in(boards: OpenBoards | None) -> int:
    """How many results of a division are missing or stand twice."""
    return len(boards.missing) + len(boards.contested) if boards else 0
