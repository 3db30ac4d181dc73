"""Lists of events and divisions, and look-ups by name."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Case, Count, Exists, Max, Min, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _lazy

from scoring.queries.text_search import search_rows
from scoring.wording.phrases import comma_list
from tournament.models import Club, Division, Entry, Event, Pairing, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.people.check_in import absent_counts
from tournament.wording.event import event_wording

BOARD_STATE_LABELS = {
    "missing": _lazy("missing"),
    "recording": _lazy("being recorded"),
    "reported": _lazy("reported, not confirmed"),
    "disputed": _lazy("two results"),
    "in": _lazy("result is in"),
}


@dataclass(frozen=True, slots=True)
class ActiveBoard:
    """A board of an active round."""

    number: int
    round: int
    has_result: bool
    is_contested: bool
    """Whether the board has a second, undecided result."""
    reports: int
    """The number of the board's players who reported a result."""
    is_recorded: bool
    """Whether the board's game is being recorded and is not finished."""

    @property
    def state(self) -> str:
        """The state of the board, one of `BOARD_STATE_LABELS`: disputed, in, reported, recording or missing."""
        if self.is_contested:
            return "disputed"
        if self.has_result:
            return "in"
        if self.reports:
            return "reported"
        return "recording" if self.is_recorded else "missing"

    @property
    def label(self) -> str:
        """The state in words."""
        return str(BOARD_STATE_LABELS[self.state])


@dataclass(frozen=True)
class DivisionSummary:
    """A division as listed on its event's page, with the state of its rounds and boards."""

    division: Division
    players: int
    rounds: int
    """The number of rounds published so far."""
    current: int
    """The number of the latest published round, or 0."""
    boards: int = 0
    """The number of boards in active rounds."""
    missing: int = 0
    """The number of those boards without a result."""
    contested: int = 0
    """The number of those boards with two undecided results."""
    missing_boards: tuple[int, ...] = ()
    """The numbers of the boards without a result in active rounds, in order."""
    draft: int = 0
    """The number of the first draft, or 0."""
    active_boards: tuple[ActiveBoard, ...] = ()
    """The boards in active rounds, in order."""
    not_here: int = 0
    """The number of players not checked in, 0 if check-in is not used."""

    @property
    def result_count(self) -> int:
        """The number of boards with a result."""
        return self.boards - self.missing


SEARCHED_FIELDS = ("name", "place")
"""Fields of an event that are searched, in addition to the name of its club."""


def all_events(search: str = "") -> QuerySet[Event]:
    """Return all events, latest first.

    With `search`, every word of it must be in the name, the place or the club of an event. Each
    event is annotated with the number of its divisions and of its players. One query, or two for a
    search.
    """
    divisions = Division.objects.filter(event=OuterRef("pk")).order_by().values("event")
    entries = Entry.objects.filter(division__event=OuterRef("pk")).order_by()
    events = Event.objects.order_by("-date", "-created_at", "name").annotate(
        division_count=Coalesce(Subquery(divisions.annotate(n=Count("pk")).values("n")), 0),
        player_count=Coalesce(
            Subquery(entries.values("division__event").annotate(n=Count("pk")).values("n")), 0
        ),
    )
    clubs = {"club": (Club.objects.all(), "name", "pk")}
    return search_rows(events, SEARCHED_FIELDS, search, clubs) if search else events


def running_event(today: dt.date) -> Event | None:
    """Return the current event: open, and dated today or with an unclosed round; or None. One query.

    Today's event takes precedence; a practice event is chosen last.
    """
    begun = Round.objects.filter(division__event=OuterRef("pk")).exclude(phase=Phase.CLOSED)
    return (
        Event.objects.filter(Q(date=today) | Exists(begun), closed_at=None)
        .order_by("is_practice", Case(When(date=today, then=0), default=1), "-date", "-created_at")
        .first()
    )


