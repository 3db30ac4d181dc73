"""The prize for the largest gain over the seed."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class OverSeed(PrizeKind):
    """For the most places gained between the seed and the final rank.

    Equal ratings share the better seed. Only players who ended above their seed are eligible.
    """

    label = "Most over seed"
    level_on = "the places gained"
    words = ("over seed", "most over seed", "seed", "over seeding")
    of_one_division = True

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the players who finished above their seed."""
        del options
        for section in sections:
            for line in section.prize_lines:
                seed = section.seeds[line.number]
                if seed > line.rank:
                    gain = Message("over_seed", seed=seed, place=line.rank)
                    who = PlayerRef(section.division, line.number)
                    yield Candidate((who,), (seed - line.rank,), gain)
