"""The table of complete games with their outcomes, for all code that names a winner."""

from dataclasses import dataclass
from typing import Any

from scoring.engine.game.record import Record, Seat
from scoring.engine.game.turns import Turn
from tests.scoring.engine.positions import adjusts, holds, overtime, plays, receives, table

ZONE = 26
"""The score of 8H ZONE on the empty board."""


@dataclass(frozen=True)
class Case:
    """One game of the table. Seats count from 0."""

    name: str
    rules: str
    before: tuple[int, ...]
    racks: tuple[str, ...]
    finals: tuple[int, ...]
    winners: tuple[int, ...]
    by: str
    out: int | None = None
    announced: int = ZONE
    let_stand: bool = False
    overtime: tuple[int, ...] = ()
    rules_winners: tuple[int, ...] = ()
    outcome: str = ""

    @property
    def by_the_rules(self) -> tuple[int, ...]:
        """Return the winners by the rules, ignoring rulings."""
        return self.rules_winners or self.winners

    @property
    def turns(self) -> list[Turn]:
        """Return the turns: one play, adjustments in place of all others, and the end."""
        turns = [plays(0, "8H ZONE", self.announced)]
        turns += [
            adjusts(seat, points - ZONE * (seat == 0)) for seat, points in enumerate(self.before)
        ]
        if self.out is not None:
            turns.append(receives(self.out, "".join(self.racks)))
        if self.out is None or self.rules not in ("wespa", "naspa_nwl"):  # these double the rack
            turns += [holds(seat, rack) for seat, rack in enumerate(self.racks) if seat != self.out]
        return turns + [
            overtime(seat, points) for seat, points in enumerate(self.overtime) if points
        ]

    def record(self, names: tuple[str, ...]) -> Record:
        """Return the game as a record between these people."""
        return Record(tuple(Seat(name, name) for name in names), tuple(self.turns))


def _case(row: dict[str, Any]) -> Case:
    return Case(
        **{key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    )


OUTCOMES = [_case(row) for row in table("outcomes.toml")["outcomes"]]
FOR_TWO = [case for case in OUTCOMES if len(case.before) == 2]
