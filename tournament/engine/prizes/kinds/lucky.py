"""The prize for the closest wins."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind


@dataclass(frozen=True)
class LuckyWinsOptions:
    """Options for the number of wins."""

    wins: int = option(3, "The number of closest wins whose margins are added up.")


class LuckyWins(PrizeKind):
    """For the smallest total margin over a set number of closest wins.

    Only players who won at least that many games are eligible. Forfeits do not count as games.
    """

    label = "Lucky"
    level_on = "the total margin of the closest wins"
    words = ("lucky", "lucky stiff", "good luck")
    Options = LuckyWinsOptions

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the players with enough wins."""
        for section in sections:
            won: dict[int, list[int]] = {}
            for side in section.sides:
                if side.won:
                    won.setdefault(side.number, []).append(max(0, side.margin))
            for number, margins in won.items():
                closest = sorted(margins)[: options.wins]
                if len(closest) == options.wins:
                    total = sum(closest)
                    won_by = Message(
                        "wins_by", wins=len(closest), total=total, margins=tuple(closest)
                    )
                    yield Candidate((PlayerRef(section.division, number),), (-total,), won_by)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no player won often enough."""
        return Message("few_wins", wins=options.wins)

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return the options for a name such as `lucky`, optionally followed by the number of wins (`lucky 5`).

        Return None for other text.
        """
        match = re.match(r"^(.*?)\s*(\d{1,2})?$", text)
        if not match or match[1] not in self.words:
            return None
        return {"wins": int(match[2])} if match[2] else {}
