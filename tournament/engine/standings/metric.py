"""What a metric is: one number for each entry, and how a reader sees it."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from typing import ClassVar, TypeAlias

from tournament.engine.plugins import Plugin
from tournament.engine.standings.reference_standings import PlainDivision
from tournament.engine.standings.tally import Tally

MINUS = "\N{MINUS SIGN}"

Groups: TypeAlias = Sequence[Sequence[int]]
"""Groups of two or more positions that no earlier metric could separate."""


def signed(value: int) -> str:
    """A spread as the field writes it: `+212`, `−45`, `0`."""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


def halves(value: int) -> str:
    """A count of half points as points: 11 is `5½`."""
    whole, half = divmod(abs(value), 2)
    sign = MINUS if value < 0 else ""
    if half:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}"


def record_of(half_wins: int, half_losses: int, ties: int, *, apart: bool) -> str:
    """Wins and losses with a tie half to each, `5½-1½`; with `apart` the ties after them, `5-1-1`."""
    if apart:
        return f"{(half_wins - ties) // 2}-{(half_losses - ties) // 2}-{ties}"
    return f"{halves(half_wins)}-{halves(half_losses)}"


class Metric(Plugin, ABC):
    """One number for each entry. The file's name is its key, the docstring the director's help.

    It is stated twice: fast, from the sums of the whole division, and plainly, from one entry's
    results. `manage.py recheck` compares the two.
    """

    label: ClassVar[str]
    """The heading in full: `Opponents' wins`."""
    short: ClassVar[str]
    """The heading of a narrow column."""
    ascending: ClassVar[bool] = False
    """Whether the smaller number ranks higher."""
    in_halves: ClassVar[bool] = False
    """Whether the numbers count half points."""
    is_spread: ClassVar[bool] = False
    """Whether the numbers are signed margins."""

    @abstractmethod
    def column(self, tally: Tally) -> Sequence[int]:
        """The number of every entry, by its position in `tally.numbers`."""

    @abstractmethod
    def plain(self, division: PlainDivision, number: int) -> int:
        """The number of one entry, worked out the slow and obvious way."""

    def text(self, value: int) -> str:
        """The number as printed."""
        if self.in_halves:
            return halves(value)
        return signed(value) if self.is_spread else str(value).replace("-", MINUS)

    def amount(self, value: int) -> float:
        """The number for a spreadsheet: half points become points."""
        return value / 2 if self.in_halves else value


class TieMetric(Metric):
    """A metric whose numbers depend on who is level with whom so far."""

    def column(self, tally: Tally) -> Sequence[int]:
        """Nothing for anybody: without groups there is nobody to be level with."""
        return self.column_among(tally, ())

    @abstractmethod
    def column_among(self, tally: Tally, level: Groups) -> Sequence[int]:
        """The number of every entry by position, 0 for an entry that is in no group of `level`."""

    def plain(self, division: PlainDivision, number: int) -> int:
        """Nothing, as in `column`."""
        return self.plain_among(division, number, ())

    @abstractmethod
    def plain_among(self, division: PlainDivision, number: int, level: Collection[int]) -> int:
        """The number of one entry among all who are level with it so far, the slow way."""
