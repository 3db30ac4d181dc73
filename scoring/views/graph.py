"""A graph of the lead in a game, turn by turn: the positions of its points, lines and labels.

For two players, one line shows the lead of the first over the second. For more players, each has a
line of scores. Lengths are in units of the drawing. Colours come from the page, on screen and on
paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.queries.sheets import GameSheet

WIDTH = 640
HEIGHT = 180
LEFT = 44
RIGHT = 12
TOP = 12
FOOT = 24
_STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_MAX_LABELS = 13
_LABEL_HEIGHT = 22
"""Minimum distance between labels, enough for the larger letters on phones."""


@dataclass(frozen=True)
class GraphLabel:
    """A figure beside or below the graph, and its position."""

    at: float
    figure: int


@dataclass(frozen=True)
class Curve:
    """One line of the graph. `x` and `y` give its end point, and `label_at` the baseline of its name."""

    name: str
    path: str
    x: float
    y: float
    dashes: str
    label_at: float
    points: int


@dataclass(frozen=True)
class TurnState:
    """The state after a turn: each player's total, and the lead of the first over the second."""

    number: int
    name: str
    totals: tuple[int, ...]

    @property
    def lead(self) -> int:
        """The first player's total minus the second's."""
        return self.totals[0] - self.totals[1]


class ScoreGraph:
    """The data for drawing the scores of a game."""

    width, height, left, right = WIDTH, HEIGHT, LEFT, WIDTH - RIGHT

    def __init__(self, sheet: GameSheet, names: Sequence[str] = ()) -> None:
        """Read the scores of a sheet; `names` replace the names of its players, for example with initials."""
        self.names = list(names) or sheet.names
        self.is_lead = len(sheet.names) == 2
        totals = [0] * len(sheet.names)
        self.turns: list[TurnState] = []
        for row in sheet.rows:
            totals[row.seat] = row.total
            self.turns.append(TurnState(row.number, self.names[row.seat], tuple(totals)))

    @cached_property
    def series(self) -> list[list[int]]:
        """The plotted figures, starting before the first turn: the lead, or every player's total."""
        if self.is_lead:
            return [[0, *(after.lead for after in self.turns)]]
        seats = range(len(self.names))
        return [[0, *(after.totals[seat] for after in self.turns)] for seat in seats]

    @cached_property
    def grid_lines(self) -> list[GraphLabel]:
        """The grid lines, each with its position and its points."""
        low, high = _bounds(self.series)
        step = next((step for step in _STEPS if (high - low) / step <= 4), _STEPS[-1])
        first, last = low // step, -(-high // step)
        if first == last:
            last += 1
        span = (last - first) * step
        room = HEIGHT - TOP - FOOT
        return [
            GraphLabel(round(TOP + room * (last * step - points) / span, 1), points)
            for points in range(first * step, last * step + 1, step)
        ]

    @property
    def zero_line_y(self) -> float:
        """The position of the zero line."""
        return next(line.at for line in self.grid_lines if line.figure == 0)

    @property
    def turn_labels(self) -> list[GraphLabel]:
        """The turns labelled below the graph, not all of them in a long game."""
        count = len(self.turns)
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 1000) if count / step < _MAX_LABELS)
        return [GraphLabel(self._x(number), number) for number in range(step, count + 1, step)]

    @cached_property
    def curves(self) -> list[Curve]:
        """The curves, each with its end point."""
        names = [_("lead")] if self.is_lead else self.names
        dashes = ("", "8 3", "2 3", "10 3 2 3")
        labels = _spread_baselines([self._y(figures[-1]) - 6 for figures in self.series])
        curves = []
        for index, (name, figures) in enumerate(zip(names, self.series, strict=True)):
            points = [(self._x(number), self._y(figure)) for number, figure in enumerate(figures)]
            path = "M" + "L".join(f"{x} {y}" for x, y in points)
            dash = dashes[index % len(dashes)]
            curves.append(Curve(name, path, *points[-1], dash, labels[index], figures[-1]))
        return curves

    @property
    def area_path(self) -> str:
        """The path of the area between the lead and the zero line."""
        end = self._x(len(self.turns))
        return f"{self.curves[0].path}L{end} {self.zero_line_y}L{LEFT} {self.zero_line_y}Z"

    @property
    def description(self) -> str:
        """The graph in words: for two players the lead and its changes, otherwise the player with the most points."""
        count = len(self.turns)
        if not self.is_lead:
            best = max(zip(self.turns[-1].totals, self.names, strict=True))
            return ngettext(
                "After {count} turn, {player} has the most points: {points}.",
                "After {count} turns, {player} has the most points: {points}.",
                count,
            ).format(count=count, player=best[1], points=best[0])
        leads = self.series[0]
        if leads[-1]:
            now = ngettext(
                "After {count} turn, {player} leads by {points}.",
                "After {count} turns, {player} leads by {points}.",
                count,
            )
        else:
            now = ngettext(
                "After {count} turn, no player leads.",
                "After {count} turns, no player leads.",
                count,
            )
        now = now.format(count=count, player=self._leader(leads[-1]), points=abs(leads[-1]))
        if not any(leads):
            return now
        largest = max(leads, key=abs)
        ahead = [lead > 0 for lead in leads if lead]
        changes = sum(1 for one, other in pairwise(ahead) if one != other)
        often = {
            0: _("The lead never changed."),
            1: _("The lead changed once."),
            2: _("The lead changed twice."),
        }.get(changes) or _("The lead changed {count} times.").format(count=changes)
        most = _("The largest lead: {player} by {points} after turn {turn}.").format(
            player=self._leader(largest), points=abs(largest), turn=leads.index(largest)
        )
        return f"{now} {often} {most}"

    def _leader(self, lead: int) -> str:
        return self.names[0] if lead > 0 else self.names[1]

    def _x(self, number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, len(self.turns)), 1)

    def _y(self, points: int) -> float:
        low, high = self.grid_lines[0], self.grid_lines[-1]
        share = (points - low.figure) / (high.figure - low.figure)
        return round(low.at + (high.at - low.at) * share, 1)


def _spread_baselines(lines: Sequence[float]) -> list[float]:
    """Return baselines for labels in the same order, far enough apart that none overlap."""
    apart = list(lines)
    order = sorted(range(len(lines)), key=lambda index: lines[index])
    for above, index in pairwise(order):
        apart[index] = max(apart[index], apart[above] + _LABEL_HEIGHT)
    apart[order[-1]] = min(apart[order[-1]], HEIGHT - FOOT)
    for below, index in pairwise(reversed(order)):
        apart[index] = min(apart[index], apart[below] - _LABEL_HEIGHT)
    return [round(line, 1) for line in apart]


def _bounds(series: Sequence[Sequence[int]]) -> tuple[int, int]:
    figures = [figure for line in series for figure in line]
    return min(figures), max(figures)