def unplayed_divisions(event: Event) -> list[Division]:
    """Return the divisions without any result or recorded game of two players, in order. One query.

    These divisions may be removed.
    """
    boards = Pairing.objects.filter(round__division=OuterRef("pk"), second__isnull=False)
    played = boards.filter(Q(results__isnull=False) | Q(game__isnull=False))
    return list(event.divisions.exclude(Exists(played)).order_by("position"))


def division_summaries(event: Event) -> list[DivisionSummary]:
    """Return a summary of each division of the event, in order. Three queries."""
    published = ~Q(rounds__phase=Phase.DRAFT) & Q(rounds__isnull=False)
    rows = (
        Division.objects.filter(event=event)
        .annotate(
            players=Count("entries", distinct=True),
            published=Count("rounds", filter=published, distinct=True),
            current=Max("rounds__number", filter=published),
            draft=Min("rounds__number", filter=Q(rounds__phase=Phase.DRAFT)),
        )
        .order_by("position")
    )
    in_play = _active_boards(event)
    absent = absent_counts(Division.objects.filter(event=event))
    summaries = []
    for row in rows:
        row.event = event
        boards = in_play.get(row.pk, [])
        missing = [board.number for board in boards if not board.has_result and board.number]
        summaries.append(
            DivisionSummary(
                row,
                row.players,
                row.published,
                row.current or 0,
                len(boards),
                len(missing),
                sum(board.is_contested for board in boards),
                tuple(missing),
                row.draft or 0,
                tuple(boards),
                absent.get(row.pk, 0),
            )
        )
    return summaries


def _active_boards(event: Event) -> dict[int, list[ActiveBoard]]:
    """Return the boards of active rounds by division, in order. One query."""
    rows = (
        Pairing.objects.filter(
            round__division__event=event,
            round__phase__in=(Phase.PUBLISHED, Phase.PLAYING),
            replaced_at=None,
            board__isnull=False,
        )
        .annotate(
            counting=Count("results", filter=Q(results__standing=ResultStatus.COUNTS), distinct=True),
            beside=Count("results", filter=Q(results__standing=ResultStatus.BESIDE), distinct=True),
            reported=Count("reports", filter=Q(reports__replaced_at=None), distinct=True),
            is_recorded=Q(game__isnull=False, game__finished_at=None),
        )
        .order_by("round__number", "board")
        .values_list(
            "round__division", "board", "round__number",
            "counting", "beside", "reported", "is_recorded",
        )
    )  # fmt: skip
    in_play: dict[int, list[ActiveBoard]] = {}
    for division, board, number, counting, beside, reported, recorded in rows:
        in_play.setdefault(division, []).append(
            ActiveBoard(board or 0, number, bool(counting), bool(beside), reported, bool(recorded))
        )
    return in_play


class NameNotFound(Exception):
    """A given name is unknown, or none is given although there are several; the message lists the known ones."""


def event_by_slug(slug: str) -> Event:
    """Return the event with this slug. Raise `NameNotFound` with up to 20 known slugs."""
    event = Event.objects.filter(slug=slug).first()
    if event is not None:
        return event
    slugs = list(Event.objects.values_list("slug", flat=True)[:20])
    if not slugs:
        raise NameNotFound(event_wording("no_event_at_all", slug=slug))
    raise NameNotFound(event_wording("no_such_event", slug=slug, events=comma_list(slugs)))


def division_by_name(event: Event, name: str) -> Division:
    """Return the division with this name or slug, or the only division if `name` is empty.

    Raise `NameNotFound` if there is none, or if there are several and none is named.
    """
    there = list(event.divisions.select_related("event"))
    wanted = name.casefold()
    chosen = [d for d in there if not name or wanted in (d.name.casefold(), d.slug)]
    names = comma_list(division.name for division in there) or event_wording("no_division_yet")
    if not chosen:
        raise NameNotFound(
            event_wording("no_such_division", event=event, name=name, divisions=names)
        )
    if len(chosen) > 1:
        raise NameNotFound(event_wording("several_divisions", event=event, divisions=names))
    return chosen[0]
