"""Recorded games whose result was flipped or does not count at their board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.engine.game.outcome import Outcome
from scoring.queries.flips import Flip, last_flips
from tournament.models import Pairing, ResultEntry
from tournament.models.results import ResultSource, ResultStatus
from tournament.models.rounds import Phase
from tournament.wording.results import result_wording


def counting_flips(
    results: Iterable[tuple[Pairing, ResultEntry | None]],
) -> list[tuple[Pairing, Flip]]:
    """Return the pairings at which the result after the last flip of a recorded game counts, each with that flip.

    A flip is a change of the winner. It makes no difference whether the game posted the result itself
    or, in a closed round, the director let it count.
    """
    recorded = [
        (pairing, result)
        for pairing, result in results
        if pairing.game is not None and result is not None
    ]
    flips = (
        last_flips([pairing.game for pairing, _ in recorded if pairing.game]) if recorded else {}
    )
    return [
        (pairing, flip)
        for pairing, result in recorded
        if (flip := flips.get(pairing.game_id or 0)) is not None
        and flip.finals == (result.first_score, result.second_score)
    ]


def outcome_of_result(entry: ResultEntry) -> Outcome:
    """Return the final scores and the winners of a result; the scores are None if only the spread is known."""
    known = (entry.first_score, entry.second_score)
    return Outcome((None, None) if entry.spread_only else known, entry.winners)


@dataclass(frozen=True)
class PendingResult:
    """A recorded game's result that does not count, and the one that counts at its board."""

    recorded: ResultEntry
    counting_result: ResultEntry

    @property
    def is_undecided(self) -> bool:
        """Whether nobody has decided between the two."""
        return self.recorded.standing == ResultStatus.BESIDE

    def sentence(self, pairing: Pairing) -> str:
        """Return a sentence that names the counting result and the reason why the game's does not count."""
        if not self.is_undecided:
            return result_wording(
                "another_counts", board=pairing.board, result=self.counting_result
            )
        if pairing.round.phase == Phase.CLOSED:
            return result_wording(
                "round_is_closed",
                round=pairing.round,
                recorded=self.recorded,
                result=self.counting_result,
            )
        return result_wording("ruled_to_count", result=self.counting_result, recorded=self.recorded)


def pending_result(results: Sequence[ResultEntry]) -> PendingResult | None:
    """Return the pending result of a board's recorded game, or None; `results` are given oldest first.

    It is None if one of the two is missing, or if both agree and nothing waits for a decision.
    """
    counts = next((row for row in results if row.standing == ResultStatus.COUNTS), None)
    recorded = next((row for row in reversed(results) if row.source == ResultSource.RECORDED), None)
    if counts is None or recorded is None or recorded == counts:
        return None
    pending = PendingResult(recorded, counts)
    if pending.is_undecided:
        return pending
    same_winner = recorded.outcome == counts.outcome
    same_figures = (
        recorded.margin == counts.margin
        if counts.spread_only
        else (recorded.first_score, recorded.second_score)
        == (counts.first_score, counts.second_score)
    )
    return None if same_winner and same_figures else pending
