"""The prize for the greatest spread of the whole event."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.prizes.contest import Section, Who
from tournament.engine.prizes.kind import Candidate, PrizeKind
from tournament.engine.standings import signed


class CumulativeSpread(PrizeKind):
    """For the greatest spread over all rounds, as the standings count it: after caps and penalties."""

    label = "Cumulative spread"
    level_on = "the spread"
    words = ("cumulative spread", "total spread", "spread", "cume")

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Everybody still in."""
        del options
        for section in sections:
            for line in section.standing:
                who = Who(section.division, line.number)
                told = f"{signed(line.capped_spread)} over {section.after} rounds"
                yield Candidate((who,), (line.capped_spread,), told)
