"""The way of every entry through the rounds: whom it met, what came of it, its record after each.

The figures after the last round are those of the standings; a test holds them together.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tournament.engine.results import GAMES, NOBODY, Outcome, Share, SpreadPenalty, is_bye, shares
from tournament.engine.standings.metric import record_of


class Meeting(NamedTuple):
    """One pairing of a round, with its result where there is one.

    For a game the scores are points, for anything else the spread awarded; without a result
    the outcome is None. With `spread_only` the first score is the spread and the second means
    nothing.
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
        """Return whether two sat down and finished."""
        return self.outcome in GAMES

    @property
    def has_scores(self) -> bool:
        """Return whether both scores are known."""
        return self.is_played and not self.spread_only


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """One round of one entry. `half_points`: 2 for a win, 1 for a tie, 0 for a loss.

    What is not known or counts for nothing is None. The last three figures are the record after
    the round, penalties of the round included.
    """

    round: int
    board: int | None
    opponent: int
    goes_first: bool | None
    """None where nobody knows who went first."""
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
    """Ties so far."""

    @property
    def is_played(self) -> bool:
        """Return whether two sat down and finished."""
        return self.outcome in GAMES

    @property
    def record(self) -> str:
        """Return wins and losses after the round, a tie half to each: `5½-1½`."""
        return self.record_as(apart=False)

    def record_as(self, *, apart: bool) -> str:
        """Return wins and losses after the round as the event shows ties: `5½-1½`, or `5-1-1`."""
        return record_of(self.half_wins, self.half_losses, self.ties, apart=apart)

    @property
    def letter(self) -> str:
        """Return W, L or T; B for a bye, F for a forfeit lost, V for void; empty without result."""
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
    """Return the steps of each of `numbers` in the order of rounds."""
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
                penalty_now = _between(taken, number, before.round if before else 0, meeting.round)
                steps.append(_step(meeting, number, before, penalty_now))
    return {number: tuple(steps) for number, steps in progress.items()}


def _between(taken: Mapping[tuple[int, int], int], number: int, after: int, to: int) -> int:
    """Return the penalties of the rounds after the last one the entry had, up to this one."""
    return (
        sum(taken.get((number, round_), 0) for round_ in range(after + 1, to + 1)) if taken else 0
    )


def _step(meeting: Meeting, number: int, before: ProgressStep | None, penalty: int) -> ProgressStep:
    is_first = number == meeting.first
    opponent = meeting.second if is_first else meeting.first
    own, theirs = meeting.first_score, 0 if meeting.spread_only else meeting.second_score
    share = Share(0, None)
    if meeting.outcome is not None:
        first, second = shares(meeting.outcome, own, theirs)
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
