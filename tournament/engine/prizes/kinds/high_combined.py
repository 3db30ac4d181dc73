"""The prize for the highest combined score of a game."""

from collections.abc import Iterable, Sequence
from typing import Any

from tournament.engine.message import Message
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


class HighCombinedPrize(PrizeKind):
    """For the two players with the highest combined score in one game; they share the prize."""

    label = "High combined"
    level_on = "the total"
    words = ("high combined", "highest combined", "high combined score", "high total")

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield every game with known scores."""
        del options
        for section in sections:
            for game in section.games:
                if game.spread_only:
                    continue
                total = game.first_score + game.second_score
                pair = tuple(PlayerRef(section.division, n) for n in (game.first, game.second))
                first, second = (
                    Message("combined", total=total, own=mine, theirs=theirs, round=game.round)
                    for mine, theirs in (
                        (game.first_score, game.second_score),
                        (game.second_score, game.first_score),
                    )
                )
                yield Candidate(pair, (total,), first, (first, second))
