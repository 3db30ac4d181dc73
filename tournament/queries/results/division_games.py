"""All pairings and results of a division, as printed reports need them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tournament.engine.entrants import last_active_round
from tournament.engine.naming import FULL, name_form, shown_name, shown_sort_name
from tournament.engine.progress import Meeting, ProgressStep, progress_by_entry
from tournament.engine.results import NOBODY, SpreadPenalty
from tournament.models import Division, Entry, Pairing, ResultEntry, Round
from tournament.models.results import ResultStatus
from tournament.models.rounds import Phase
from tournament.queries.cache import cached_read
from tournament.queries.standings.standings import penalties_of


@dataclass(frozen=True, slots=True)
class PrintedEntry:
    """An entry with the details that printed reports show."""

    number: int
    name: str
    sort_name: str
    rating: int | None
    rating_class: str
    team: str
    left_after: int | None
    """The last round the player took part in, or None if the player has not left."""
    is_here: bool
    owes: str


@dataclass(frozen=True)
class DivisionGames:
    """A division's people, rounds and pairings; `meetings` are ordered by round and board."""

    division: Division
    people: tuple[PrintedEntry, ...]
    phases: Mapping[int, str]
    """The phase of every visible round by number."""
    meetings: tuple[Meeting, ...]
    penalties: tuple[SpreadPenalty, ...]
    held_back: frozenset[tuple[int, int]] = frozenset()
    """The round and first entry of every pairing whose result is held back."""

    @cached_property
    def by_number(self) -> Mapping[int, PrintedEntry]:
        """Every participant by number."""
        return {person.number: person for person in self.people}

    @cached_property
    def steps(self) -> Mapping[int, tuple[ProgressStep, ...]]:
        """The progress of every participant from round to round, by entry number."""
        return progress_by_entry(self.by_number, self.meetings, self.penalties)

    @property
    def rounds(self) -> tuple[int, ...]:
        """The numbers of the visible rounds."""
        return tuple(self.phases)

    @property
    def last_round_with_result(self) -> int:
        """The latest round with a result, or 0."""
        return max(
            (meeting.round for meeting in self.meetings if meeting.outcome is not None), default=0
        )

    @cached_property
    def without_drafts(self) -> DivisionGames:
        """The same games without drafts, for public papers."""
        phases = {number: phase for number, phase in self.phases.items() if phase != Phase.DRAFT}
        meetings = tuple(meeting for meeting in self.meetings if meeting.round in phases)
        return replace(self, phases=phases, meetings=meetings)

    def name(self, number: int) -> str:
        """Return the name of an entry, or an empty string for nobody."""
        return self.by_number[number].name if number != NOBODY else ""

    def in_round(self, number: int) -> tuple[Meeting, ...]:
        """Return the pairings of one round by board, those without a board last."""
        meetings = (meeting for meeting in self.meetings if meeting.round == number)
        return tuple(sorted(meetings, key=lambda one: (one.board is None, one.board or 0)))

    def lacks_result(self, meeting: Meeting) -> bool:
        """Return whether a pairing has no result; one whose result is held back has a result."""
        return meeting.outcome is None and (meeting.round, meeting.first) not in self.held_back

    def last_step_before(self, number: int, round_number: int) -> ProgressStep | None:
        """Return the last step of an entry before round `round_number`, or None."""
        earlier = [step for step in self.steps[number] if step.round < round_number]
        return earlier[-1] if earlier else None


@cached_read
def division_games(division: Division, *, public: bool = False) -> DivisionGames:
    """Return everything paired and played in the division. Five queries.

    With `public`, drafts are left out, as are results and penalties of rounds that are held back, and
    minors and people who requested it are shown by their public names.
    """
    rows = (
        Entry.objects.filter(division=division)
        .order_by("number")
        .values_list(
            "number",
            "player__name",
            "player__sort_name",
            "rating",
            "rating_class",
            "team",
            "withdrawn_after",
            "extras__left",
            "arrived_at",
            "owes",
            "paid_at",
            "by_initials",
            "player__is_minor",
        )
    )
    minors = division.event.rules.minors if public else FULL

    def way(row: tuple[Any, ...]) -> str:
        if not public:
            return FULL
        return name_form(by_initials=row[11], is_minor=row[12], minors=minors)

    people = tuple(
        PrintedEntry(
            number=row[0],
            name=shown_name(row[1], row[2], way(row)),
            sort_name=shown_sort_name(row[1], row[2], way(row)),
            rating=row[3],
            rating_class=row[4],
            team=row[5],
            left_after=last_active_round(row[6], row[7]),
            is_here=row[8] is not None,
            owes="" if row[10] else row[9],
        )
        for row in rows
    )
    rounds = Round.objects.filter(division=division).order_by("number")
    if public:
        rounds = rounds.exclude(phase=Phase.DRAFT)
    phases = dict(rounds.values_list("number", "phase"))
    held = division.held_back_from if public else None
    results = {
        row[0]: row[1:]
        for row in ResultEntry.objects.filter(
            pairing__round__division=division,
            pairing__replaced_at=None,
            standing=ResultStatus.COUNTS,
        ).values_list("pairing_id", "first_score", "second_score", "outcome", "spread_only")
    }
    meetings, held_back = [], set()
    for pk, number, board, first, second in (
        Pairing.objects.filter(round__division=division, replaced_at=None)
        .order_by("round__number", "board", "id")
        .values_list("id", "round__number", "board", "first__number", "second__number")
    ):
        if number not in phases:
            continue
        result = results.get(pk)
        meeting = Meeting(number, board, first, second or NOBODY)
        if result is not None and held is not None and number >= held:
            held_back.add((number, first))
        elif result is not None:
            meeting = Meeting(number, board, first, second or NOBODY, *result)
        known = (number, first) not in division.start_rules.unknown
        meetings.append(meeting if known else meeting._replace(firsts_known=False))
    penalties = tuple(
        penalty for penalty in penalties_of(division) if held is None or penalty.round < held
    )
    return DivisionGames(division, people, phases, tuple(meetings), penalties, frozenset(held_back))
