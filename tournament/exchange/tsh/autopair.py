"""Lines that say how rounds are to be paired: `autopair a 9 10 ns 3 9 a`.

When round 9 is complete pair round 10 as a Swiss, up to 3 repeats, on the standings after round 9.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.engine.pairing.event_plan import (
    ONE_EARLIER,
    PREVIOUS,
    SEEDS,
    EventPlan,
    PlannedRounds,
    Source,
    planned_for,
    with_line,
)

METHODS = {"koth": "king_of_the_hill", "ns": "swiss", "qoth": "queen_of_the_hill"}
"""The commands that are taken over into a plan, and what they are called here."""
_LINE = re.compile(
    rf"autopair\s+(?P<division>\S+)\s+\d+\s+(?P<target>[1-9]\d{{0,2}})\s+(?P<command>{'|'.join(METHODS)})"
    r"\s+(?P<repeats>\d{1,2})\s+(?P<source>\d{1,3})\s+\S+\s*(?:#.*)?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Autopair:
    """How one round of a division is to be paired, on the standings after which round."""

    line: int
    text: str
    division: str
    """In small letters."""
    target: int
    method: str
    repeats: int
    source: int

    @property
    def as_planned(self) -> PlannedRounds:
        """The same as a line of a plan."""
        named = {0: SEEDS, self.target - 1: PREVIOUS, self.target - 2: ONE_EARLIER}
        if self.source == 0 and self.target == 1:
            source = PREVIOUS
        else:
            source = named.get(self.source, Source(always=self.source))
        options = {"repeats": self.repeats}
        return PlannedRounds(self.target, self.target, self.method, options, source)


def read_autopair(number: int, line: str) -> Autopair | None:
    """The pairing that the line tells of; None for a command that is none of `METHODS`."""
    found = _LINE.fullmatch(line)
    if found is None or int(found["source"]) >= int(found["target"]):
        return None
    return Autopair(
        number,
        line,
        found["division"].casefold(),
        int(found["target"]),
        METHODS[found["command"].casefold()],
        int(found["repeats"]),
        int(found["source"]),
    )


def plan_of(pairings: Iterable[Autopair]) -> EventPlan:
    """The pairings as a plan; rounds in a row that are paired alike are one line."""
    plan: EventPlan = ()
    for each in sorted(pairings, key=lambda pairing: (pairing.target, pairing.line)):
        line = each.as_planned
        before = planned_for(plan, each.target - 1)
        if before and replace(line, from_round=1, to_round=1) == replace(
            before, from_round=1, to_round=1
        ):
            line = replace(before, to_round=each.target)
        plan = with_line(plan, line)
    return plan
