"""A drawing as the page's template wants it: paths, places and classes, no colours.

Offered to any page of the site too: the same drawing as in the PDF.
"""

from __future__ import annotations

from dataclasses import dataclass

from tournament.reports.drawing import Area, Blocks, Dot, Drawing, Shape, Stroke


@dataclass(frozen=True, slots=True)
class SvgShape:
    """One element; `kind` is "stroke", "fill", "dot" or "words", the rest what that needs."""

    kind: str
    css: str
    x: str = ""
    y: str = ""
    size: str = ""
    path: str = ""
    dashes: str = ""
    text: str = ""


class Svg:
    """What `tournament/reports/_svg.html` draws."""

    def __init__(self, drawing: Drawing) -> None:
        self.width, self.height = number(drawing.width), number(drawing.height)
        self.told = drawing.told
        self.shapes = [_shape(shape) for shape in drawing.shapes]


def number(length: float) -> str:
    """Return a length without needless digits, in any language of the page: 12.5, 3."""
    return f"{length:.2f}".rstrip("0").rstrip(".")


def _shape(shape: Shape) -> SvgShape:
    css = f"report-ink-{shape.ink.value}"
    if isinstance(shape, Stroke):
        dashes = " ".join(map(number, shape.dashes))
        return SvgShape(
            "stroke",
            f"{css} report-stroke",
            size=number(shape.width),
            path=_path(shape.points),
            dashes=dashes,
        )
    if isinstance(shape, Area):
        return SvgShape("fill", css, path=f"{_path(shape.points)}Z")
    if isinstance(shape, Blocks):
        path = "".join(
            f"M{number(x)} {number(y)}h{number(wide)}v{number(high)}h{number(-wide)}Z"
            for x, y, wide, high in shape.places
        )
        return SvgShape("fill", css, path=path)
    place = {"x": number(shape.x), "y": number(shape.y)}
    if isinstance(shape, Dot):
        return SvgShape("dot", css, size=number(shape.radius), **place)
    css += f" report-at-{shape.side.value}" + (" report-bold" if shape.bold else "")
    return SvgShape("words", css, size=number(shape.size), text=shape.text, **place)


def _path(points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
