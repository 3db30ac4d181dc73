"""The progress of each entry through the rounds: opponents, results and the record after each.

A test checks that the figures after the last round match the standings.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournament.engine.results import (
    GAMES,
    NOBODY,
    Outcome,
    ResultValue,
    SpreadPenalty,
    is_bye,
    result_values,
)
from tournament.engine.standings.metric import format_record


class Meeting(NamedTuple):
    """One pairing of a round, with its result if there is one.

    For a game, the scores are points; otherwise they are the awarded spread. Without a result the
    outcome is None. With `spread_only`, the first score is the spread and the second is meaningless.
    """

    round: int
    board: int | None
    first: int
    second: int = NOBODY
    first_score: int = 0
    second_score: int = 0
    outcome: str | None = None
    spread_only: bool = False
    firsts_known: bool = True

    @property
    def is_played(self) -> bool:
        """Whether the game was played to the end."""
        return self.outcome in GAMES

    @property
    def has_scores(self) -> bool:
        """Whether both scores are known."""
        return self.is_played and not self.spread_only


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """One round of one entry. `half_points` is 2 for a win, 1 for a tie, 0 for a loss.

    Values that are unknown or do not count are None. The last four fields are the record after the
    round, including penalties of the round.
    """

    round: int
    board: int | None
    opponent: int
    goes_first: bool | None
    """Whether the entry goes first; None if unknown."""
    outcome: str | None
    own: int | None
    theirs: int | None
    spread: int | None
    half_points: int | None
    penalty: int
    half_wins: int
    half_losses: int
    total_spread: int
    ties: int
    """The number of ties so far."""

    @property
    def is_played(self) -> bool:
        """Whether the game was played to the end."""
        return self.outcome in GAMES

    @property
    def record(self) -> str:
        """Wins and losses after the round, with a tie as half of each: `5½-1½`."""
        return self.record_text(ties_apart=False)

    def record_text(self, *, ties_apart: bool) -> str:
        """Return wins and losses after the round, with ties in the event's form: `5½-1½` or `5-1-1`."""
        return format_record(self.half_wins, self.half_losses, self.ties, ties_apart=ties_apart)

    @property
    def letter(self) -> str:
        """W, L or T; B for a bye, F for a forfeit loss, V for void; empty without a result."""
        if self.outcome is None:
            return ""
        if self.outcome == Outcome.VOID:
            return "V"
        if is_bye(self.outcome):
            return "B"
        if not self.is_played and self.half_points == 0:
            return "F"
        return {2: "W", 1: "T", 0: "L"}[self.half_points or 0]


def progress_by_entry(
    numbers: Iterable[int], meetings: Iterable[Meeting], penalties: Iterable[SpreadPenalty] = ()
) -> dict[int, tuple[ProgressStep, ...]]:
    """Return the steps of each of `numbers` in round order; () for an entry without meetings."""
    taken: dict[tuple[int, int], int] = {}
    for penalty in penalties:
        place = (penalty.entry, penalty.round)
        taken[place] = taken.get(place, 0) + penalty.spread
    progress: dict[int, list[ProgressStep]] = {number: [] for number in numbers}
    for meeting in sorted(meetings, key=lambda meeting: meeting.round):
        for number in (meeting.first, meeting.second):
            if number in progress:
                steps = progress[number]
                before = steps[-1] if steps else None
                penalty_now = _penalties_between(
                    taken, number, before.round if before else 0, meeting.round
                )
                steps.append(_step(meeting, number, before, penalty_now))
    return {number: tuple(steps) for number, steps in progress.items()}


def _penalties_between(
    taken: Mapping[tuple[int, int], int], number: int, after: int, to: int
) -> int:
    """Return the total of the entry's penalties in the rounds after `after`, up to and including `to`."""
    return (
        sum(taken.get((number, round_), 0) for round_ in range(after + 1, to + 1)) if taken else 0
    )


def _step(meeting: Meeting, number: int, before: ProgressStep | None, penalty: int) -> ProgressStep:
    is_first = number == meeting.first
    opponent = meeting.second if is_first else meeting.first
    own, theirs = meeting.first_score, 0 if meeting.spread_only else meeting.second_score
    share = ResultValue(0, None)
    if meeting.outcome is not None:
        first, second = result_values(meeting.outcome, own, theirs)
        share = first if is_first else second
    if not is_first:
        own, theirs = theirs, own
    points = share.half_points
    spread = None if points is None else share.spread
    return ProgressStep(
        meeting.round,
        meeting.board,
        opponent,
        is_first if meeting.firsts_known else None,
        meeting.outcome,
        own if meeting.has_scores else None,
        theirs if meeting.has_scores else None,
        spread,
        points,
        penalty,
        (before.half_wins if before else 0) + (points or 0),
        (before.half_losses if before else 0) + (2 - points if points is not None else 0),
        (before.total_spread if before else 0) + (spread or 0) + penalty,
        (before.ties if before else 0) + (points == 1),
    )
