"""What the dispute page shows: the finals each sheet implies, the three-way table, every finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.actions.disputes import Written
from scoring.engine.columns import Holds, Problem
from scoring.engine.dispute import Dispute, Line, Outcome, Said, Slip, SlipKind
from scoring.engine.turns import Kind
from scoring.models import Game, Ruling
from scoring.queries.disputes import GameDispute, Place
from scoring.queries.sheets import Row
from scoring.signals import printable, whereabouts
from scoring.views.drawing import Drawing, draw
from scoring.views.sheet_boxes import SheetBoxes, boxes


@dataclass(frozen=True)
class Final:
    """One way to count the game: whose, the scores, who wins by it."""

    label: str
    outcome: Outcome
    sentence: str
    strong: bool = False


@dataclass(frozen=True)
class Figure:
    """What one sheet has in one turn."""

    said: Said | None
    wrong: bool
    """The score, or a row too many or too few."""
    total_wrong: bool


@dataclass(frozen=True)
class TableRow:
    """A line of the three-way table."""

    line: Line
    name: str
    what: str
    figures: tuple[Figure, ...]
    is_first_divergence: bool
    sheets_part: bool
    note: str


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


class DisputePage:
    """Everything the templates of a dispute ask for."""

    def __init__(
        self,
        found: GameDispute,
        typed: Mapping[Place, Written] | None = None,
        problems: Mapping[Place, Sequence[Problem]] | None = None,
        error: str = "",
        ruling: tuple[int, str, str] = (0, "", ""),
    ) -> None:
        self.found = found
        self.sheet = found.sheet
        self.game: Game = found.sheet.game
        self.names = found.sheet.names
        self.title = " – ".join(self.names)
        self.error = error
        self.problems = problems or {}
        self.typed = typed if typed is not None else _as_saved(found)
        self.comparison: Dispute | None = found.comparison
        self._ruling = ruling
        """Entry, reason and refusal of a ruling that was not accepted."""

    @property
    def sheets(self) -> list[SheetBoxes]:
        """The boxes to type into."""
        return boxes(self.names, self.typed, self.problems, self.found.read)

    @property
    def keepers(self) -> list[str]:
        """Whose sheets are compared."""
        return [sheet.keeper for sheet in self.comparison.sheets] if self.comparison else []

    @property
    def finals(self) -> list[Final]:
        """Every way to count: each sheet as written and, where that differs, added up; the rules; what counts."""
        comparison = self.comparison
        if comparison is None:
            return []
        found = []
        for sheet, implied in zip(comparison.sheets, comparison.implied, strict=True):
            completed = any(implied.completed)
            label = f"{sheet.keeper}’s sheet{', racks completed' if completed else ''}"
            found.append(self._final(label, implied.as_written))
            if implied.added_up.finals != implied.as_written.finals and None not in (
                implied.added_up.finals
            ):
                found.append(
                    self._final(f"{sheet.keeper}’s sheet, added up again", implied.added_up)
                )
        if comparison.with_plays:
            found.append(self._final("By the rules", comparison.correct, strong=True))
            counts = Outcome(self.sheet.finals, self.sheet.winners)
            if counts.finals != comparison.correct.finals:
                found.append(self._final("As ruled, what counts", counts, strong=True))
        elif None not in comparison.correct.finals and len(comparison.sheets) > 1:
            found.append(self._final("Where all turns agree", comparison.correct, strong=True))
        return found

    @property
    def by_the_rules(self) -> str:
        """Who wins by the rules, or that it is open."""
        correct = self.comparison.correct if self.comparison else None
        return correct.sentence(self.names) if correct and correct.winners else "it is open"

    def _final(self, label: str, outcome: Outcome, *, strong: bool = False) -> Final:
        known = outcome.winners and None not in outcome.finals
        return Final(label, outcome, outcome.sentence(self.names) if known else "", strong)

    @property
    def rows(self) -> list[TableRow]:
        """The three-way table."""
        comparison = self.comparison
        if comparison is None:
            return []
        first, part = comparison.first_divergence, comparison.sheets_part
        return [
            TableRow(
                line=line,
                name=self.names[line.seat],
                what=self._what(line),
                figures=tuple(
                    _figure(line, at, said, comparison) for at, said in enumerate(line.said)
                ),
                is_first_divergence=line is first,
                sheets_part=line is part,
                note=_note(line, comparison),
            )
            for line in comparison.lines
        ]

    @property
    def findings(self) -> list[Found]:
        """Every disputed turn in order."""
        return [] if self.comparison is None else [
            self._found(line) for line in self.comparison.lines if line.disputed
        ]  # fmt: skip

    def _found(self, line: Line) -> Found:
        assert self.comparison is not None
        row, diagram = self.found.row(line), self.found.board(line)
        entry, reason, error = self._ruling
        refused = row is not None and row.entry.pk == entry
        return Found(
            line=line,
            title=self._title(line),
            slips=line.slips,
            note=_note(line, self.comparison),
            drawing=draw(diagram) if diagram else None,
            caption=f"The board after turn {line.turn}.",
            row=row,
            standing=_may_stand(line, row),
            reason=reason if refused else "",
            error=error if refused else "",
        )

    def _title(self, line: Line) -> str:
        name = self.names[line.seat]
        if line.turn is None:
            return f"{name}, row {line.number}: {self._what(line)}"
        return f"Turn {line.turn}, {name}: {self._what(line)}"

    def _what(self, line: Line) -> str:
        """What was done, as the score sheet shows it."""
        if line.turn is not None:
            row = self.sheet.rows[line.turn - 1]
            taken_back = ", taken back" if row.taken_back else ""
            return f"{row.turn.coordinate} {row.word}{taken_back}".strip()
        if line.kind is Kind.END_RACK:
            return "rack, not recorded"
        return "no turn" if self.found.with_plays else ""

    @property
    def places(self) -> list[tuple[str, str]]:
        """The way back: where the game belongs, outermost first."""
        return _answers(whereabouts, self.game)

    @property
    def is_unfinished(self) -> bool:
        """True when the record stops before the end, so that nobody has won yet."""
        game = self.sheet.replay
        return self.found.with_plays and not (game.ended or game.may_end)

    @property
    def papers(self) -> list[tuple[str, str]]:
        """What can be printed about the dispute, as (text, address)."""
        return _answers(printable, self.game)


def _answers(signal: Any, game: Game) -> list[tuple[str, str]]:
    return [pair for _, pairs in signal.send(Game, game=game) for pair in pairs or ()]


def _as_saved(found: GameDispute) -> dict[Place, Written]:
    return {
        place: Written(row.text, Holds(row.holds) if row.holds else None)
        for place, row in found.columns.items()
    }


def _figure(line: Line, at: int, said: Said | None, comparison: Dispute) -> Figure:
    kinds = {slip.kind for slip in line.slips if slip.sheet == at}
    wrong = bool(kinds - {SlipKind.ADDING})
    # Without plays nobody knows who is right: both figures are marked.
    if not comparison.with_plays and line.scores_differ:
        wrong = True
    return Figure(said, wrong, SlipKind.ADDING in kinds)


def _note(line: Line, comparison: Dispute) -> str:
    """What to say of a turn beside its slips."""
    if not line.scores_differ or (comparison.with_plays and line.slips):
        return ""
    said = [
        f"{sheet.keeper}’s sheet {'has no row' if one is None else f'says {_points(one.score)}'}"
        for sheet, one in zip(comparison.sheets, line.said, strict=True)
        if sheet.columns[line.seat] is not None
    ]
    return f"The sheets part: {', '.join(said)}." if len(said) > 1 else ""


def _points(number: int | None) -> str:
    return "?" if number is None else str(number).replace("-", "−")


def _may_stand(line: Line, row: Row | None) -> tuple[int, ...]:
    if row is None or row.turn.kind not in (Kind.PLAY, Kind.END_RACK) or row.taken_back:
        return ()
    figures = {
        slip.said for slip in line.slips if slip.kind is SlipKind.SCORING and slip.said is not None
    }
    if row.differs and row.announced is not None:
        figures.add(row.announced)
    return tuple(sorted(figures))
