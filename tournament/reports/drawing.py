"""Drawings of lines, areas, text and QR codes as values, independent of page and paper, and their SVG form."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import pairwise

import segno
from django.utils.translation import gettext as _

from tournament.reports.tables import Align


class Ink(Enum):
    """The role of a colour. The style sheet and the paper renderer define the actual colours."""

    INK = "ink"
    SOFT = "soft"
    HAIR = "hair"
    ACCENT = "accent"
    AMBER = "amber"
    PAPER = "paper"
    WASH = "wash"
    """A light background below a line."""
    HEAT_1 = "heat-1"
    HEAT_2 = "heat-2"
    HEAT_3 = "heat-3"
    HEAT_4 = "heat-4"
    HEAT_5 = "heat-5"
    """The darkest of five steps for frequencies."""
    LINE_1 = "line-1"
    LINE_2 = "line-2"
    LINE_3 = "line-3"
    LINE_4 = "line-4"
    LINE_5 = "line-5"
    LINE_6 = "line-6"
    LINE_7 = "line-7"
    LINE_8 = "line-8"
    LINE_9 = "line-9"
    LINE_10 = "line-10"
    """The last of ten line colours, all visible on white. Dashes distinguish them in black and white."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points. `dashes` are the alternating lengths of lines and gaps."""

    points: tuple[tuple[float, float], ...]
    ink: Ink = Ink.INK
    width: float = 1.0
    dashes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon, given by its corners."""

    points: tuple[tuple[float, float], ...]
    ink: Ink = Ink.WASH


@dataclass(frozen=True, slots=True)
class Rectangles:
    """Filled rectangles in one ink, each given as (left, top, width, height)."""

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
class TextLine:
    """A line of text with its baseline at y. `side` is its alignment at x."""

    x: float
    y: float
    text: str
    size: float = 10.0
    side: Align = Align.LEFT
    ink: Ink = Ink.INK
    bold: bool = False
    room: float = 0.0
    """The maximum width on paper, where wider text is printed smaller; 0 for no limit."""


Shape = Stroke | Area | Rectangles | Dot | TextLine


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a canvas of this size, drawn in order. `description` describes the picture in words."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class SvgShape:
    """One SVG element. `kind` is "stroke", "fill", "dot" or "words" and determines the fields in use."""

    kind: str
    css: str
    x: str = ""
    y: str = ""
    size: str = ""
    path: str = ""
    dashes: str = ""
    text: str = ""


class Svg:
    """The values of a drawing for the template `tournament/reports/_svg.html`."""

    def __init__(self, drawing: Drawing) -> None:
        self.width, self.height = format_length(drawing.width), format_length(drawing.height)
        self.description = drawing.description
        self.shapes: list[SvgShape] = []
        for shape in map(_svg_shape, drawing.shapes):
            last = self.shapes[-1] if self.shapes else None
            if last and last.kind == shape.kind == "stroke" and _can_be_merged(last, shape):
                # Joining similar lines into one element halves the size of large charts.
                self.shapes[-1] = replace(last, path=last.path + shape.path)
            else:
                self.shapes.append(shape)


def _can_be_merged(one: SvgShape, other: SvgShape) -> bool:
    return (one.css, one.size, one.dashes) == (other.css, other.size, other.dashes)


def format_length(length: float) -> str:
    """Return a length without trailing zeros, independent of the language: 12.5, 3."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _svg_shape(shape: Shape) -> SvgShape:
    css = f"report-ink-{shape.ink.value}"
    if isinstance(shape, Stroke):
        dashes = " ".join(map(format_length, shape.dashes))
        return SvgShape(
            "stroke",
            f"{css} report-stroke",
            size=format_length(shape.width),
            path=_svg_path(shape.points),
            dashes=dashes,
        )
    if isinstance(shape, Area):
        return SvgShape("fill", css, path=f"{_svg_path(shape.points)}Z")
    if isinstance(shape, Rectangles):
        path = "".join(
            f"M{format_length(x)} {format_length(y)}h{format_length(wide)}v{format_length(high)}"
            f"h{format_length(-wide)}Z"
            for x, y, wide, high in shape.places
        )
        return SvgShape("fill", css, path=path)
    place = {"x": format_length(shape.x), "y": format_length(shape.y)}
    if isinstance(shape, Dot):
        return SvgShape("dot", css, size=format_length(shape.radius), **place)
    css += f" report-at-{shape.side.value}" + (" report-bold" if shape.bold else "")
    return SvgShape("words", css, size=format_length(shape.size), text=shape.text, **place)


def _svg_path(points: tuple[tuple[float, float], ...]) -> str:
    if len(points) < 2 or not all(isinstance(part, int) for point in points for part in point):
        return "M" + "L".join(f"{format_length(x)} {format_length(y)}" for x, y in points)
    # Relative coordinates of whole points take a third less space; charts have hundreds of them.
    steps = [(x - x0, y - y0) for (x0, y0), (x, y) in pairwise(points)]
    start = f"M{points[0][0]} {points[0][1]}"
    return start + "l" + " ".join(f"{x}{y}" if y < 0 else f"{x} {y}" for x, y in steps)


QR_MASK = 2
"""The fixed mask pattern of QR codes. Choosing the best of the eight for each code takes five times as long."""

_DARK = re.compile(rb"\x01+")


@lru_cache(maxsize=2048)
def qr_code(address: str) -> Drawing:
    """Return the QR code of an address, with one unit for each module and without a quiet zone."""
    matrix = segno.make(address, error="m", boost_error=False, micro=False, mask=QR_MASK).matrix
    places = tuple(
        (float(run.start()), float(top), float(run.end() - run.start()), 1.0)
        for top, row in enumerate(matrix)
        for run in _DARK.finditer(bytes(row))
    )
    side = float(len(matrix))
    return Drawing(
        side, side, (Rectangles(places),), _("QR code: {address}").format(address=address)
    )
