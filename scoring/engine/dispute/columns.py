"""A player's column on a paper score sheet: turn scores, running totals or both, typed or pasted.

Each row is one turn. ``24`` is a score or a total, depending on the column; ``24 54`` is the score
and the total after it; ``=54`` is a total by itself; ``-`` is a turn without points. Invalid rows
are reported with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from scoring.engine.message import Message

MAX_ROWS = 150
"""Maximum number of rows in a column, far more than a game needs."""
MAX_CHARACTERS = 4000

_FIGURE = re.compile(r"(=?)([+\-]?)(\d{1,4})")
_NOTHING = frozenset({"-", "--", "pass", "p", "x", "ex", "exch", "exchange"})
_NUMBERED = re.compile(r"\d{1,3}[.)][ \t]+(?=\S)")
_PLAIN = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "／": "/", "/": " ", "|": " ", ";": " ", ",": " "}
)


class ColumnKind(Enum):
    """The kind of figures in a column."""

    SCORES = "scores"
    """The score of each turn."""
    TOTALS = "totals"
    """The player's total after each turn."""
    BOTH = "both"
    """The score of each turn and the total after it, side by side."""


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """One row: the points of the turn and the running total after it, or None if not written.

    `row` is the line of the text, from 1, or the position in a column typed on a single line.
    """

    row: int
    score: int | None
    total: int | None

    def __str__(self) -> str:
        if self.score is None:
            return "-" if self.total is None else f"={self.total}"
        return str(self.score) if self.total is None else f"{self.score} {self.total}"


@dataclass(frozen=True, slots=True)
class ColumnProblem:
    """A row that is not understood: its number from 1, its text, and the reason."""

    row: int
    text: str
    message: Message


class NotAColumn(ValueError):
    """The text is too long or contains invalid rows. `problems` lists all of them."""

    def __init__(self, problems: Sequence[ColumnProblem]) -> None:
        super().__init__(*problems)
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Column:
    """One player's figures on one sheet. ``Column.parse(str(column))`` restores the figures."""

    entries: tuple[ColumnEntry, ...] = ()
    holds: ColumnKind = ColumnKind.SCORES

    @classmethod
    def parse(cls, text: str, holds: ColumnKind | None = None) -> Column:
        """Return a typed or pasted column.

        `holds` is the meaning of a figure alone in its row. If it is None, the figures decide: a
        column that keeps growing contains totals. A row with two figures makes the column `ColumnKind.BOTH`.

        Raise `NotAColumn` if the text is too long or has too many or invalid rows; the exception lists every
        invalid row.
        """
        if len(text) > MAX_CHARACTERS:
            message = Message("column_too_long", characters=len(text), most=MAX_CHARACTERS)
            raise NotAColumn([ColumnProblem(1, "", message)])
        rows = [(number, row) for number, row in enumerate(text.splitlines(), 1) if row.strip()]
        if len(rows) == 1 and not _is_one_row(words := _split_row(rows[0][1])):
            rows = list(enumerate(words, 1))
        if len(rows) > MAX_ROWS:
            message = Message("too_many_rows", rows=len(rows), most=MAX_ROWS)
            raise NotAColumn([ColumnProblem(MAX_ROWS + 1, "", message)])
        read, problems = [], []
        for number, row in rows:
            figures = _parse_row(number, row)
            if isinstance(figures, ColumnProblem):
                problems.append(figures)
            else:
                read.append(figures)
        if problems:
            raise NotAColumn(problems)
        return cls(*_separate_scores_from_totals(read, holds))

    @property
    def final(self) -> int | None:
        """The final total, from the last written total and the scores after it; None for an empty column."""
        running: int | None = None
        for entry in self.entries:
            if entry.total is not None:
                running = entry.total
            elif entry.score is not None:
                running = (running or 0) + entry.score
        return running

    @property
    def scores(self) -> tuple[int | None, ...]:
        """The points of each row, as written or as the increase of the total; None if neither is known."""
        figures: list[int | None] = []
        before: int | None = 0
        for entry in self.entries:
            score = entry.score
            if score is None and entry.total is not None and before is not None:
                score = entry.total - before
            figures.append(score)
            if entry.total is not None:
                before = entry.total
            elif before is not None:
                before = None if score is None else before + score
        return tuple(figures)

    def __str__(self) -> str:
        return "\n".join(map(str, self.entries))


