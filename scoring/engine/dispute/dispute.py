"""A dispute as values: the sheets two players kept, every turn on them, what each sheet comes to.

`scoring.engine.dispute.recount` makes a `Dispute` from the sheets and, where it was recorded, the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.engine.board.proof import Proof
from scoring.engine.dispute.columns import Column
from scoring.engine.game.outcome import Outcome
from scoring.engine.game.turns import Kind
from scoring.engine.message import Message, Messages


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet: who kept it, and the column for every seat; None where it has none."""

    keeper: str
    columns: tuple[Column | None, ...]


class SlipKind(Enum):
    """What went wrong on a sheet."""

    SCORING = "scoring"
    """The points of a turn."""
    ADDING = "adding"
    """A running total that is not the one before and the points of the turn."""
    LEFT_OUT = "left out"
    """A turn that has no row."""
    EXTRA = "extra"
    """A row for a turn nobody made."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One mistake on one sheet (counted from 0), in points, with a message and the simplest explanations."""

    sheet: int
    kind: SlipKind
    written: int | None
    correct: int | None
    message: Message
    likely: Messages = ()


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """What a sheet has for one go: points as written or by which the total went up, and the total as written.

    `score` is None where neither is known; `running` is the total the sheet stands at, written or
    added up. `derived` tells that only the total was written. `rows` are lines of the text.
    """

    score: int | None
    total: int | None
    running: int | None
    rows: tuple[int, ...]
    derived: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One go on all sheets. `number` counts from 1 in the order of the game, `turn` in the record.

    `written` has one value a sheet, None where it has no row. `correct` is what the rules give or, without
    plays, what every sheet agrees on; `total` its running total; None where not known. `apart` tells
    that the sheets part here.
    """

    number: int
    turn: int | None
    seat: int
    kind: Kind | None
    written: tuple[SheetEntry | None, ...]
    correct: int | None
    total: int | None
    apart: bool
    slips: tuple[Slip, ...] = ()
    proof: Proof | None = None
    """The proof of the play where some sheet has its points wrong."""

    @property
    def scores_differ(self) -> bool:
        """True where the sheets have other points for this go, a row too many or too few included."""
        return self.apart and len({one.score if one else 0 for one in self.written}) > 1

    @property
    def disputed(self) -> bool:
        """True where the sheets part or one of them is wrong."""
        return self.apart or bool(self.slips)


@dataclass(frozen=True, slots=True)
class Implied:
    """What one sheet comes to. `as_written` takes its totals, `added_up` adds its turn scores again.

    Both include what the rules give for endings (racks, overtime) the sheet has no row for:
    `completed`, points by seat.
    """

    as_written: Outcome
    added_up: Outcome
    completed: tuple[int, ...]


@dataclass(frozen=True)
class Dispute:
    """The comparison. `correct` is the outcome by the rules or, without plays, by what is agreed."""

    names: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    lines: tuple[Line, ...]
    implied: tuple[Implied, ...]
    correct: Outcome
    with_plays: bool

    @property
    def first_divergence(self) -> Line | None:
        """The first turn at which a sheet is wrong or the sheets part; None where all is one."""
        return next((line for line in self.lines if line.disputed), None)

    @property
    def sheets_part(self) -> Line | None:
        """The first turn at which the sheets part from each other."""
        return next((line for line in self.lines if line.apart), None)

    @property
    def slips(self) -> tuple[Slip, ...]:
        """Every slip in the order of the game."""
        return tuple(slip for line in self.lines for slip in line.slips)

    @property
    def flips(self) -> bool:
        """True when it depends on the sheet, or on adding it up again, who wins or whether it is a tie."""
        outcomes = [result for one in self.implied for result in (one.as_written, one.added_up)]
        return len({result.winners for result in [*outcomes, self.correct] if result.winners}) > 1
