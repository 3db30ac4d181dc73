"""The prize for the most accurate arithmetic."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind
from tournament.engine.turn_figures import announced_figures, turns_by_player


@dataclass(frozen=True)
class AccuracyOptions:
    """Options for the minimum number of announced scores."""

    scores: int = option(20, "The number of scores a player must have announced to be eligible.")


class Accuracy(PrizeKind):
    """For the greatest share of announced scores that are correct, from the games recorded turn by turn.

    If shares are equal, the player with more announced scores wins. Plays that were challenged off do not
    count.
    """

    label = "Accuracy"
    level_on = "the share of correct scores"
    words = ("accuracy", "arithmetic", "best arithmetic")
    Options = AccuracyOptions

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the players who announced enough scores."""
        for section in sections:
            for (division, number), turns in turns_by_player(section.turns).items():
                sums = announced_figures(turns)
                if sums is not None and sums.announced >= options.scores:
                    right = Message("right_scores", right=sums.right, announced=sums.announced)
                    keys = (sums.right * 10**6 // sums.announced, sums.announced)
                    yield Candidate((PlayerRef(division, number),), keys, right)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no player announced enough scores."""
        return Message("few_scores", scores=options.scores)