class _Notation(Enum):
    """The notation of a figure."""

    BARE = "bare"
    NOTHING = "a turn without points"
    TOTAL = "a total by itself"


_Figures = tuple[int, list[tuple[_Notation, int]]]
"""The number of a row, and its figures as pairs of notation and points."""


def _split_row(row: str) -> list[str]:
    return _NUMBERED.sub("", row.strip(), count=1).translate(_PLAIN).split()


def _is_one_row(words: list[str]) -> bool:
    """Return whether a text on a single line is one row: one figure, or a score followed by the same total."""
    return len(words) < 2 or (len(words) == 2 and words[0].strip("()+") == words[1].strip("()+="))


def _parse_row(number: int, row: str) -> _Figures | ColumnProblem:
    words = [word.strip("()") for word in _split_row(row)]
    shown = row.strip() if len(row.strip()) <= 30 else f"{row.strip()[:29]}…"
    figures = []
    for place, word in enumerate(words):
        match = _FIGURE.fullmatch(word)
        if match is not None:
            equals, sign, digits = match.groups()
            mark = _Notation.TOTAL if equals else _Notation.BARE
            figures.append((mark, -int(digits) if sign == "-" else int(digits)))
        elif place == 0 and word.lower() in _NOTHING:
            figures.append((_Notation.NOTHING, 0))
        elif word.lstrip("+-=").isdecimal():
            return ColumnProblem(number, shown, Message("too_many_digits", word=word))
        else:
            return ColumnProblem(number, shown, Message("not_a_figure", word=word))
    if not figures:
        return ColumnProblem(number, shown, Message("no_figure", text=shown))
    if len(figures) > 2:
        message = Message("too_many_figures", text=shown, figures=len(figures))
        return ColumnProblem(number, shown, message)
    if len(figures) == 2 and figures[0][0] is _Notation.TOTAL:
        return ColumnProblem(number, shown, Message("total_first", text=shown))
    return (number, figures)


def _separate_scores_from_totals(
    read: list[_Figures], holds: ColumnKind | None
) -> tuple[tuple[ColumnEntry, ...], ColumnKind]:
    """Return the entries, with every figure as a score or a total, and the kind of column."""
    if any(len(figures) == 2 for _, figures in read):
        holds = ColumnKind.BOTH
    elif holds is None or holds is ColumnKind.BOTH:
        alone = [points for _, [(mark, points)] in read if mark is _Notation.BARE]
        totals = any(figures[0][0] is _Notation.TOTAL for _, figures in read)
        holds = (
            ColumnKind.TOTALS
            if (totals and not alone) or _look_like_totals(alone)
            else ColumnKind.SCORES
        )
    entries = []
    for row, figures in read:
        if len(figures) == 2:
            entries.append(ColumnEntry(row, figures[0][1], figures[1][1]))
            continue
        [(mark, points)] = figures
        is_total = mark is _Notation.TOTAL or (
            holds is ColumnKind.TOTALS and mark is _Notation.BARE
        )
        entries.append(
            ColumnEntry(row, None, points) if is_total else ColumnEntry(row, points, None)
        )
    return tuple(entries), holds


def _look_like_totals(figures: list[int]) -> bool:
    """Return whether the figures look like totals, which seldom fall; False for fewer than three.

    A total falls only after a penalty or a withdrawn phony.
    """
    if len(figures) < 3:
        return False
    falls = sum(after < before for before, after in pairwise(figures))
    return falls * 4 <= len(figures) - 1 and figures[-1] * 5 >= max(figures) * 4 > 8 * figures[0]
