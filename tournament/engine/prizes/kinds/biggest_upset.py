"""The prize for the biggest upset."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class BiggestUpset(PrizeKind):
    """For the win against the opponent with the largest rating advantage over the winner. Both must be rated."""

    label = "Biggest upset"
    level_on = "the difference in rating"
    words = ("upset", "biggest upset", "best upset")

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield every win against a higher-rated opponent."""
        del options
        for section in sections:
            for side in section.sides:
                own = section.people[side.number].rating
                other = section.people[side.opponent].rating
                if side.won and own is not None and other is not None and other > own:
                    upset = Message(
                        "upset",
                        points=other - own,
                        own=own,
                        theirs=other,
                        round=side.round,
                        opponent=section.name(side.opponent),
                    )
                    yield Candidate(
                        (PlayerRef(section.division, side.number),), (other - own,), upset
                    )
