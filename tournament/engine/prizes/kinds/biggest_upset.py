"""The prize for the biggest upset."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.prizes.contest import Section, Who
from tournament.engine.prizes.kind import Candidate, PrizeKind, game_told


class BiggestUpset(PrizeKind):
    """For the win against the opponent rated highest above one's own rating. Both must be rated."""

    label = "Biggest upset"
    level_on = "the difference of the ratings"
    words = ("upset", "biggest upset", "best upset")

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Every win against a higher rating."""
        del options
        for section in sections:
            for side in section.sides:
                own = section.people[side.number].rating
                other = section.people[side.opponent].rating
                if side.won and own is not None and other is not None and other > own:
                    told = f"{other - own} rating points ({own} beat {other})"
                    yield Candidate(
                        (Who(section.division, side.number),),
                        (other - own,),
                        f"{told} {game_told(section, side)}",
                    )
