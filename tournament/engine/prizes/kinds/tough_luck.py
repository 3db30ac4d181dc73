"""The prize for the closest losses."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import ContestDivision, PlayerRef
from tournament.engine.prizes.kind import Candidate, PrizeKind

MAX_LOSSES = 6
"""The maximum number of losses added up by default, however long the event is."""


@dataclass(frozen=True)
class ToughLuckOptions:
    """Options for the number of losses."""

    losses: int | None = option(
        None,
        "The number of closest losses whose margins are added up. Leave it empty for half of the "
        "rounds, six at most.",
    )


class ToughLuck(PrizeKind):
    """For the smallest total margin over a set number of closest losses.

    Only players who lost at least that many games are eligible. By default, the number is half of the
    rounds, rounded down, six at most. Forfeits do not count as games.
    """

    label = "Tough luck"
    level_on = "the total margin of the closest losses"
    words = ("tough luck", "hard luck", "tuff luck", "tuffluck")
    Options = ToughLuckOptions

    def candidates(self, sections: Sequence[ContestDivision], options: Any) -> Iterable[Candidate]:
        """Yield the players with enough losses."""
        for section in sections:
            counted = options.losses or max(1, min(MAX_LOSSES, section.after // 2))
            lost: dict[int, list[int]] = {}
            for side in section.sides:
                if side.lost:
                    lost.setdefault(side.number, []).append(max(0, -side.margin))
            for number, margins in lost.items():
                closest = sorted(margins)[:counted]
                if len(closest) == counted:
                    total = sum(closest)
                    lost_by = Message(
                        "losses_by", losses=len(closest), total=total, margins=tuple(closest)
                    )
                    yield Candidate((PlayerRef(section.division, number),), (-total,), lost_by)

    def no_winner_reason(self, options: Any) -> Message:
        """Return the message that no player lost often enough."""
        if options.losses is None:
            return Message("few_losses_by_rounds")
        return Message("few_losses", losses=options.losses)

    def parse_options(self, text: str) -> Mapping[str, Any] | None:
        """Return the options for a name such as `tough luck`, optionally with the number of losses (`tough luck 5`).

        Return None for other text.
        """
        match = re.match(r"^(.*?)\s*(\d{1,2})?$", text)
        if not match or match[1] not in self.words:
            return None
        return {"losses": int(match[2])} if match[2] else {}
