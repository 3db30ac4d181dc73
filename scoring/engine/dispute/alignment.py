"""Align the rows of a score sheet with the turns of the game.

A record writes a phony and its withdrawal, or a play and its challenge bonus, as two turns; a score
sheet usually has one row for both, sometimes two. People also omit turns, and write rows for turns
that were never made. The rows of a column are therefore aligned with the expected rows at the lowest
cost, like two versions of a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.dispute.columns import Column, ColumnKind
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import TurnKind

SETTLEMENT_KINDS = frozenset({TurnKind.END_RACK, TurnKind.OVERTIME, TurnKind.ADJUSTMENT})
"""Kinds of turn settled after the last play, often written on one sheet only."""

_WRONG_POINTS_COST = 3
"""The cost of a row with the wrong points."""
_ABSENT_ROW_COST = 4
"""The cost of a missing or extra row: more than one wrong figure, less than two."""
_MINOR_ROW_COST = 2
"""The cost of a missing or extra row without points, or of a missing challenge bonus, rack, overtime or adjustment."""


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """One row of a score sheet as it should be.

    `kind` is None for an extra row and for a game recorded without plays. `turns` are the indexes of its
    turns in the record, from 0; () without plays, and for rack points that were not recorded. `parts`
    contains the points of each turn, or None if they are unknown, as for a play that cannot be laid.
    """

    seat: int
    kind: TurnKind | None
    parts: tuple[int | None, ...]
    turns: tuple[int, ...] = ()

    @property
    def score(self) -> int | None:
        """The points of the whole row, or None if unknown."""
        known = [part for part in self.parts if part is not None]
        return sum(known) if len(known) == len(self.parts) else None


@dataclass(frozen=True, slots=True)
class RowMatch:
    """Rows of a column matched to an expected row, as indexes from 0.

    `expected` is None for a row that belongs to no turn. `rows` is empty for an omitted turn.
    """

    expected: int | None
    rows: tuple[int, ...]


def expected_rows(game: Replay) -> tuple[ExpectedRow, ...]:
    """Return the expected rows of a recorded game in order, ending with any rack points not written down."""
    turns: list[ExpectedRow] = []
    for index, turn in enumerate(game.turns):
        stopped = any(fault.prevents_laying for fault in game.faults.get(index, ()))
        score = None if stopped else game.scores[index]
        last = turns[-1] if turns else None
        follows = last is not None and last.kind is TurnKind.PLAY and last.seat == turn.player
        if (
            last is not None
            and follows
            and turn.kind in (TurnKind.WITHDRAWN, TurnKind.CHALLENGE_BONUS)
        ):
            turns[-1] = ExpectedRow(
                last.seat, last.kind, (*last.parts, score), (*last.turns, index)
            )
        else:
            turns.append(ExpectedRow(turn.player, turn.kind, (score,), (index,)))
    if game.has_ended or game.may_end:
        written = {turn.player for turn in game.turns if turn.kind is TurnKind.END_RACK}
        for seat, amount in enumerate(game.settlement.amounts):
            if seat not in written and amount:
                turns.append(ExpectedRow(seat, TurnKind.END_RACK, (amount,)))
    return tuple(turns)


def match_rows(turns: Sequence[ExpectedRow], column: Column) -> tuple[RowMatch, ...]:
    """Return the matches of a player's column with the expected rows, in order.

    The alignment has the lowest cost: equal points cost nothing, a wrong figure costs less than an
    omitted turn, and that costs less than all the shifted rows after it.
    """
    best, most = _alignment_costs(turns, column), len(column.entries)
    matches = []
    at, row = len(turns), most
    while at or row:
        _, way, taken = best[at][row]
        rows = tuple(range(row - taken, row))
        matches.append(RowMatch(None if way == 2 else at - 1, rows))
        at, row = at - (way != 2), row - taken
    return tuple(reversed(matches))


def read_column(text: str, turns: Sequence[ExpectedRow]) -> Column:
    """Return a column parsed as scores or totals, whichever fits the player's expected rows better.

    Raise `NotAColumn` in the same cases as `Column.parse`.
    """
    column = Column.parse(text)
    if column.holds is ColumnKind.BOTH:
        return column
    readings = [column] + [
        Column.parse(text, holds)
        for holds in (ColumnKind.SCORES, ColumnKind.TOTALS)
        if holds is not column.holds
    ]
    return min(readings, key=lambda reading: _alignment_costs(turns, reading)[-1][-1][0])


def _alignment_costs(
    turns: Sequence[ExpectedRow], column: Column
) -> list[list[tuple[int, int, int]]]:
    """Return a table with the cheapest alignment of the first `t` turns and `r` rows in ``table[t][r]``.

    Each item is the cost of the alignment, its last step, and the number of rows used by that step.
    The steps are 0, a turn with its rows; 1, an omitted turn; and 2, an extra row.
    """
    scores = column.scores
    most = len(scores)
    best: list[list[tuple[int, int, int]]] = [
        [(0, 0, 0)] * (most + 1) for _ in range(len(turns) + 1)
    ]
    for at in range(len(turns) + 1):
        for row in range(most + 1):
            choices = []
            if at:
                expected = turns[at - 1]
                for taken in {1, len(expected.parts)}:
                    if taken <= row:
                        cost = _mismatch_cost(expected, scores[row - taken : row])
                        choices.append((best[at - 1][row - taken][0] + cost, 0, taken))
                choices.append((best[at - 1][row][0] + _omission_cost(expected), 1, 0))
            if row:
                cost = _ABSENT_ROW_COST if scores[row - 1] else _MINOR_ROW_COST
                choices.append((best[at][row - 1][0] + cost, 2, 1))
            if choices:
                best[at][row] = min(choices)
    return best


def _omission_cost(expected: ExpectedRow) -> int:
    light = (
        expected.kind in SETTLEMENT_KINDS
        or expected.kind is TurnKind.CHALLENGE_BONUS
        or not expected.score
    )
    return _MINOR_ROW_COST if light else _ABSENT_ROW_COST


def _mismatch_cost(expected: ExpectedRow, scores: Sequence[int | None]) -> int:
    """Return the cost of matching these scores to the expected row."""
    if len(scores) > 1:
        return sum(
            0 if written == part else _WRONG_POINTS_COST
            for written, part in zip(scores, expected.parts, strict=True)
        )
    written = scores[0]
    if written is None or expected.score is None:
        return 1
    if written == expected.score:
        return 0
    return 1 if written == expected.parts[0] else _WRONG_POINTS_COST
