"""The interface of a metric: one number for each entry, and its display."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, TypeAlias

from tournament.engine.plugins import Plugin
from tournament.engine.standings.reference_standings import ReferenceDivision
from tournament.engine.standings.tally import Tally

MINUS = "\N{MINUS SIGN}"

Groups: TypeAlias = Sequence[Sequence[int]]
"""Groups of two or more positions that no earlier metric could separate."""


def format_signed(value: int) -> str:
    """Return a spread with its sign: `+212`, `−45`, `0`."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


def format_half_points(value: int) -> str:
    """Return half points as points: 11 is `5½`."""
    whole, half = divmod(abs(value), 2)
    sign = MINUS if value < 0 else ""
    if half:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}"


def format_record(half_wins: int, half_losses: int, ties: int, *, ties_apart: bool) -> str:
    """Return wins and losses with a tie as half of each, `5½-1½`; with `ties_apart`, `5-1-1` with ties last."""
    if ties_apart:
        return f"{(half_wins - ties) // 2}-{(half_losses - ties) // 2}-{ties}"
    return f"{format_half_points(half_wins)}-{format_half_points(half_losses)}"


class Metric(Plugin, ABC):
    """One number for each entry. The file name is its key, and the docstring is the director's help.

    It is implemented twice: fast, from the totals of the whole division, and simply, from one entry's
    results. `manage.py recheck` compares the two.
    """

    label: ClassVar[str]
    """The full heading: `Opponents' wins`."""
    short: ClassVar[str]
    """The heading of a narrow column."""
    ascending: ClassVar[bool] = False
    """Whether the smaller number ranks higher."""
    in_halves: ClassVar[bool] = False
    """Whether the numbers are in half points."""
    is_spread: ClassVar[bool] = False
    """Whether the numbers are signed margins."""

    @abstractmethod
    def column(self, tally: Tally) -> Sequence[int]:
        """Return the metric's number for every entry, at the entry's position in `tally.numbers`."""

    @abstractmethod
    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return the metric's number for one entry, calculated by the slow reference implementation."""

    def format_value(self, value: int) -> str:
        """Return a number of the metric as printed."""
        if self.in_halves:
            return format_half_points(value)
        return format_signed(value) if self.is_spread else str(value).replace("-", MINUS)

    def spreadsheet_value(self, value: int) -> float:
        """Return a number of the metric for a spreadsheet, with half points converted to points."""
        return value / 2 if self.in_halves else value


class TieMetric(Metric):
    """A metric whose numbers depend on which entries are still tied."""

    def column(self, tally: Tally) -> Sequence[int]:
        """Return zeros, because without groups no entries are tied."""
        return self.column_among(tally, ())

    @abstractmethod
    def column_among(self, tally: Tally, level: Groups) -> Sequence[int]:
        """Return the metric's number for every entry by position; 0 for an entry in no group of `level`."""

    def reference_value(self, division: ReferenceDivision, number: int) -> int:
        """Return zero, as in `column`."""
        return self.reference_value_among(division, number, ())

    @abstractmethod
    def reference_value_among(
        self, division: ReferenceDivision, number: int, level: Collection[int]
    ) -> int:
        """Return the metric's number for one entry, by the slow reference implementation.

        `level` has the numbers of all entries tied with it.
        """
