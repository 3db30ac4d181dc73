"""The disputed turns of a game: what is wrong with each, the board, what was ruled and what can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.dispute import Dispute, Line, Slip, SlipKind
from scoring.engine.turns import Kind
from scoring.models import Ruling
from scoring.queries.disputes import GameDispute
from scoring.queries.sheets import Row
from scoring.views.drawing import Drawing, draw


@dataclass(frozen=True)
class Refusal:
    """A ruling that was not accepted: the entry it was about, the reason typed, and why not."""

    entry: int
    reason: str
    message: str


@dataclass(frozen=True)
class Found:
    """A disputed turn: what is wrong with it, the board, what was ruled and what can be."""

    line: Line
    title: str
    slips: tuple[Slip, ...]
    note: str
    drawing: Drawing | None
    caption: str
    row: Row | None
    standing: tuple[int, ...]
    """Wrong figures of the sheets, any of which the director may let stand."""
    reason: str = ""
    error: str = ""

    @property
    def ruling(self) -> Ruling | None:
        """The standing ruling on the turn."""
        return None if self.row is None else self.row.ruling


def findings(
    found: GameDispute, comparison: Dispute, refusal: Refusal | None = None
) -> tuple[Found, ...]:
    """Every disputed turn in the order of the game; what was refused stands with its turn."""
    return tuple(
        _found(line, found, comparison, refusal) for line in comparison.lines if line.disputed
    )


def what_of(line: Line, found: GameDispute) -> str:
    """What was done, as the score sheet shows it."""
    row = found.row(line)
    if row is not None:
        taken_back = ", taken back" if row.taken_back else ""
        return f"{row.turn.coordinate} {row.word}{taken_back}".strip()
    if line.kind is Kind.END_RACK:
        return "rack, not recorded"
    return "no turn" if found.with_plays else ""


def note_of(line: Line, comparison: Dispute) -> str:
    """What to say of a turn beside its slips."""
    if not line.scores_differ or (comparison.with_plays and line.slips):
        return ""
    said = [
        f"{sheet.keeper}’s sheet {'has no row' if one is None else f'says {_points(one.score)}'}"
        for sheet, one in zip(comparison.sheets, line.said, strict=True)
        if sheet.columns[line.seat] is not None
    ]
    return f"The sheets part: {', '.join(said)}." if len(said) > 1 else ""


def _found(line: Line, found: GameDispute, comparison: Dispute, refusal: Refusal | None) -> Found:
    row, diagram = found.row(line), found.board(line)
    standing = _may_stand(line.slips, row)
    refused = refusal if standing and row and refusal and refusal.entry == row.entry.pk else None
    return Found(
        line=line,
        title=_title(line, found),
        slips=line.slips,
        note=note_of(line, comparison),
        drawing=draw(diagram) if diagram else None,
        caption=f"The board after turn {line.turn}.",
        row=row,
        standing=standing,
        reason=refused.reason if refused else "",
        error=refused.message if refused else "",
    )


def _title(line: Line, found: GameDispute) -> str:
    name = found.sheet.names[line.seat]
    if line.turn is None:
        return f"{name}, row {line.number}: {what_of(line, found)}"
    return f"Turn {line.turn}, {name}: {what_of(line, found)}"


def _may_stand(slips: Sequence[Slip], row: Row | None) -> tuple[int, ...]:
    """The wrong figures that may be ruled to stand, the smallest first."""
    if row is None or row.turn.kind not in (Kind.PLAY, Kind.END_RACK) or row.taken_back:
        return ()
    figures = {
        slip.said for slip in slips if slip.kind is SlipKind.SCORING and slip.said is not None
    }
    if row.differs and row.announced is not None:
        figures.add(row.announced)
    return tuple(sorted(figures))


def _points(number: int | None) -> str:
    return "?" if number is None else str(number).replace("-", "−")
