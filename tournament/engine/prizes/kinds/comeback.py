"""The prize for the greatest comeback."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class Comeback(PrizeKind):
    """For the win from the largest deficit, in the games recorded turn by turn."""

    label = "Comeback"
    level_on = "the deficit"
    words = ("comeback", "best comeback", "greatest comeback")

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield every recorded game won from behind."""
        del options
        for section in sections:
            for side, deficit in section.comebacks:
                came_back = Message(
                    "won_from_behind",
                    points=deficit,
                    round=side.round,
                    opponent=section.name(side.opponent),
                )
                yield Candidate((PlayerRef(section.division, side.number),), (deficit,), came_back)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no suitable game has been recorded."""
        del options
        return Message("none_recorded")
