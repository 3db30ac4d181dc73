"""The prize for the greatest spread of the whole event."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class CumulativeSpread(PrizeKind):
    """For the greatest spread over all rounds, as the standings count it: after caps and penalties."""

    label = "Cumulative spread"
    level_on = "the spread"
    words = ("cumulative spread", "total spread", "spread", "cume")

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the active players with a game, a bye or a forfeit."""
        del options
        for section in sections:
            for line in section.prize_lines:
                who = PlayerRef(section.division, line.number)
                spread = Message(
                    "spread_over_rounds", spread=line.capped_spread, rounds=section.after
                )
                yield Candidate((who,), (line.capped_spread,), spread)
