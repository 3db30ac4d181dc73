"""How a game that has ended comes out: racks, finals, winner, and whether the mistakes made mattered."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.engine.game.outcome import DecidedBy
from scoring.engine.game.turns import Kind
from scoring.queries.sheets import GameSheet


class Because(Enum):
    """Why a game has ended, or may."""

    OUT = "out"
    """Somebody has laid the last tile; the others have still to accept the play."""
    SCORELESS = "scoreless"
    """Too many turns in a row were worth nothing; the players may end it."""
    PASSED = "passed"
    """Everybody has passed as often as the rules ask; the players may end it."""
    SETTLED = "settled"
    """The racks have been counted."""


@dataclass(frozen=True)
class Standing:
    """One player at the end. Points; None is not known."""

    seat: int
    name: str
    score: int
    """What counts before the racks."""
    rack: str | None
    """The tiles left, "" for who has none."""
    amount: int | None
    """What the racks give or take, written down or still to be."""
    final: int | None


@dataclass(frozen=True)
class Finish:
    """The end of a game as the sheet has it now."""

    because: Because
    out: str
    """Who went out; "" if nobody did."""
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    """Several share it; none while a rack is not known."""
    by_tie_break: bool
    """True when equal finals were decided by the scores before the racks."""
    by_time: bool
    """True when somebody lost the game by more time than the rules allow."""
    margin: int
    """By how many points the winner is ahead of the next."""
    open_differences: int
    announced_winners: tuple[str, ...]
    """Who would have won by the scores announced, where that is somebody else; else empty."""
    announced_finals: tuple[int, ...]

    @property
    def opponents(self) -> tuple[str, ...]:
        """Everybody but who went out: they accept the last play or challenge it."""
        return tuple(line.name for line in self.standings if line.name != self.out)

    @property
    def missing(self) -> tuple[Standing, ...]:
        """Those whose tiles must be typed before the game can be finished."""
        return tuple(line for line in self.standings if line.rack is None and line.name != self.out)

    @property
    def complete(self) -> bool:
        """True when every final is known."""
        return all(line.final is not None for line in self.standings)


def finish(sheet: GameSheet) -> Finish | None:
    """The end the game has reached; None while it goes on."""
    game = sheet.replay
    if not (game.ended or game.may_end):
        return None
    settlement, totals, finals = game.settlement, sheet.totals, sheet.outcome.finals
    racks = [0] * len(sheet.names)
    for row in sheet.rows:
        if row.turn.kind is Kind.END_RACK:
            racks[row.seat] += row.counts
    standings = []
    for seat, name in enumerate(sheet.names):
        rack, final = settlement.racks[seat], finals[seat]
        standings.append(
            Standing(
                seat=seat,
                name=name,
                score=totals[seat] - racks[seat],
                rack=None if rack is None else sheet.tile_set.write(rack),
                amount=None if final is None else final - totals[seat] + racks[seat],
                final=final,
            )
        )
    outcome, announced = sheet.outcome, sheet.announced_outcome
    differs = bool(outcome.winners and announced.winners) and announced.winners != outcome.winners
    return Finish(
        because=_because(sheet),
        out="" if settlement.out is None else sheet.names[settlement.out],
        standings=tuple(standings),
        winners=tuple(sheet.names[seat] for seat in outcome.winners),
        by_tie_break=outcome.decided_by is DecidedBy.BEFORE_RACKS,
        by_time=outcome.decided_by is DecidedBy.TIME,
        margin=outcome.margin or 0,
        open_differences=sum(1 for row in sheet.rows if row.open),
        announced_winners=tuple(sheet.names[seat] for seat in announced.winners) if differs else (),
        announced_finals=tuple(final for final in announced.finals if final is not None)
        if differs
        else (),
    )


def _because(sheet: GameSheet) -> Because:
    game = sheet.replay
    if game.settled:
        return Because.SETTLED
    if game.out is not None:
        return Because.OUT
    limit = sheet.rules.scoreless_limit
    return Because.SCORELESS if limit and game.scoreless >= limit else Because.PASSED
