"""The prize for the best record over some of the rounds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


@dataclass(frozen=True)
class RoundRangeOptions:
    """Options for the rounds."""

    first_round: int = option(1, "The first of the rounds that count.")
    last_round: int = option(4, "The last of the rounds that count.")


class RoundRange(PrizeKind):
    """For the most wins in some of the rounds; a tied game is half a win, and equal wins are ranked by spread.

    Only games count, not byes or forfeits. The prize is awarded once the last of the rounds has been played.
    """

    label = "Best of some rounds"
    level_on = "wins and spread in these rounds"
    words = ("rounds",)
    Options = RoundRangeOptions

    def title_of(self, place: int, options: Any) -> Message:
        """Return the title: "Best of rounds 1 to 4", with the place if it is not the first."""
        first, last = options.first_round, options.last_round
        if place == 1:
            return Message("best_of_rounds", first=first, last=last)
        return Message("place_of_rounds", place=place, first=first, last=last)

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the players with a game in these rounds, once the last of them has results."""
        for section in sections:
            if section.after < options.last_round:
                continue
            totals: dict[int, tuple[int, int, int]] = {}
            for side in section.sides:
                if options.first_round <= side.round <= options.last_round:
                    half_wins, spread, games = totals.get(side.number, (0, 0, 0))
                    totals[side.number] = (
                        half_wins + side.half_points,
                        spread + side.margin,
                        games + 1,
                    )
            for number, (half_wins, spread, games) in totals.items():
                achieved = Message("wins_in_games", half_wins=half_wins, games=games, spread=spread)
                who = PlayerRef(section.division, number)
                yield Candidate((who,), (half_wins, spread), achieved)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that the last of the rounds has not been played yet."""
        return Message("rounds_to_come", round=options.last_round)

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return the options for rounds named as `rounds 5-8` or `rounds 5 to 8`; None for other text."""
        match = re.match(r"^rounds?\s+(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})$", text)
        return match and {"first_round": int(match[1]), "last_round": int(match[2])}
