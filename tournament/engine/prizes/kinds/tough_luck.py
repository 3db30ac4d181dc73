"""The prize for tough luck."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.plugins import option
from tournament.engine.prizes.contest import Section, Who
from tournament.engine.prizes.kind import Candidate, PrizeKind


@dataclass(frozen=True)
class LuckOptions:
    """How many losses."""

    losses: int = option(6, "How many of the closest losses are added up.")


class ToughLuck(PrizeKind):
    """For the smallest sum of the closest losses: who lost by little, again and again.

    Only who lost that many games is in line. Forfeits are no games.
    """

    label = "Tough luck"
    level_on = "the sum of the closest losses"
    words = ("tough luck", "hard luck", "tuff luck", "tuffluck")
    Options = LuckOptions

    def candidates(self, sections: Sequence[Section], options: Any) -> Iterable[Candidate]:
        """Everybody with enough losses."""
        for section in sections:
            lost: dict[int, list[int]] = {}
            for side in section.sides:
                if side.lost:
                    lost.setdefault(side.number, []).append(max(0, -side.margin))
            for number, margins in lost.items():
                closest = sorted(margins)[: options.losses]
                if len(closest) == options.losses:
                    total = sum(closest)
                    lost_by = Message(
                        "losses_by", losses=len(closest), total=total, margins=tuple(closest)
                    )
                    yield Candidate((Who(section.division, number),), (-total,), lost_by)

    def why_nobody(self, options: Any) -> Message:
        """Nobody lost that often."""
        return Message("few_losses", losses=options.losses)

    def read(self, text: str) -> Mapping[str, Any] | None:
        """`tough luck`, or with the number of losses behind: `tough luck 5`."""
        match = re.match(r"^(.*?)\s*(\d{1,2})?$", text)
        if not match or match[1] not in self.words:
            return None
        return {"losses": int(match[2])} if match[2] else {}
