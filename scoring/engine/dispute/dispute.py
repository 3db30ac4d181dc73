"""The values that describe a dispute: the players' sheets, every turn on them, and the resulting scores.

`scoring.engine.dispute.recount` creates a `Dispute` from the sheets and the game, if it was
recorded.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.engine.board.proof import Proof
from scoring.engine.dispute.columns import Column
from scoring.engine.game.outcome import Outcome
from scoring.engine.game.turns import TurnKind
from scoring.engine.message import Message, Messages


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet: its keeper, and the column for every seat, or None for a missing column."""

    keeper: str
    columns: tuple[Column | None, ...]


class SlipKind(Enum):
    """The kind of a mistake on a sheet."""

    SCORING = "scoring"
    """The points of a turn are wrong."""
    ADDING = "adding"
    """A running total is not the previous total plus the points of the turn."""
    LEFT_OUT = "left out"
    """A turn has no row."""
    EXTRA = "extra"
    """A row has no turn."""


@dataclass(frozen=True, slots=True)
class Slip:
    """One mistake on one sheet, with a message and the simplest explanations.

    `sheet` counts from 0. `written` and `correct` are points: scores, or totals for an adding slip.
    `written` is None for an omitted row, `correct` for an extra one.
    """

    sheet: int
    kind: SlipKind
    written: int | None
    correct: int | None
    message: Message
    likely: Messages = ()


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """The figures of one sheet for one turn.

    `score` is the points as written, or else the increase of the total; None if neither is
    known. `total` is the written total, `running` the total so far, written or added up. `derived`
    is set if only the total was written. `rows` are lines of the text.
    """

    score: int | None
    total: int | None
    running: int | None
    rows: tuple[int, ...]
    derived: bool = False


@dataclass(frozen=True, slots=True)
class DisputeLine:
    """One turn on all sheets. `number` counts from 1 in the order of the game, `turn` in the record.

    `turn` is None for an extra row, for a game without plays, and for rack points that were not
    recorded. `written` has an item for each sheet, or None for a sheet without a row for this turn.
    `correct` is the score by the rules or, without plays, the score that all sheets agree on or that
    was ruled to count; `total` is the total after it. Both are None if unknown. `sheets_differ` is set if the
    sheets differ here.
    """

    number: int
    turn: int | None
    seat: int
    kind: TurnKind | None
    written: tuple[SheetEntry | None, ...]
    correct: int | None
    total: int | None
    sheets_differ: bool
    slips: tuple[Slip, ...] = ()
    proof: Proof | None = None
    """The proof of the play if a sheet has its points wrong."""

    @property
    def scores_differ(self) -> bool:
        """Whether the sheets differ in the points of this turn. A missing row counts as 0."""
        return self.sheets_differ and len({one.score if one else 0 for one in self.written}) > 1

    @property
    def is_disputed(self) -> bool:
        """Whether the sheets differ or one of them is wrong."""
        return self.sheets_differ or bool(self.slips)


@dataclass(frozen=True, slots=True)
class ImpliedResult:
    """The result according to one sheet. `as_written` uses its totals, `added_up` adds its turn scores again.

    Both include the correct points of endings (racks, overtime) that are missing from the sheet.
    These are in `completed`, as points by seat.
    """

    as_written: Outcome
    added_up: Outcome
    completed: tuple[int, ...]


@dataclass(frozen=True)
class Dispute:
    """The comparison of all sheets.

    `correct` is the outcome by the rules or, without plays, the agreed or ruled one.
    """

    names: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    lines: tuple[DisputeLine, ...]
    implied: tuple[ImpliedResult, ...]
    correct: Outcome
    with_plays: bool

    @property
    def first_divergence(self) -> DisputeLine | None:
        """The first turn at which a sheet is wrong or the sheets differ, or None if there is none."""
        return next((line for line in self.lines if line.is_disputed), None)

    @property
    def first_sheet_difference(self) -> DisputeLine | None:
        """The first turn at which the sheets differ from each other, or None if there is none."""
        return next((line for line in self.lines if line.sheets_differ), None)

    def wrong_figures(self, line: DisputeLine, sheet: int) -> tuple[bool, bool]:
        """Return whether the score and the total on a line of a sheet, counted from 0, are wrong.

        Without plays the correct score is unknown: scores that differ are wrong on every sheet.
        """
        kinds = {slip.kind for slip in line.slips if slip.sheet == sheet}
        is_unsettled = line.scores_differ and not self.with_plays
        return is_unsettled or bool(kinds - {SlipKind.ADDING}), SlipKind.ADDING in kinds

    @property
    def slips(self) -> tuple[Slip, ...]:
        """All slips in the order of the game."""
        return tuple(slip for line in self.lines for slip in line.slips)

    @property
    def has_different_winners(self) -> bool:
        """Whether the sheets (as written or added up again) and the correct result disagree on the winner.

        A tie differs from a win. Results without a winner are ignored.
        """
        outcomes = [result for one in self.implied for result in (one.as_written, one.added_up)]
        return len({result.winners for result in [*outcomes, self.correct] if result.winners}) > 1
