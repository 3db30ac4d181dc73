"""A drawing as values: lines, areas and words at their places, before any page or paper.

Lengths are units of the drawing, x to the right and y down from the top left corner. The page draws
it as SVG, the PDF as vectors, both from the same figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tournament.reports.tables import Align


class Ink(Enum):
    """What something is drawn in; the page and the paper know the colours."""

    INK = "ink"
    SOFT = "soft"
    HAIR = "hair"
    ACCENT = "accent"
    AMBER = "amber"
    PAPER = "paper"
    WASH = "wash"
    """A light ground under a line."""
    HEAT_1 = "heat-1"
    HEAT_2 = "heat-2"
    HEAT_3 = "heat-3"
    HEAT_4 = "heat-4"
    HEAT_5 = "heat-5"
    """Five steps from hardly any to most."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points; `dashes` are lengths of line and gap in turn."""

    points: tuple[tuple[float, float], ...]
    ink: Ink = Ink.INK
    width: float = 1.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A filled shape with these corners."""

    points: tuple[tuple[float, float], ...]
    ink: Ink = Ink.WASH


@dataclass(frozen=True, slots=True)
class Blocks:
    """Filled rectangles of one ink, each as left, top, width and height."""

    places: tuple[tuple[float, float, float, float], ...]
    ink: Ink = Ink.INK


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    ink: Ink = Ink.INK


@dataclass(frozen=True, slots=True)
class Words:
    """A text whose baseline is at y; `side` says on which side of x it begins or ends."""

    x: float
    y: float
    text: str
    size: float = 10.0
    side: Align = Align.LEFT
    ink: Ink = Ink.INK
    bold: bool = False
    room: float = 0.0
    """What is wider than this is set smaller on paper; 0: as wide as it is."""


Shape = Stroke | Area | Blocks | Dot | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a ground of this size, drawn in order; `told` says in words what is to be seen."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    told: str = ""
